import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { otherSideOf } from '#client/api/queries/other-side.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import type { ManageColumn } from '#client/features/manage/table/manage-column.ts';
import { TwoLines } from '#client/ui/two-lines.tsx';
import { idOfIri } from '#protocol/rest/field.ts';
import { commonColumns } from './use-pair-columns.tsx';

/** The columns of the pairs of one user or device; the same array as long as the language is. */
export const usePartyPairColumns = (party: string): readonly ManageColumn<Pair>[] => {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Pair>[] => [
      {
        id: 'with',
        label: t`With`,
        main: true,
        width: 260,
        exported: { field: 'with' },
        cell: (pair) => {
          const { party: other, label } = otherSideOf(idOfIri(party), pair);
          return other === null ? <TwoLines text={label} /> : <PartyLink party={other} name={label} />;
        },
      },
      {
        id: 'invited',
        label: t`Invited by`,
        width: 200,
        exported: { field: 'ownerName' },
        cell: ({ ownerName }) => ownerName,
      },
      ...commonColumns(i18n, t`State`, t`Connection`, t`Created`),
    ],
    [t, i18n, party],
  );
};
