import { Trans, useLingui } from '@lingui/react/macro';
import type { FreeQuery } from '#client/api/query-string.ts';
import type { Selection } from '#client/features/manage/table/selection.ts';
import { BulkAction } from '#client/features/manage/task/bulk-action.tsx';
import { MoveAction } from '#client/features/manage/task/move-action.tsx';
import { SetUpSheets } from './set-up-sheets.tsx';

export interface DevicesBulkProps {
  readonly selection: Selection;
  readonly query: FreeQuery;
}

/** What can be done with several devices at once. */
export const DevicesBulk = (list: DevicesBulkProps) => {
  const { t } = useLingui();
  return (
    <>
      <BulkAction path="devices" action="merge" body={{ state: 'ENABLED' }} label={t`Enable`} {...list} />
      <BulkAction path="devices" action="merge" body={{ state: 'DISABLED' }} label={t`Disable`} {...list}>
        <Trans>They are signed out at once and can’t be called.</Trans>
      </BulkAction>
      <SetUpSheets {...list} />
      <MoveAction path="devices" {...list}>
        <Trans>
          They are signed out at once and need new secrets: make set-up sheets for them afterwards.
        </Trans>
      </MoveAction>
      <BulkAction path="devices" action="delete" label={t`Delete`} {...list}>
        <Trans>
          They are signed out at once, and their pairs are deleted; their calls stay in the history. This
          can’t be undone.
        </Trans>
      </BulkAction>
    </>
  );
};
