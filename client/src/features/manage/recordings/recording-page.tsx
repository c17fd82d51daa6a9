import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { isSettled, recordingQuery } from '#client/api/queries/recordings.ts';
import { Versioned } from '#client/features/manage/form/versioned.tsx';
import { BackLink } from '#client/features/manage/shell/back-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { FilmSkeleton } from '#client/stage/recordings/film-skeleton.tsx';
import { stateText, stateTone } from '#client/stage/recordings/state-text.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { AppError } from '#protocol/app-error.ts';
import { DeleteRecording } from './delete-recording.tsx';

const RecordingView = lazy(() => loadChunk(() => import('#client/stage/recordings/film/recording-view.tsx')));

/** `/manager/recordings/:id`: plays a recorded call, with all its members in step. */
export const RecordingPage = () => {
  const { t, i18n } = useLingui();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const [deleting, setDeleting] = useState(false);
  const { data, error, refetch } = useQuery(recordingQuery(id));
  if (error instanceof AppError && error.status === 404) return <NotFoundPage />;
  return (
    <ConsolePage
      dated
      title={data?.name ?? t`Recording of a call`}
      back={
        <BackLink to="/manager/recordings">
          <Trans>Recordings</Trans>
        </BackLink>
      }
      beside={data && <Badge tone={stateTone[data.state]}>{i18n._(stateText[data.state])}</Badge>}
      tools={
        data &&
        isSettled(data) && (
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            <Trans>Delete</Trans>
          </Button>
        )
      }
    >
      {data ? (
        <Suspense fallback={<FilmSkeleton />}>
          <RecordingView recording={data} />
        </Suspense>
      ) : error ? (
        <LoadingFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <FilmSkeleton />
      )}
      {deleting && (
        <Versioned
          path="recordings"
          id={id}
          title={t`Recording of a call`}
          onClose={() => setDeleting(false)}
        >
          {(version) => (
            <DeleteRecording
              version={version}
              onDeleted={() => void navigate(pathOf('/manager/recordings'), { replace: true })}
              onClose={() => setDeleting(false)}
            />
          )}
        </Versioned>
      )}
    </ConsolePage>
  );
};
