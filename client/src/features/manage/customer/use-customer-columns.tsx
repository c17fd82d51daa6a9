import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Customer } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { VerifiedBadge } from '#client/features/manage/shell/verified-badge.tsx';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { CUSTOMER_COUNTED_AT_MOST } from '#protocol/limits.ts';

/** The columns of the list of customers; the same array as long as the language is. */
export function useCustomerColumns(): readonly ManageColumn<Customer>[] {
  const { t, i18n } = useLingui();
  return useMemo((): readonly ManageColumn<Customer>[] => {
    const countText = (count: number) =>
      count < CUSTOMER_COUNTED_AT_MOST ? i18n.number(count) : t`${i18n.number(count)} or more`;
    return [
      {
        id: 'name',
        label: t`Name`,
        main: true,
        width: 220,
        sortBy: 'name',
        cell: ({ id, name }) => <ConsoleLink to={`/manager/customer/${id}`}>{name}</ConsoleLink>,
      },
      {
        id: 'mail',
        label: t`E-mail address`,
        width: 220,
        cell: ({ mail }) => mail,
        empty: ({ mail }) => mail === null,
      },
      {
        id: 'state',
        label: t`State`,
        width: 125,
        sortBy: 'state',
        exported: { field: 'state', words: { VERIFIED: t`Verified`, UNVERIFIED: t`Not verified` } },
        cell: ({ state }) => <VerifiedBadge state={state} />,
      },
      {
        id: 'users',
        label: t`Users`,
        width: 90,
        align: 'end',
        exported: { field: 'userCount' },
        cell: ({ id, userCount }) => (
          <ConsoleLink to={`/manager/users?customer=${id}`}>{countText(userCount ?? 0)}</ConsoleLink>
        ),
      },
      {
        id: 'devices',
        label: t`Devices`,
        width: 95,
        align: 'end',
        exported: { field: 'deviceCount' },
        cell: ({ id, deviceCount }) => (
          <ConsoleLink to={`/manager/devices?customer=${id}`}>{countText(deviceCount ?? 0)}</ConsoleLink>
        ),
      },
      {
        id: 'managers',
        label: t`Managers`,
        width: 105,
        align: 'end',
        exported: { field: 'managerCount' },
        cell: ({ id, managers }) => (
          <ConsoleLink to={`/manager/customer/${id}/managers`}>{countText(managers.length)}</ConsoleLink>
        ),
      },
      { id: 'timeZone', label: t`Time zone`, width: 160, hidden: true, cell: ({ timeZone }) => timeZone },
      {
        id: 'created',
        label: t`Added`,
        ...TIME,
        sortBy: 'created',
        hidden: true,
        cell: ({ created }) => <CellTime time={created} />,
      },
    ];
  }, [t, i18n]);
}
