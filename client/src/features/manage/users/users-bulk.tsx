import { Trans, useLingui } from '@lingui/react/macro';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { BulkAction } from '#client/features/manage/task/bulk-action.tsx';

export interface UsersBulkProps {
  readonly selection: Selection;
  readonly query: FreeQuery;
}

/** What can be done with several users at once. */
export const UsersBulk = (list: UsersBulkProps) => {
  const { t } = useLingui();
  return (
    <>
      <BulkAction path="users" action="resend" label={t`Send the link again`} {...list} />
      <BulkAction path="users" action="sendReset" label={t`Send a password reset link`} {...list} />
      <BulkAction path="users" action="delete" label={t`Delete`} {...list}>
        <Trans>Their pairs and groups are deleted too. This cannot be undone.</Trans>
      </BulkAction>
    </>
  );
};
