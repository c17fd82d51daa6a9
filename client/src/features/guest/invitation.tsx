import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight, MessagesSquare, PhoneOff, Video } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useNamed } from '#client/i18n/use-named.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { Panel } from '#client/ui/panel.tsx';
import { guestVisits } from './guest-visit.ts';
import { LookingAtLink } from './looking-at-link.tsx';
import { NameForm } from './name-form.tsx';
import { opensLater } from './opens-later.ts';
import { useEnterCall } from './use-enter-call.ts';
import { useOwnAccount } from './use-own-account.ts';

/** Dates and time zones are heavy, and most links are open. */
const NotOpenYet = lazy(async () => ({
  default: (await loadChunk(() => import('./not-open-yet.tsx'))).NotOpenYet,
}));

/** In the query, after a call. */
const LEFT = 'left';

export interface InvitationProps {
  readonly name: string;
  readonly startsAt: string | null;
  /** Null: a 1-to-1 call with the link's owner. */
  readonly groupId: string | null;
}

/** Whose call it is, and under which name the guest joins. */
export const Invitation = ({ name: shown, startsAt, groupId }: InvitationProps) => {
  const { t } = useLingui();
  const name = useNamed()({ kind: groupId === null ? 'user' : 'group', name: shown });
  const [query] = useSearchParams();
  const left = query.has(LEFT);
  const enter = useEnterCall(groupId);
  const account = useOwnAccount(groupId);
  const { prefetch } = useCallPaths();
  const ahead = () => prefetch?.(groupId === null ? 'direct' : 'group');
  const [asOther, setAsOther] = useState(false);
  const title = left
    ? t`You left the call`
    : groupId === null
      ? t`Call ${name}`
      : t`You’re invited to ${name}`;
  useDocumentTitle(title);
  if (opensLater(startsAt)) {
    return (
      <Suspense fallback={<LookingAtLink />}>
        <NotOpenYet name={shown} startsAt={startsAt} />
      </Suspense>
    );
  }
  if (account.pending) return <LookingAtLink />;
  const known = !left && !asOther ? account.name : null;
  return (
    <Panel padding="lg" animation="rise 360ms" data-testid={left ? 'guest-left' : 'guest-invited'}>
      <chakra.div display="grid" justifyItems="center" textAlign="center" gap="3" mb="6">
        {left ? (
          <Mark>
            <PhoneOff aria-hidden />
          </Mark>
        ) : (
          <Avatar
            name={shown}
            size="4.5rem"
            icon={groupId === null ? undefined : <MessagesSquare size={30} aria-hidden />}
          />
        )}
        <chakra.h1
          textStyle="title"
          overflowWrap="anywhere"
          tabIndex={-1}
          data-page-heading
          outline="none"
          mt="2"
        >
          {title}
        </chakra.h1>
        <chakra.p color="ink.muted" overflowWrap="anywhere">
          {left ? (
            <Trans>You can rejoin “{name}” until the link expires.</Trans>
          ) : known !== null ? (
            account.member ? (
              <Trans>You’re a member of this group.</Trans>
            ) : groupId === null ? (
              <Trans>We’ll call them when you’re ready.</Trans>
            ) : (
              <Trans>You’ll join as a guest, with your account name.</Trans>
            )
          ) : groupId === null ? (
            <Trans>We’ll call them when you’re ready. No account needed.</Trans>
          ) : (
            <Trans>Enter your name to join. No account needed.</Trans>
          )}
        </chakra.p>
      </chakra.div>
      {known === null ? (
        <NameForm
          left={left}
          direct={groupId === null}
          initial={guestVisits.get().name}
          onTyping={ahead}
          onName={enter}
        />
      ) : (
        <chakra.div display="grid" gap="2">
          {account.member ? (
            <Button size="lg" asChild>
              <Link to={`/user/groupchat/talk?group=${groupId}`} data-testid="join-as-self">
                <ArrowRight aria-hidden />
                {t`Join as ${known}`}
              </Link>
            </Button>
          ) : (
            <Button
              size="lg"
              onPointerEnter={ahead}
              onFocus={ahead}
              onClick={() => enter(known)}
              data-testid="join-as-self"
            >
              {groupId === null ? <Video aria-hidden /> : <ArrowRight aria-hidden />}
              {groupId === null ? t`Call as ${known}` : t`Join as ${known}`}
            </Button>
          )}
          <Button variant="ghost" onClick={() => setAsOther(true)}>
            <Trans>Use another name</Trans>
          </Button>
        </chakra.div>
      )}
      <chakra.p mt="6" textStyle="small" textAlign="center" color="ink.muted">
        <chakra.span color="link" textDecoration="underline" asChild>
          <Link to="/selftest">
            <Trans>Check camera, audio and network first</Trans>
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
