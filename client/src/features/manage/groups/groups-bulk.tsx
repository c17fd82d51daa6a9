import { Trans, useLingui } from '@lingui/react/macro';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { BulkAction } from '#client/features/manage/task/bulk-action.tsx';

export interface GroupsBulkProps {
  readonly selection: Selection;
  readonly query: FreeQuery;
}

/** What can be done with several groups at once. */
export const GroupsBulk = (list: GroupsBulkProps) => {
  const { t } = useLingui();
  return (
    <>
      <BulkAction path="groups" action="merge" body={{ end: null }} label={t`Remove the end`} {...list} />
      <BulkAction path="groups" action="delete" label={t`Delete`} {...list}>
        <Trans>Their members can’t meet there any more. This can’t be undone.</Trans>
      </BulkAction>
    </>
  );
};
