import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useTimeZone } from '#client/ui/time-zone.ts';
import { type ChangedEntry, changesInWords, type ShownChange } from './changes-in-words.ts';

const useShownChanges = (entry: ChangedEntry): readonly ShownChange[] => {
  const { i18n } = useLingui();
  return changesInWords(entry, { i18n, zone: useTimeZone() });
};

/** Each field as it was, and as it is now. */
export const ChangeList = ({ entry }: { readonly entry: ChangedEntry }) => {
  const { t } = useLingui();
  const changes = useShownChanges(entry);
  return (
    <chakra.table
      width="full"
      textStyle="small"
      css={{
        tableLayout: 'fixed',
        '& th, & td': { textAlign: 'start', py: '1.5', pe: '4', overflowWrap: 'anywhere' },
      }}
    >
      <chakra.caption srOnly>{t`Before and after`}</chakra.caption>
      <thead>
        <chakra.tr color="ink.muted">
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">
            <Trans context="log">Before</Trans>
          </th>
          <th scope="col">
            <Trans context="log">After</Trans>
          </th>
        </chakra.tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after }) => (
          <chakra.tr key={field} verticalAlign="top">
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>{after}</td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
};

export interface ChangeLineProps {
  readonly entry: ChangedEntry;
  /** Of something new, which had no values before; false by default. */
  readonly onlyAfter?: boolean;
}

/** The same in one line, for a cell; where that is too narrow, pointing at it shows the rest. */
export const ChangeLine = ({ entry, onlyAfter = false }: ChangeLineProps) => {
  const changes = useShownChanges(entry);
  const title = changes
    .map(({ label, before, after }) => `${label}: ${onlyAfter ? after : `${before} → ${after}`}`)
    .join(', ');
  return (
    <span title={title}>
      {changes.map(({ field, label, before, after }, index) => (
        <span key={field}>
          {index > 0 && ', '}
          {label}:{' '}
          {!onlyAfter && (
            <>
              {before} <ArrowRight size={12} aria-label="→" style={{ display: 'inline' }} />{' '}
            </>
          )}
          {after}
        </span>
      ))}
    </span>
  );
};
