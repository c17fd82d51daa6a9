import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import {
  deleteUnknownRecording,
  UNKNOWN_RECORDINGS,
  type UnknownRecording,
  unknownRecordingsQuery,
} from '#client/api/queries/manage/unknown-recordings.ts';
import { ScrollArea } from '#client/features/manage/table/scroll-area.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { RecordingWords } from './recording-words.tsx';
import { UnassignedTable } from './unassigned-table.tsx';

type Deciding = { readonly by: 'assign' | 'delete'; readonly recording: UnknownRecording };

/** Recordings that media nodes have and the database does not know; nothing where there are none. */
export const UnassignedRecordings = () => {
  const { t } = useLingui();
  const headingId = useId();
  const { data, error, refetch } = useQuery(unknownRecordingsQuery);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const close = () => setDeciding(null);
  if (!data && error)
    return (
      <LoadingFailed error={error} onRetry={() => void refetch()}>
        <Trans>Unassigned recordings can’t be shown.</Trans>
      </LoadingFailed>
    );
  if (!data || data.total === 0) return null;
  const more = data.total - data.recordings.length;
  return (
    <Panel aria-labelledby={headingId} padding="none" overflow="hidden" mt="6" flexShrink="0">
      <chakra.h2 id={headingId} textStyle="subheading" px="3" pt="4">
        {t`Unassigned recordings`}
      </chakra.h2>
      <chakra.p px="3" py="2" color="ink.muted" textStyle="small">
        <Trans>
          Media nodes have these recordings, but the database doesn’t know them, for example because an older
          backup was restored. They are kept until you assign or delete them.
        </Trans>
        {data.incomplete && (
          <>
            {' '}
            <Trans>A media node doesn’t answer: there may be more.</Trans>
          </>
        )}
      </chakra.p>
      {data.recordings.length > 0 && (
        <ScrollArea>
          <UnassignedTable
            recordings={data.recordings}
            onAssign={(recording) => setDeciding({ by: 'assign', recording })}
            onDelete={(recording) => setDeciding({ by: 'delete', recording })}
          />
        </ScrollArea>
      )}
      {more > 0 && (
        <chakra.p px="3" py="3" color="ink.muted" textStyle="small">
          <Plural value={more} one="# more is not shown." other="# more are not shown." />
        </chakra.p>
      )}
      {deciding?.by === 'assign' && <AssignDialog recording={deciding.recording} onClose={close} />}
      {deciding?.by === 'delete' && (
        <ConfirmChange
          title={t`Delete this recording?`}
          confirmLabel={t`Delete`}
          queryKey={UNKNOWN_RECORDINGS}
          change={() => deleteUnknownRecording(deciding.recording.id)}
          done={<Trans>Recording deleted</Trans>}
          onClose={close}
        >
          <RecordingWords recording={deciding.recording} />
          <p>
            <Trans>All its files are deleted. This can’t be undone.</Trans>
          </p>
        </ConfirmChange>
      )}
    </Panel>
  );
};
