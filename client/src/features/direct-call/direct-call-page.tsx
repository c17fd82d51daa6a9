import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { Unlink } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Check } from 'typebox/schema';
import type { DirectCallState } from '#client/call/direct/machine.ts';
import { Announcer } from '#client/stage/announcer.tsx';
import { useCallShortcuts } from '#client/stage/call-shortcuts.ts';
import { CallTimer } from '#client/stage/call-timer.tsx';
import { ControlBar, HangUpControl, MediaControls } from '#client/stage/control-bar.tsx';
import { QualityBadge } from '#client/stage/quality-badge.tsx';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { Spinner } from '#client/ui/spinner.tsx';
import { type PairId, PairIdSchema } from '#protocol/ids.ts';
import { CallNotices } from './call-notices.tsx';
import { CallingView } from './calling-view.tsx';
import { ConnectedView } from './connected-view.tsx';
import { type DirectCallView, directCallAtom } from './direct-call-atom.ts';
import { endText } from './end-text.tsx';
import { EndedView } from './ended-view.tsx';
import { useTone } from './use-tone.ts';

const HOME = '/user/videochat';

/** `/user/videochat/talk?pair=ID`: calls the pair at once, or shows the call that was just accepted. */
export const DirectCallPage = () => {
  const view = useAtomValue(directCallAtom);
  const [parameters] = useSearchParams();
  const pairId = parameters.get('pair');
  const { t } = useLingui();
  if (!isPairId(pairId)) return <InvalidPair />;
  if (!view)
    return (
      <Stage label={t`Call`}>
        <StageMessage>
          <Spinner size="2rem" label={t`Connecting…`} />
        </StageMessage>
      </Stage>
    );
  return <Talk key={pairId} view={view} pairId={pairId} />;
};

const isPairId = (value: unknown): value is PairId => Check(PairIdSchema, value);

const InvalidPair = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  return (
    <Stage label={t`Call`}>
      <StageMessage>
        <Unlink size={40} aria-hidden />
        <h1>
          <Trans>Invalid pair information.</Trans>
        </h1>
        <Button variant="stage" onClick={() => navigate(HOME)}>
          <Trans>Back</Trans>
        </Button>
      </StageMessage>
    </Stage>
  );
};

const peerName = (state: DirectCallState): string | null => {
  switch (state.name) {
    case 'idle':
      return null;
    case 'calling':
      return state.invited?.peer.name ?? null;
    case 'ringing':
      return state.ring.peer.name;
    case 'connecting':
    case 'connected':
      return state.call.peer.name;
    case 'ended':
      return state.peer?.name ?? null;
  }
};

const Talk = ({ view, pairId }: { readonly view: DirectCallView; readonly pairId: PairId }) => {
  const { call, snapshot, connection } = view;
  const { state, local } = snapshot;
  const navigate = useNavigate();
  const { t, i18n } = useLingui();
  const name = peerName(state) ?? t`Call`;
  useDocumentTitle(name);

  const begin = useEffectEvent(() => {
    const { name: phase } = call.get().state;
    if (phase === 'idle' || phase === 'ended') call.call(pairId);
  });
  const leave = useEffectEvent(() => {
    call.hangUp();
    call.dismiss();
  });
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Both a moment later: a page that React takes down and puts up again at once (StrictMode) neither calls twice nor
    // hangs up.
    clearTimeout(leaving.current);
    const beginning = setTimeout(() => begin());
    return () => {
      clearTimeout(beginning);
      leaving.current = setTimeout(() => leave());
    };
  }, []);

  const toggleMute = () => {
    // Without a microphone the button asks for one again.
    if (local?.microphone.status === 'failed') call.choose('microphone', null);
    else call.setMuted(!local?.muted);
  };
  const toggleCamera = () =>
    call.setCamera(local?.camera.status !== 'live' && local?.camera.status !== 'starting');
  useCallShortcuts({ onMute: toggleMute, onCamera: toggleCamera });
  useTone(state.name === 'calling' && state.invited ? 'ringBack' : state.name === 'ended' ? 'ended' : null);

  const announcement = (() => {
    switch (state.name) {
      case 'calling':
        return t`Calling ${name}…`;
      case 'connecting':
        return t`Connecting…`;
      case 'connected':
        return t`Connected with ${name}`;
      case 'ended':
        return i18n._(endText(state.end, name).title);
      default:
        return '';
    }
  })();

  return (
    <Stage label={t`Call with ${name}`}>
      <Announcer text={announcement} />
      <CallNotices snapshot={snapshot} connection={connection} />
      {state.name === 'ended' ? (
        <EndedView
          ended={state}
          name={name}
          onBack={() => navigate(HOME)}
          onCallAgain={() => call.call(state.pairId)}
        />
      ) : (
        <>
          {state.name === 'connected' ? (
            <>
              <CallHeader view={view} name={name} connectedAt={state.connectedAt} />
              <ConnectedView call={state.call} snapshot={snapshot} />
            </>
          ) : (
            <CallingView name={name} local={local} still={state.name !== 'calling'}>
              {state.name === 'calling' && !state.invited && <Trans>Calling…</Trans>}
              {state.name === 'calling' && state.invited && <Trans>Ringing…</Trans>}
              {(state.name === 'connecting' || state.name === 'ringing') && <Trans>Connecting…</Trans>}
            </CallingView>
          )}
          <ControlBar>
            <MediaControls local={local} onMute={toggleMute} onCamera={toggleCamera} onChoose={call.choose} />
            <HangUpControl testId="hang-up" label={t`Hang up`} onClick={call.hangUp} />
          </ControlBar>
        </>
      )}
    </Stage>
  );
};

const CallHeader = ({
  view,
  name,
  connectedAt,
}: {
  readonly view: DirectCallView;
  readonly name: string;
  readonly connectedAt: number;
}) => (
  <chakra.header
    position="absolute"
    top="0"
    insetInline="0"
    zIndex="1"
    display="flex"
    alignItems="center"
    gap="3"
    px="4"
    pt="max(0.75rem, env(safe-area-inset-top))"
    pb="6"
    bgGradient="to-b"
    gradientFrom="rgb(0 0 0 / 0.55)"
    gradientTo="transparent"
    pointerEvents="none"
  >
    <chakra.h1 textStyle="subheading" truncate minW="0">
      {name}
    </chakra.h1>
    <chakra.span textStyle="small" opacity="0.85">
      <CallTimer since={connectedAt} />
    </chakra.span>
    <chakra.span marginInlineStart="auto" pointerEvents="auto">
      {view.snapshot.quality && <QualityBadge quality={view.snapshot.quality} />}
    </chakra.span>
  </chakra.header>
);
