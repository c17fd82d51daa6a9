import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LinkIcon, LockKeyhole } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import * as v from 'valibot';
import { type SharedRecording, sharedRecordingQuery } from '#client/api/queries/recording-links.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError, violationsOf, violationText } from '#client/i18n/error-text.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { formatDuration } from '#client/stage/format-duration.ts';
import { FilmSkeleton } from '#client/stage/recordings/film-skeleton.tsx';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { shortTimeText } from '#client/ui/date-text.ts';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { PasswordField } from '#client/ui/password-field.tsx';
import { AppError } from '#protocol/app-error.ts';

const SharedFilm = lazy(() => loadChunk(() => import('#client/stage/recordings/film/shared-film.tsx')));

/** From the fragment of a share link, `#token=…`, which browsers send to no server and name in no `Referer`. */
const tokenIn = (hash: string): string => new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';

/** `/recordings/shared#token=…`: where a share link leads, for people with and without an account. */
export const SharedRecordingPage = () => {
  const { hash } = useLocation();
  const token = tokenIn(hash);
  return token === '' ? <NotShared /> : <Opened key={token} token={token} />;
};

const Opened = ({ token }: { readonly token: string }) => {
  const [password, setPassword] = useState<string | null>(null);
  const query = useQuery(sharedRecordingQuery(token, password));
  const { data, error, isFetching, refetch } = query;
  if (error instanceof AppError && error.status === 404) return <NotShared />;
  if (data) {
    return (
      <Watched shared={data} refresh={async () => (await refetch({ throwOnError: true })).data?.access} />
    );
  }
  const wrong = violationsOf(error).find(({ propertyPath }) => propertyPath === 'password');
  if (wrong || password !== null) {
    return (
      <Locked
        wrong={password === null ? null : (wrong?.code ?? null)}
        failed={wrong ? null : error}
        busy={isFetching}
        onPassword={(given) => (given === password ? void refetch() : setPassword(given))}
      />
    );
  }
  return (
    <Page width="wide">
      {error ? <LoadingFailed error={error} onRetry={() => void refetch()} /> : <FilmSkeleton />}
    </Page>
  );
};

const NotShared = () => {
  const { t } = useLingui();
  useDocumentTitle(t`This link doesn’t work`);
  return (
    <Page width="form" flex="1" display="grid" alignContent="center">
      <Panel padding="none">
        <EmptyState icon={<LinkIcon aria-hidden />} title={t`This link doesn’t work`} titleAs="h1">
          <Trans>It has ended, or it was deleted. Ask the person who sent it for a new one.</Trans>
        </EmptyState>
      </Panel>
    </Page>
  );
};

interface WatchedProps {
  readonly shared: SharedRecording;
  readonly refresh: () => Promise<SharedRecording['access'] | undefined>;
}

const Watched = ({ shared: { recording, access, end }, refresh }: WatchedProps) => {
  const language = useLanguage();
  const { name, start, duration } = recording;
  const at = shortTimeText(start, language);
  const until = shortTimeText(end, language);
  return (
    <Page width="wide">
      <PageHeading
        title={name}
        lead={
          <>
            {duration === null ? at : `${at} · ${formatDuration(duration)}`}
            {' · '}
            <Trans>Shared until {until}</Trans>
          </>
        }
      />
      <Suspense fallback={<FilmSkeleton />}>
        <SharedFilm recording={recording} access={access} refresh={refresh} />
      </Suspense>
    </Page>
  );
};

const PasswordSchema = v.object({ password: v.pipe(v.string(), v.minLength(1, 'password-required')) });

interface LockedProps {
  /** What is wrong with the password that was given; null: none was given, or nothing is. */
  readonly wrong: keyof typeof violationText | null;
  /** Why it could not be asked. */
  readonly failed: Error | null;
  readonly busy: boolean;
  readonly onPassword: (password: string) => void;
}

const Locked = ({ wrong, failed, busy, onPassword }: LockedProps) => {
  const { t, i18n } = useLingui();
  const form = useValidatedForm(PasswordSchema, ({ password }) => onPassword(password));
  const field = form.field('password');
  return (
    <Page width="form" flex="1" display="grid" alignContent="center">
      <PageHeading
        title={t`Watch a recording`}
        lead={<Trans>Enter the password that you were given with the link.</Trans>}
      />
      <Panel>
        <chakra.form display="grid" gap="3" {...form.formProps}>
          {failed && !busy && <Banner tone="error">{i18n._(textOfError(failed))}</Banner>}
          <PasswordField
            label={t`Password`}
            autoComplete="current-password"
            autoFocus
            {...field}
            error={field.error ?? (wrong && !busy ? i18n._(violationText[wrong]) : undefined)}
          />
          <Button type="submit" size="lg" loading={busy}>
            <LockKeyhole aria-hidden />
            <Trans>Open</Trans>
          </Button>
        </chakra.form>
      </Panel>
    </Page>
  );
};
