import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CalendarClock, DoorOpen, LinkIcon, MessagesSquare, PhoneOff, Video } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { guestLinkQuery } from '#client/api/queries/guest-link.ts';
import { useValidatedForm } from '#client/forms/use-validated-form.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useCallPlaces } from '#client/stage/call-places.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { dateTimeText } from '#client/ui/date-text.ts';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Page, Panel } from '#client/ui/panel.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { AppError } from '#protocol/app-error.ts';
import { guestVisits, tokenOfLink } from './guest-visit.ts';

/** As the socket takes it (protocol/src/signal/session.ts). */
const MAX_NAME = 80;
/** A call that has not begun is looked at again so often, so that nobody needs to reload. */
const RECHECK_MS = 15_000;
/** In the query, after a call. */
const LEFT = 'left';

/** `/guest#token=…`: where a guest link leads, before a call and after it. */
export const GuestHomePage = () => {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const visit = useObservable(guestVisits);
  const opened = tokenOfLink(hash);
  useEffect(() => {
    if (opened === null) return;
    guestVisits.open(opened);
    // It does not stay in the address, where it would be seen on a shared screen.
    void navigate('/guest', { replace: true });
  }, [opened, navigate]);
  return (
    <Page width="form" flex="1" display="grid" alignContent="center">
      {visit.token === null
        ? opened === null && <NoLink />
        : opened === null && <CheckedLink key={visit.token} token={visit.token} />}
    </Page>
  );
};

const NoLink = () => {
  const { t } = useLingui();
  return (
    <Closed title={t`The link is not valid.`}>
      <Trans>Open the link from the invitation again, as a whole.</Trans>
    </Closed>
  );
};

/** Why nobody gets in here, and what to do. */
const Closed = ({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) => {
  useDocumentTitle(title);
  return (
    <Panel padding="none" data-testid="guest-closed">
      <EmptyState icon={<LinkIcon aria-hidden />} title={title} titleAs="h1" action={action}>
        {children}
      </EmptyState>
    </Panel>
  );
};

const CheckedLink = ({ token }: { readonly token: string }) => {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    ...guestLinkQuery(token),
    refetchInterval: ({ state }) => (opensLater(state.data?.startsAt ?? null) ? RECHECK_MS : false),
  });
  if (error && !data) {
    const known = error instanceof AppError && error.code.startsWith('guest-link-');
    return (
      <Closed
        title={i18n._(textOfError(error))}
        action={
          !known && (
            <Button onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      >
        {known ? (
          <Trans>Ask whoever has invited you for a new one.</Trans>
        ) : (
          <Trans>Check your connection.</Trans>
        )}
      </Closed>
    );
  }
  if (!data) {
    return (
      <chakra.div display="grid" placeItems="center" color="primary" minH="60">
        <Spinner size="2.5rem" label={t`Looking at the link…`} />
      </chakra.div>
    );
  }
  return (
    <Invitation
      // The server's last word: the link may have been withdrawn since it was looked at first.
      withdrawn={error}
      name={data.name}
      startsAt={data.startsAt}
      groupId={data.group}
    />
  );
};

const opensLater = (startsAt: string | null): boolean =>
  startsAt !== null && Date.parse(startsAt) > Date.now();

interface InvitationProps {
  readonly withdrawn: Error | null;
  readonly name: string;
  readonly startsAt: string | null;
  /** Null: a 1-to-1 call with whoever made the link. */
  readonly groupId: string | null;
}

const FormSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(MAX_NAME, 'invalid')),
});

const Invitation = ({ withdrawn, name, startsAt, groupId }: InvitationProps) => {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const places = useCallPlaces();
  const [query] = useSearchParams();
  const left = query.has(LEFT);
  const form = useValidatedForm(FormSchema, (values) => {
    guestVisits.enter(values.name);
    void navigate(groupId === null ? places.directCall : `${places.groupCall}?group=${groupId}`);
  });
  const title = left
    ? t`You have left the call`
    : groupId === null
      ? t`Call ${name}`
      : t`You are invited to ${name}`;
  useDocumentTitle(title);
  if (withdrawn instanceof AppError) {
    return (
      <Closed title={i18n._(textOfError(withdrawn))}>
        <Trans>Ask whoever has invited you for a new one.</Trans>
      </Closed>
    );
  }
  if (startsAt !== null && opensLater(startsAt)) {
    const time = dateTimeText(startsAt);
    return (
      <Panel padding="none" data-testid="guest-not-open">
        <EmptyState icon={<CalendarClock aria-hidden />} title={name} titleAs="h1">
          <Trans>This call has not opened yet. It opens at {time}.</Trans>{' '}
          <Trans>Leave this page open: it lets you in by itself then.</Trans>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel padding="lg" animation="rise 360ms" data-testid={left ? 'guest-left' : 'guest-invited'}>
      <chakra.div display="grid" justifyItems="center" textAlign="center" gap="3" mb="6">
        {left ? (
          <Mark>
            <PhoneOff aria-hidden />
          </Mark>
        ) : (
          <Avatar
            name={name}
            size="4.5rem"
            icon={groupId === null ? undefined : <MessagesSquare size={30} aria-hidden />}
          />
        )}
        <chakra.h1 textStyle="title" tabIndex={-1} data-page-heading outline="none" mt="2">
          {title}
        </chakra.h1>
        <chakra.p color="ink.muted">
          {left ? (
            <Trans>You can come back to “{name}” for as long as the link is good.</Trans>
          ) : groupId === null ? (
            <Trans>They will be rung when you are ready. You need no account.</Trans>
          ) : (
            <Trans>Say who you are, and come in. You need no account.</Trans>
          )}
        </chakra.p>
      </chakra.div>
      <chakra.form display="grid" gap="2" {...form.formProps}>
        <TextField
          label={t`Your name`}
          hint={t`The others see it.`}
          autoComplete="name"
          maxLength={MAX_NAME}
          defaultValue={guestVisits.get().name}
          {...form.field('name')}
        />
        <Button type="submit" size="lg" data-testid="guest-enter">
          {left ? (
            <DoorOpen aria-hidden />
          ) : groupId === null ? (
            <Video aria-hidden />
          ) : (
            <ArrowRight aria-hidden />
          )}
          {left ? t`Join again` : t`Continue`}
        </Button>
      </chakra.form>
      <chakra.p mt="6" textStyle="small" textAlign="center" color="ink.muted">
        <chakra.span color="link" textDecoration="underline" asChild>
          <Link to="/selftest">
            <Trans>Check camera, sound and network first</Trans>
          </Link>
        </chakra.span>
      </chakra.p>
    </Panel>
  );
};

const Mark = ({ children }: { readonly children: ReactNode }) => (
  <chakra.span
    display="grid"
    placeItems="center"
    width="18"
    height="18"
    borderRadius="full"
    bg="primary.subtle"
    color="primary.onSubtle"
  >
    {children}
  </chakra.span>
);
