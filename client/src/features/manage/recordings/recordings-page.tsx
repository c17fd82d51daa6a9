import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { managedListQuery } from '#client/api/queries/manage/lists.ts';
import { isSettled } from '#client/api/queries/recordings.ts';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { useAddressDialog } from '#client/features/manage/shell/use-address-dialog.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useTimeName } from '#client/features/manage/table/use-time-name.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { DeleteRecording } from './delete-recording.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { RecordingMenu } from './recording-menu.tsx';
import { recordingsList } from './recordings-list.ts';
import { useRecordingColumns } from './use-recording-columns.tsx';

/** While one is being made its row changes by itself. */
const UNSETTLED_MS = 3_000;

/** `/manager/recordings`. */
export const RecordingsPage = () => {
  const { t } = useLingui();
  const address = useTableAddress(recordingsList);
  const query = useManagedList('recordings', address);
  // The same part of the list, asked for again.
  useQuery({
    ...managedListQuery('recordings', query.apiQuery),
    refetchInterval: ({ state }) => (state.data?.items.every(isSettled) === false ? UNSETTLED_MS : false),
  });
  const timeName = useTimeName();
  const columns = useRecordingColumns();
  const downloading = useAddressDialog('download');
  const deleting = useAddressDialog('delete');
  return (
    <ConsolePage title={t`Recordings`} fills>
      <ManageList
        caption={t`Recordings`}
        searchLabel={t`Search recordings`}
        address={address}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name, start }) => timeName(start, name)}
        Actions={RecordingMenu}
        empty={
          <EmptyState icon={<Clapperboard aria-hidden />} title={t`No recordings yet`}>
            <Trans>Calls that are recorded on the server appear here.</Trans>
          </EmptyState>
        }
      />
      {downloading.value !== null && (
        <Versioned path="recordings" id={downloading.value} title={t`Recording`} onClose={downloading.close}>
          {({ item }) => <DownloadDialog recording={item} onClose={downloading.close} />}
        </Versioned>
      )}
      {deleting.value !== null && (
        <Versioned path="recordings" id={deleting.value} title={t`Recording`} onClose={deleting.close}>
          {(version) => <DeleteRecording version={version} onClose={deleting.close} />}
        </Versioned>
      )}
    </ConsolePage>
  );
};
