import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { Mic, PhoneOff, Video } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Ring } from '#client/call/direct/call-state.ts';
import type { DirectCall } from '#client/call/direct/direct-call.ts';
import { namesInList } from '#client/i18n/formats.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useRingNotification } from '#client/stage/ring-notification.ts';
import { useTitleFlash } from '#client/stage/use-title-flash.ts';
import { focusHeadingIfLost } from '#client/ui/focus-heading.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { leave } from '#client/ui/leave-guard.ts';
import { RingingAvatar } from '#client/ui/ringing-avatar.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { type AnswerKey, createAnswerKey } from './answer-key.ts';
import { directCallAtom } from './direct-call-atom.ts';
import { RoomNotices } from './room-notices.tsx';
import { useFollowMove } from './use-follow-move.ts';
import { useTone } from './use-tone.ts';

export interface IncomingCallProps {
  /** Loads the page of calls in a room, into which a call may move. */
  readonly loadRoomPage?: () => Promise<unknown>;
}

/** Rings on whichever page one is, and follows a call that moves; to be mounted once for everyone who is signed in. */
export const IncomingCall = ({ loadRoomPage }: IncomingCallProps) => {
  const view = useAtomValue(directCallAtom);
  const state = view?.snapshot.state;
  const missed = state?.name === 'idle' ? state.missed : null;
  const call = view?.call;
  const named = useNamed();
  useFollowMove(view, loadRoomPage);
  useEffect(() => {
    if (call) sayWhenSignedOut(call);
  }, [call]);
  useEffect(() => {
    if (!missed || !call) return;
    // Anyone who answered or declined on another browser has not missed it.
    if (missed.reason === 'cancelled' || missed.reason === 'no-answer') {
      const name = named(missed.peer);
      showSnackbar('info', <Trans>You missed a call from {name}.</Trans>);
    }
    if (missed.reason === 'answered-elsewhere')
      showSnackbar('info', <Trans>The call was answered on another device</Trans>);
    call.dismiss();
  }, [missed, call, named]);
  if (!call || !view) return null;
  if (state?.name === 'moved') return <RoomNotices view={view} />;
  if (state?.name !== 'ringing' || state.accepting) return null;
  return <Ringing key={state.ring.callId} call={call} ring={state.ring} />;
};

const followed = new WeakSet<DirectCall>();

/** Anyone who is signed out sees the sign-in at once: the call's page is gone, and this with it. So no one unsubscribes. */
function sayWhenSignedOut(call: DirectCall): void {
  if (followed.has(call)) return;
  followed.add(call);
  const unsubscribe = call.subscribe(() => {
    const { state } = call.get();
    if (state.name !== 'ended' || state.end.kind !== 'signed-out') return;
    unsubscribe();
    showSnackbar('warning', <Trans>You were signed out, and the call has ended.</Trans>);
  });
}

const Ringing = ({ call, ring }: { readonly call: DirectCall; readonly ring: Ring }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  const { name: shown } = ring.peer;
  const name = useNamed()(ring.peer);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useTone('incoming');
  useTitleFlash(t`${name} is calling`);
  const keys = useRef<AnswerKey | null>(null);
  // Closed while it is still in the document, it gives the focus back to what had it; if nothing had, to the screen's heading.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    keys.current = createAnswerKey();
    // Not on a button: anyone who is typing just then must not answer or decline by it.
    heading.current?.focus();
    return () => {
      element?.close();
      queueMicrotask(focusHeadingIfLost);
    };
  }, []);
  useRingNotification({
    callId: ring.callId,
    title: t`${name} is calling`,
    answer: t`Answer`,
    decline: t`Decline`,
    onAnswer: () => accept(true),
    onDecline: call.decline,
  });
  // Changes that would be lost are asked about first, while it rings on: anyone who stays has not answered.
  const accept = (camera: boolean) =>
    leave(() => {
      if (call.get().state.name !== 'ringing') return;
      call.accept({ camera });
      const which = ring.pairId === null || ring.joins ? `call=${ring.callId}` : `pair=${ring.pairId}`;
      void navigate(`${paths.directCall}?${which}`);
    });
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="incoming-call-name"
      data-testid="incoming-call"
      onCancel={(event) => {
        event.preventDefault();
        if (keys.current?.declines()) call.decline();
      }}
      onKeyDown={(event) => {
        const { repeat, ctrlKey, altKey, metaKey, key, nativeEvent } = event;
        const { isComposing } = nativeEvent;
        const answers = keys.current?.answers({ key, repeat, isComposing, ctrlKey, altKey, metaKey });
        // A button that has the focus is pressed by the browser.
        if (!answers || event.target !== heading.current) return;
        event.preventDefault();
        accept(true);
      }}
      m="auto"
      p="0"
      // An edge of its own: on a dark page it would not be told from what is dimmed behind it.
      border="1px solid"
      borderColor="rgb(255 255 255 / 0.14)"
      width="min(22rem, calc(100vw - 2rem))"
      borderRadius="xl"
      bg="#141926"
      backgroundImage="radial-gradient(110% 62% at 50% 4%, #2C3F74 0%, #1A2238 58%, #141926 100%)"
      color="stage.ink"
      boxShadow="lg"
      overflow="hidden"
      animation="rise 240ms"
      _backdrop={{ bg: 'rgb(10 12 18 / 0.7)' }}
    >
      <chakra.div display="grid" justifyItems="center" px="6" pt="6" pb="8" textAlign="center">
        <RingingAvatar name={shown} size="7.5rem" my="6" />
        <chakra.h2
          ref={heading}
          tabIndex={-1}
          outline="none"
          id="incoming-call-name"
          textStyle="title"
          overflowWrap="anywhere"
        >
          {shown}
        </chakra.h2>
        <chakra.p mt="1" mb="7" color="#C8D2EC">
          <RingText ring={ring} />
        </chakra.p>
        <chakra.div display="flex" gap="7" justifyContent="center">
          <Answer caption={<Trans>Decline</Trans>}>
            <IconButton
              label={t`Decline`}
              variant="danger"
              shape="round"
              size="lg"
              width="16"
              height="16"
              data-testid="decline"
              onClick={call.decline}
            >
              <PhoneOff aria-hidden />
            </IconButton>
          </Answer>
          <Answer caption={<Trans>Audio only</Trans>}>
            <IconButton
              label={t`Audio only: answer without video`}
              variant="stage"
              shape="round"
              size="lg"
              width="16"
              height="16"
              onClick={() => accept(false)}
            >
              <Mic aria-hidden />
            </IconButton>
          </Answer>
          <Answer caption={<Trans>Answer</Trans>}>
            <IconButton
              label={t`Answer`}
              shape="round"
              size="lg"
              width="16"
              height="16"
              bg="#5B8C2A"
              color="#FFFFFF"
              _hover={{ bg: '#4C7822' }}
              data-testid="accept"
              onClick={() => accept(true)}
            >
              <Video aria-hidden />
            </IconButton>
          </Answer>
        </chakra.div>
      </chakra.div>
    </chakra.dialog>
  );
};

/** What accepting leads to: a call of two, a guest's call, or a call that others are in already. */
const RingText = ({ ring: { peer, joins } }: { readonly ring: Ring }) => {
  const named = useNamed();
  const language = useLanguage();
  if (peer.kind === 'guest') return <Trans>is calling as a guest, from your link</Trans>;
  if (!joins) return <Trans>is calling you</Trans>;
  const others = joins.people.filter(({ id }) => id !== peer.id).map(named);
  if (others.length === 0) return <Trans>invites you to a call</Trans>;
  const names = namesInList(others, language);
  return <Trans>invites you to a call with {names}</Trans>;
};

const Answer = ({ caption, children }: { readonly caption: ReactNode; readonly children: ReactNode }) => (
  <chakra.div display="grid" justifyItems="center" gap="2" minW="16">
    {children}
    <chakra.span aria-hidden textStyle="caption" color="#C8D2EC">
      {caption}
    </chakra.span>
  </chakra.div>
);
