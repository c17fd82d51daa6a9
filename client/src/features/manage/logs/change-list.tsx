import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import type { Item } from '#client/api/api-types.ts';

export type FieldChange = Item<'logs'>['changes'][number];

/** Each field as it was, and as it is now. */
export const ChangeList = ({ changes }: { readonly changes: readonly FieldChange[] }) => {
  const { t } = useLingui();
  return (
    <chakra.table
      width="full"
      textStyle="small"
      css={{ '& th, & td': { textAlign: 'start', py: '1.5', pe: '4' } }}
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
        {changes.map(({ field, before, after }) => (
          <chakra.tr key={field} verticalAlign="top" css={{ overflowWrap: 'anywhere' }}>
            <th scope="row">{field}</th>
            <td>{before ?? '–'}</td>
            <td>{after ?? '–'}</td>
          </chakra.tr>
        ))}
      </tbody>
    </chakra.table>
  );
};

/** The same in one line, for a cell. */
export const ChangeLine = ({ changes }: { readonly changes: readonly FieldChange[] }) =>
  changes.map(({ field, before, after }, index) => (
    <span key={field}>
      {index > 0 && ', '}
      {field}: {before ?? '–'} <ArrowRight size={12} aria-label="→" style={{ display: 'inline' }} />{' '}
      {after ?? '–'}
    </span>
  ));
