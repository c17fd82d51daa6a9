import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';

/** The columns of the groups of one user or device; the same array as long as the language is. */
export const usePartyGroupColumns = (party: string): readonly ManageColumn<Group>[] => {
  const { t } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Group>[] => [
      {
        id: 'name',
        label: t`Name`,
        main: true,
        width: 240,
        sortBy: 'name',
        cell: ({ id, name }) => <ConsoleLink to={`/manager/groups/${id}`}>{name}</ConsoleLink>,
      },
      {
        id: 'role',
        label: t`Role`,
        width: 110,
        cell: ({ owner }) =>
          owner === party ? t`Owner` : t({ message: 'Member', context: 'role in a group' }),
      },
      {
        id: 'owner',
        label: t`Owner`,
        width: 160,
        sortBy: 'owner',
        cell: ({ owner, ownerName }) => <PartyLink party={owner} name={ownerName} />,
      },
      {
        id: 'members',
        label: t`Members`,
        width: 240,
        exported: { field: 'memberLabel' },
        cell: ({ memberLabel }) => memberLabel,
        empty: ({ memberLabel }) => memberLabel === '',
      },
      {
        id: 'start',
        label: t`Start`,
        ...TIME,
        sortBy: 'start',
        cell: ({ start }) => start !== null && <CellTime time={start} />,
        empty: ({ start }) => start === null,
      },
      {
        id: 'end',
        label: t`End`,
        ...TIME,
        sortBy: 'end',
        cell: ({ end }) => end !== null && <CellTime time={end} />,
        empty: ({ end }) => end === null,
      },
      {
        id: 'created',
        label: t`Created`,
        ...TIME,
        sortBy: 'created',
        cell: ({ created }) => <CellTime time={created} />,
      },
    ],
    [t, party],
  );
};
