import { Trans, useLingui } from '@lingui/react/macro';
import type { User } from '#client/api/api-types.ts';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { useOnlyWhere } from '#client/features/manage/table/use-only-where.ts';
import { BulkAction } from '#client/features/manage/task/bulk-action.tsx';
import { MoveAction } from '#client/features/manage/task/move-action.tsx';
import { waitsForMail } from './use-user-mails.tsx';

export interface UsersBulkProps {
  readonly selection: Selection;
  readonly query: FreeQuery;
  /** Of this page. */
  readonly users: readonly User[];
}

/** What can be done with several users at once. */
export const UsersBulk = ({ users, ...list }: UsersBulkProps) => {
  const { t } = useLingui();
  const waiting = useOnlyWhere(list.selection, users, waitsForMail);
  return (
    <>
      {!waiting.isEmpty && (
        <BulkAction
          path="users"
          action="resend"
          label={t`Send link again`}
          query={list.query}
          selection={waiting.selection}
        >
          <Trans>Only users who still have to confirm their e-mail address get it.</Trans>
        </BulkAction>
      )}
      <BulkAction path="users" action="sendReset" label={t`Send a password reset link`} {...list}>
        <Trans>Users who haven’t accepted their invitation yet get the invitation again instead.</Trans>
      </BulkAction>
      <MoveAction path="users" {...list} />
      <BulkAction path="users" action="delete" label={t`Delete`} {...list}>
        <Trans>Their pairs and groups are deleted too. This cannot be undone.</Trans>
      </BulkAction>
    </>
  );
};
