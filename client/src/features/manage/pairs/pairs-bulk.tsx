import { Trans, useLingui } from '@lingui/react/macro';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { BulkAction } from '#client/features/manage/task/bulk-action.tsx';

export interface PairsBulkProps {
  readonly selection: Selection;
  readonly query: FreeQuery;
}

/** What can be done with several pairs at once. */
export const PairsBulk = (list: PairsBulkProps) => {
  const { t } = useLingui();
  return (
    <>
      <BulkAction path="pairs" action="resendInvitation" label={t`Send the invitation again`} {...list} />
      <BulkAction path="pairs" action="delete" label={t`Delete`} {...list}>
        <Trans>
          They can’t call each other any more, and the pair is removed from its groups. This can’t be undone.
        </Trans>
      </BulkAction>
    </>
  );
};
