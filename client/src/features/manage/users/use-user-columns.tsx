import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { User } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { CellBadge } from '#client/features/manage/table/cell-signs.tsx';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { userStateSign, userStateTexts } from './user-state.tsx';

/**
 * The columns of the list of users; the same array as long as the language is.
 *
 * @param withCustomer whether the list has users of several customers
 */
export function useUserColumns(withCustomer: boolean): readonly ManageColumn<User>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<User>[] => [
      {
        id: 'name',
        label: t`Name`,
        main: true,
        width: 210,
        sortBy: 'nickname',
        exported: { field: 'nickname' },
        cell: ({ id, name }) => <ConsoleLink to={`/manager/users/${id}`}>{name}</ConsoleLink>,
      },
      {
        id: 'email',
        label: t`E-mail address`,
        width: 280,
        sortBy: 'email',
        exported: { field: 'email' },
        cell: ({ email }) => email,
      },
      {
        id: 'verified',
        label: t`State`,
        width: 120,
        sortBy: 'verified',
        exported: { field: 'state', words: wordsOf(i18n, userStateTexts) },
        cell: (user) => {
          const { tone, text } = userStateSign(user);
          return <CellBadge tone={tone}>{i18n._(text)}</CellBadge>;
        },
      },
      {
        id: 'role',
        label: t`Role`,
        width: 100,
        exported: { field: 'type', words: { MANAGER: t`Manager`, USER: t`User` } },
        cell: ({ isManager }) => (isManager ? t`Manager` : t`User`),
      },
      ...(withCustomer
        ? [
            {
              id: 'customer',
              label: t`Customer`,
              width: 160,
              exported: { field: 'customerName' },
              cell: ({ customerName }: User) => customerName,
            },
          ]
        : []),
      {
        id: 'registered',
        label: t`Registered`,
        ...TIME,
        ...(withCustomer && { hidden: true }),
        sortBy: 'registered',
        exported: { field: 'registered' },
        cell: ({ registered }) => <CellTime time={registered} />,
      },
      {
        id: 'lang',
        label: t`Language of e-mails`,
        width: 150,
        hidden: true,
        exported: { field: 'lang' },
        cell: ({ lang }) => (lang === 'ja' ? '日本語' : 'English'),
      },
    ],
    [t, i18n, withCustomer],
  );
}
