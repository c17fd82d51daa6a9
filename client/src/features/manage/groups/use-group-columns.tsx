import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Group } from '#client/api/api-types.ts';
import { PartyLink } from '#client/features/manage/pick/party-link.tsx';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { GroupBadge } from '#client/stage/groups/group-badge.tsx';
import { CellTime } from '#client/ui/short-time.tsx';

/** The columns of the list of groups; the same array as long as language and customer are. */
export function useGroupColumns(): readonly ManageColumn<Group>[] {
  const { t } = useLingui();
  const ofOne = useScope().customerId !== null;
  return useMemo((): readonly ManageColumn<Group>[] => {
    const bound = (id: 'start' | 'end', label: string): ManageColumn<Group> => ({
      id,
      label,
      ...TIME,
      sortBy: id,
      exported: { field: id, words: { '': t`Always` } },
      cell: ({ [id]: time }) => (time === null ? t`Always` : <CellTime time={time} />),
    });
    const customer: ManageColumn<Group> = {
      id: 'customer',
      label: t`Customer`,
      width: 145,
      cell: ({ customerName }) => customerName,
      empty: ({ customerName }) => customerName === null,
    };
    return [
      {
        id: 'name',
        label: t`Name`,
        main: true,
        width: 154,
        sortBy: 'name',
        cell: ({ id, name }) => <ConsoleLink to={`/manager/groups/${id}`}>{name}</ConsoleLink>,
      },
      {
        id: 'state',
        label: t`State`,
        width: 128,
        exported: {
          field: 'state',
          words: {
            live: t`Live`,
            open: t`Open now`,
            ended: t({ message: 'Ended', context: 'group' }),
            'not-open': t`Not open yet`,
          },
        },
        cell: (group) => <GroupBadge group={group} always />,
      },
      {
        id: 'owner',
        label: t`Owner`,
        width: 135,
        sortBy: 'owner',
        cell: ({ owner, ownerName }) => <PartyLink party={owner} name={ownerName} />,
      },
      { ...customer, ...(ofOne && { hidden: true }) },
      {
        id: 'members',
        label: t`Members`,
        width: 140,
        ...(!ofOne && { hidden: true }),
        exported: { field: 'memberLabel' },
        cell: ({ memberLabel }) => memberLabel,
        empty: ({ memberLabel }) => memberLabel === '',
      },
      bound('start', t`Start`),
      bound('end', t`End`),
      {
        id: 'created',
        label: t`Created`,
        ...TIME,
        sortBy: 'created',
        hidden: true,
        cell: ({ created }) => <CellTime time={created} />,
      },
    ];
  }, [t, ofOne]);
}
