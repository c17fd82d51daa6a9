import { Trans, useLingui } from '@lingui/react/macro';
import type { Pair } from '#client/api/api-types.ts';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { useOnlyWhere } from '#client/features/manage/table/use-only-where.ts';
import { BulkAction } from '#client/features/manage/task/bulk-action.tsx';
import { canResend } from './pair-rights.ts';

export interface PairsBulkProps {
  readonly selection: Selection;
  readonly query: FreeQuery;
  /** Of this page. */
  readonly pairs: readonly Pair[];
}

/** What can be done with several pairs at once. */
export const PairsBulk = ({ pairs, ...list }: PairsBulkProps) => {
  const { t } = useLingui();
  const resendable = useOnlyWhere(list.selection, pairs, canResend);
  return (
    <>
      {!resendable.isEmpty && (
        <BulkAction
          path="pairs"
          action="resendInvitation"
          label={t`Send invitation again`}
          query={list.query}
          selection={resendable.selection}
        >
          <Trans>
            Only people who haven’t approved yet get an e-mail. Devices show the request until someone answers
            it.
          </Trans>
        </BulkAction>
      )}
      <BulkAction path="pairs" action="delete" label={t`Delete`} {...list}>
        <Trans>
          They can’t call each other any more, and the pair is removed from its groups. This can’t be undone.
        </Trans>
      </BulkAction>
    </>
  );
};
