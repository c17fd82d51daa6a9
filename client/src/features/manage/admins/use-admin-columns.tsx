import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Admin } from '#client/api/api-types.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { VerifiedBadge } from '#client/features/manage/shell/verified-badge.tsx';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';

/** The columns of the list of administrators; the same array as long as the language is. */
export function useAdminColumns(): readonly ManageColumn<Admin>[] {
  const { t } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Admin>[] => [
      {
        id: 'email',
        label: t`E-mail address`,
        main: true,
        width: 300,
        sortBy: 'email',
        cell: ({ id, email }) => <ConsoleLink to={`/manager/admins?edit=${id}`}>{email}</ConsoleLink>,
      },
      {
        id: 'verified',
        label: t`State`,
        width: 150,
        exported: { field: 'verified', words: { VERIFIED: t`Verified`, UNVERIFIED: t`Not verified` } },
        cell: ({ verified }) => <VerifiedBadge state={verified} />,
      },
      {
        id: 'pendingEmail',
        label: t`New e-mail address`,
        width: 280,
        cell: ({ pendingEmail }) => pendingEmail,
        empty: ({ pendingEmail }) => pendingEmail === null,
      },
      {
        id: 'registered',
        label: t`Registered`,
        ...TIME,
        sortBy: 'registered',
        cell: ({ registered }) => <CellTime time={registered} />,
      },
    ],
    [t],
  );
}
