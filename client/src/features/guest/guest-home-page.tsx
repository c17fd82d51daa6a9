import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { guestLinkQuery } from '#client/api/queries/guest-link.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { Button } from '#client/ui/button.tsx';
import { Page } from '#client/ui/panel.tsx';
import { AppError } from '#protocol/app-error.ts';
import { Closed } from './closed.tsx';
import { type GuestRefusal, guestVisits, tokenOfLink } from './guest-visit.ts';
import { Invitation } from './invitation.tsx';
import { LookingAtLink } from './looking-at-link.tsx';
import { opensLater } from './opens-later.ts';
import { Refused } from './refused.tsx';

/** A call that has not begun is looked at again so often, so that no one needs to reload. */
const RECHECK_MS = 15_000;

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
        : opened === null && <CheckedLink key={visit.token} token={visit.token} refusal={visit.refusal} />}
    </Page>
  );
};

const NoLink = () => {
  const { t } = useLingui();
  return (
    <Closed title={t`This link isn’t valid.`}>
      <Trans>Open the full link from your invitation.</Trans>
    </Closed>
  );
};

interface CheckedLinkProps {
  readonly token: string;
  readonly refusal: GuestRefusal | undefined;
}

const CheckedLink = ({ token, refusal }: CheckedLinkProps) => {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery({
    ...guestLinkQuery(token),
    refetchInterval: ({ state }) => (opensLater(state.data?.startsAt ?? null) ? RECHECK_MS : false),
  });
  if (error && !data) {
    if (error instanceof AppError && error.code.startsWith('guest-link-')) return <Withdrawn error={error} />;
    return (
      <Closed
        title={i18n._(textOfError(error))}
        action={
          <Button onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>Check your connection.</Trans>
      </Closed>
    );
  }
  if (!data) return <LookingAtLink />;
  // The server's last word: the link may have been withdrawn since it was looked at first.
  if (error instanceof AppError) return <Withdrawn error={error} />;
  if (refusal) return <Refused refusal={refusal} groupId={data.group} />;
  return <Invitation name={data.name} startsAt={data.startsAt} groupId={data.group} />;
};

const Withdrawn = ({ error }: { readonly error: AppError }) => {
  const { i18n } = useLingui();
  return (
    <Closed title={i18n._(textOfError(error))}>
      <Trans>Ask the person who invited you for a new link.</Trans>
    </Closed>
  );
};
