import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import {
  isSettled,
  type Recording,
  recordingAccessQuery,
  recordingQuery,
} from '#client/api/queries/recordings.ts';
import { FilmSkeleton } from '#client/stage/recordings/film-skeleton.tsx';
import { ShareLinks } from '#client/stage/recordings/sharing/share-links.tsx';
import { faultText } from '#client/stage/recordings/state-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { OneFile } from './one-file.tsx';
import { RecordingFilm } from './recording-film.tsx';

/** What a recording's page shows below its heading. */
const RecordingView = ({ recording }: { readonly recording: Recording }) => {
  const { i18n } = useLingui();
  const { fault } = recording;
  return (
    <>
      {fault && <Banner tone="warning">{i18n._(faultText[fault])}</Banner>}
      <Contents recording={recording} />
    </>
  );
};

const Contents = ({ recording }: { readonly recording: Recording }) => {
  const { t } = useLingui();
  const settled = isSettled(recording);
  if (settled && recording.files.length > 0) return <OpenedFilm key={recording.id} recording={recording} />;
  return (
    <Panel padding="none">
      {settled ? (
        <EmptyState icon={<Clapperboard aria-hidden />} title={t`Nothing was recorded`}>
          <Trans>The recording has no files.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          icon={<Clapperboard aria-hidden />}
          title={
            recording.state === 'finishing'
              ? t`The recording is being processed`
              : t`The call is being recorded`
          }
        >
          <Trans>It can be played here as soon as it’s ready.</Trans>
        </EmptyState>
      )}
    </Panel>
  );
};

/** The files are opened when the recording is finished: before, there are none. */
const OpenedFilm = ({ recording }: { readonly recording: Recording }) => {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(recordingAccessQuery(recording.id));
  if (data) {
    return (
      <RecordingFilm
        recording={recording}
        access={data}
        refresh={async () => {
          try {
            return (await refetch({ throwOnError: true })).data;
          } catch (error) {
            // Has it been deleted meanwhile? Then the page says so.
            await queryClient.invalidateQueries(recordingQuery(recording.id));
            throw error;
          }
        }}
      >
        <OneFile recording={recording} />
        <ShareLinks recording={recording} />
      </RecordingFilm>
    );
  }
  if (error) return <LoadingFailed error={error} onRetry={() => void refetch()} />;
  return <FilmSkeleton />;
};

export default RecordingView;
