import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { Mic, PhoneOff, Video } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Ring } from '#client/call/direct/machine.ts';
import type { DirectCall } from '#client/call/direct/session.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { RingingAvatar } from './calling-view.tsx';
import { directCallAtom } from './direct-call-atom.ts';
import { useTitleFlash } from './use-title-flash.ts';
import { useTone } from './use-tone.ts';

/** Rings on whichever page one is; to be mounted once for everyone who is signed in. */
export const IncomingCall = () => {
  const view = useAtomValue(directCallAtom);
  const state = view?.snapshot.state;
  const missed = state?.name === 'idle' ? state.missed : null;
  const call = view?.call;
  useEffect(() => {
    if (!missed || !call) return;
    // Whoever answered or declined on another browser has not missed it.
    if (missed.reason === 'cancelled' || missed.reason === 'no-answer') {
      const { name } = missed.peer;
      showSnackbar('info', <Trans>You missed a call from {name}.</Trans>);
    }
    call.dismiss();
  }, [missed, call]);
  if (!call || state?.name !== 'ringing' || state.accepting) return null;
  return <Ringing key={state.ring.callId} call={call} ring={state.ring} />;
};

const Ringing = ({ call, ring }: { readonly call: DirectCall; readonly ring: Ring }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { name } = ring.peer;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useTone('incoming');
  useTitleFlash(t`${name} is calling`);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Not on a button: whoever is typing just then must not answer or decline by it.
    heading.current?.focus();
    return () => element?.close();
  }, []);
  const accept = (camera: boolean) => {
    call.accept({ camera });
    void navigate(`/user/videochat/talk?pair=${ring.pairId}`);
  };
  return (
    <chakra.dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby="incoming-call-name"
      data-testid="incoming-call"
      onCancel={(event) => {
        event.preventDefault();
        call.decline();
      }}
      m="auto"
      p="0"
      border="0"
      width="min(22rem, calc(100vw - 2rem))"
      borderRadius="xl"
      bg="stage"
      color="stage.ink"
      boxShadow="lg"
      overflow="hidden"
      animation="rise 240ms"
      _backdrop={{ bg: 'rgb(10 12 18 / 0.6)', backdropFilter: 'blur(6px)' }}
    >
      <chakra.div display="grid" justifyItems="center" px="6" pt="6" pb="8" textAlign="center">
        <RingingAvatar name={name} />
        <chakra.h2
          ref={heading}
          tabIndex={-1}
          outline="none"
          id="incoming-call-name"
          textStyle="title"
          overflowWrap="anywhere"
        >
          {name}
        </chakra.h2>
        <chakra.p mt="1" mb="7" color="stage.muted">
          <Trans>is calling you</Trans>
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
          <Answer caption={<Trans>Voice only</Trans>}>
            <IconButton
              label={t`Answer without video`}
              variant="stage"
              shape="round"
              size="lg"
              width="16"
              height="16"
              data-testid="accept-voice"
              onClick={() => accept(false)}
            >
              <Mic aria-hidden />
            </IconButton>
          </Answer>
          <Answer caption={<Trans>Accept</Trans>}>
            <IconButton
              label={t`Accept`}
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

const Answer = ({ caption, children }: { readonly caption: ReactNode; readonly children: ReactNode }) => (
  <chakra.div display="grid" justifyItems="center" gap="2" minW="16">
    {children}
    <chakra.span aria-hidden textStyle="caption" color="stage.muted">
      {caption}
    </chakra.span>
  </chakra.div>
);
