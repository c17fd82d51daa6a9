import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { csvText } from '#client/ui/csv-text.ts';
import { saveFile } from '#client/ui/save-file.ts';
import { MAX_TASK_ROWS } from '#protocol/limits.ts';
import type { ImportedResource } from '#protocol/rest/resources/task.ts';
import { importKinds } from './import-kinds.ts';

/** The columns that an import understands, and an empty file with them. */
export const KnownColumns = ({ resource }: { readonly resource: ImportedResource }) => {
  const { i18n } = useLingui();
  const { fields } = importKinds[resource];
  const template = () => {
    const headings = fields.map(({ label }) => i18n._(label));
    saveFile(new Blob([csvText(headings, [])], { type: 'text/csv' }), `${resource}.csv`);
  };
  const most = i18n.number(MAX_TASK_ROWS);
  return (
    <chakra.section display="grid" gap="3" justifyItems="start">
      <chakra.h2 textStyle="control">
        <Trans>Columns</Trans>
      </chakra.h2>
      <chakra.ul m="0" display="grid" gap="1" textStyle="small">
        {fields.map(({ name, label, required, hint }) => (
          <li key={name}>
            {i18n._(label)}
            <chakra.span color="ink.muted">
              {required && (
                <>
                  {' · '}
                  <Trans>required</Trans>
                </>
              )}
              {hint && ` · ${i18n._(hint)}`}
            </chakra.span>
          </li>
        ))}
      </chakra.ul>
      <chakra.p textStyle="small" color="ink.muted">
        <Trans>
          Columns can be in any order, and other columns are ignored. A file can have up to {most} rows.
        </Trans>
      </chakra.p>
      <Button variant="outline" size="sm" onClick={template}>
        <Download size={16} aria-hidden />
        <Trans>Download a template</Trans>
      </Button>
    </chakra.section>
  );
};
