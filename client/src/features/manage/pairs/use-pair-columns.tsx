import type { I18n } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Pair } from '#client/api/api-types.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { TwoLines } from '#client/ui/two-lines.tsx';
import { EditPairLink } from './edit-pair-link.tsx';
import { PairPresence, pairPresenceTexts } from './pair-presence.tsx';
import { PairState, pairStateTexts } from './pair-state.tsx';

/** The columns of the list of pairs; the same array as long as the language is. */
export function usePairColumns(withCustomer: boolean): readonly ManageColumn<Pair>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Pair>[] => [
      {
        id: 'label',
        label: t`Pair`,
        main: true,
        width: 290,
        sortBy: 'label',
        exported: { field: 'label' },
        cell: ({ id, label }) => (
          <EditPairLink id={id}>
            <TwoLines text={label} />
          </EditPairLink>
        ),
      },
      {
        id: 'owner',
        label: t`Invited by`,
        width: 150,
        exported: { field: 'ownerName' },
        cell: ({ owner, ownerName }) => <PartyLink party={owner} name={ownerName} />,
      },
      ...commonColumns(i18n, t`State`, t`Connection`, t`Created`).map((column) =>
        withCustomer && column.id === 'created' ? { ...column, hidden: true as const } : column,
      ),
      ...(withCustomer
        ? [
            {
              id: 'customer',
              label: t`Customer`,
              width: 150,
              exported: { field: 'customerName' },
              cell: ({ customerName }: Pair) => customerName,
              empty: ({ customerName }: Pair) => !customerName,
            },
          ]
        : []),
    ],
    [t, i18n, withCustomer],
  );
}

/** Columns of every list of pairs. */
export const commonColumns = (
  i18n: I18n,
  state: string,
  connection: string,
  created: string,
): readonly ManageColumn<Pair>[] => [
  {
    id: 'state',
    label: state,
    width: 182,
    sortBy: 'state',
    exported: { field: 'state', words: wordsOf(i18n, pairStateTexts) },
    cell: (pair) => <PairState state={pair.state} />,
  },
  {
    id: 'presence',
    label: connection,
    width: 100,
    exported: { field: 'presence', words: wordsOf(i18n, pairPresenceTexts) },
    cell: ({ presence }) => <PairPresence presence={presence} />,
    empty: (pair) => pair.state === 'INVITED',
  },
  {
    id: 'created',
    label: created,
    ...TIME,
    sortBy: 'created',
    exported: { field: 'created' },
    cell: (pair) => <CellTime time={pair.created} />,
  },
];
