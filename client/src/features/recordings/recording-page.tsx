import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, SearchX, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { isSettled, type Recording, recordingQuery } from '#client/api/queries/recordings.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { FilmSkeleton } from '#client/stage/recordings/film-skeleton.tsx';
import { Button } from '#client/ui/button.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page } from '#client/ui/panel.tsx';
import { AppError } from '#protocol/app-error.ts';
import { DeleteRecording } from './delete-recording.tsx';

const RecordingView = lazy(() => loadChunk(() => import('#client/stage/recordings/film/recording-view.tsx')));

const LIST = '/user/recordings';

/** `/user/recordings/:id`: plays a recorded call, with all its members in step. */
export const RecordingPage = () => {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(recordingQuery(id));
  const gone = error instanceof AppError && error.status === 404;
  return (
    <Page width="wide">
      <chakra.span
        display="inline-flex"
        alignItems="center"
        gap="1"
        minH="11"
        textStyle="small"
        color="link"
        _hover={{ textDecoration: 'underline' }}
        asChild
      >
        <Link to={LIST}>
          <ChevronLeft size={16} aria-hidden />
          <Trans>Recordings</Trans>
        </Link>
      </chakra.span>
      <PageHeading
        title={data?.name ?? (gone ? t`Recording not found` : t`Recording of a call`)}
        lead={data && <Facts recording={data} />}
        actions={data && isSettled(data) && !gone && <DeleteButton recording={data} />}
      />
      {gone ? (
        <EmptyState icon={<SearchX aria-hidden />} title={t`This recording doesn’t exist`}>
          <Trans>It may have been deleted, or it isn’t yours to see.</Trans>
        </EmptyState>
      ) : data ? (
        <Suspense fallback={<FilmSkeleton />}>
          <RecordingView recording={data} />
        </Suspense>
      ) : error ? (
        <LoadingFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <FilmSkeleton />
      )}
    </Page>
  );
};

const Facts = ({ recording: { start, duration } }: { readonly recording: Recording }) => {
  const at = shortTimeText(start, useLanguage());
  return duration === null ? at : `${at} · ${formatDuration(duration)}`;
};

const DeleteButton = ({ recording }: { readonly recording: Recording }) => {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        <Trans>Delete</Trans>
      </Button>
      {asking && (
        <DeleteRecording
          recording={recording}
          onDeleted={() => void navigate(LIST, { replace: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
