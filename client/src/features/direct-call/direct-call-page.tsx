import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Check } from 'typebox/schema';
import { nothingAllowed } from '#client/api/queries/allowed.ts';
import { type DirectCallState, isInCall } from '#client/call/direct/call-state.ts';
import type { CallMedia } from '#client/call/direct/direct-call.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { loadChunk } from '#client/load-chunk.ts';
import { Announcer } from '#client/stage/announcer.tsx';
import { BesidePanel } from '#client/stage/beside-panel.tsx';
import { takeCallIntent } from '#client/stage/call-intent.ts';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { useCallPlace, useCallTitle } from '#client/stage/call-place.ts';
import { CallWindow } from '#client/stage/call-window.tsx';
import { ChangeAnnouncer } from '#client/stage/change-announcer.tsx';
import { useChat } from '#client/stage/chat/use-chat.tsx';
import { ControlBar, HangUpControl, MediaControls } from '#client/stage/control-bar.tsx';
import { useMediaShortcuts } from '#client/stage/media-shortcuts.ts';
import { useSidePanel } from '#client/stage/side-panel-state.ts';
import { Stage, StageTop } from '#client/stage/stage.tsx';
import { useCallTools } from '#client/stage/use-call-tools.tsx';
import { useLiveSettings } from '#client/stage/use-live-settings.ts';
import { useLostShare } from '#client/stage/use-lost-share.tsx';
import { useMarkedName } from '#client/stage/use-named-in-call.ts';
import { useObservable } from '#client/stage/use-observable.ts';
import { useServerRecording } from '#client/stage/use-server-recording.tsx';
import { VideoView } from '#client/stage/video-view.tsx';
import { WaitingForCall } from '#client/stage/waiting-for-call.tsx';
import { WrappedNotices } from '#client/stage/wrapped-notices.tsx';
import { Button } from '#client/ui/button.tsx';
import { WaitNote } from '#client/ui/waiting.tsx';
import { type PairId, PairIdSchema } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import { CallHeader } from './call-header.tsx';
import { CallIsOver } from './call-is-over.tsx';
import { CallNotices } from './call-notices.tsx';
import { CallingView } from './calling-view.tsx';
import { ConnectedView } from './connected-view.tsx';
import { type DirectCallView, directCallAtom } from './direct-call-atom.ts';
import { directScene } from './direct-scene.ts';
import { EndedView } from './ended-view.tsx';
import { InvalidPair } from './invalid-pair.tsx';
import { InvitationNotices } from './invitation-notices.tsx';
import { RemoteSound } from './remote-sound.tsx';
import { ReturningView } from './returning-view.tsx';
import { useAddPerson } from './use-add-person.tsx';
import { useFollowMove } from './use-follow-move.ts';
import { useSelf } from './use-self.ts';
import { useTone } from './use-tone.ts';

/** Guests alone. */
const BeforeCall = lazy(() =>
  loadChunk(async () => ({ default: (await import('./before-call.tsx')).BeforeCall })),
);
/** Only where the address was opened, and nobody has pressed anything that calls. */
const AskFirst = lazy(() => loadChunk(async () => ({ default: (await import('./ask-first.tsx')).AskFirst })));

/**
 * `/user/videochat/talk?pair=ID` calls the pair where someone has pressed something that calls, else asks first, or shows the
 * call with it that is under way; `?call=ID` shows an accepted call that has no pair, or that continues in a room. A guest's page
 * calls the owner of the link.
 */
export const DirectCallPage = () => {
  const view = useAtomValue(directCallAtom);
  const { search, shown } = useCallPlace();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const { who, directHome } = useCallPaths();
  const navigate = useNavigate();
  const pairId = parameters.get('pair');
  const callId = parameters.get('call');
  /** What a guest has chosen before the call. */
  const [media, setMedia] = useState<CallMedia | null>(null);
  const calls = isPairId(pairId) ? { pairId } : who === 'guest' ? { pairId: null } : null;
  if (!calls && callId === null && shown === 'page') return <InvalidPair />;
  if (!view) return <NotThereYet />;
  const { call, snapshot } = view;
  if (snapshot.returning === 'trying') return <ReturningView onEnd={call.hangUp} />;
  if (snapshot.returning === 'failed')
    return (
      <CallIsOver
        lost
        onBack={() => {
          call.dismiss();
          void navigate(directHome);
        }}
        onCallAgain={calls ? () => call.call(calls.pairId) : undefined}
      />
    );
  // Anyone who is in a call already, as after a reload that has resumed it, sees it.
  if (who === 'guest' && media === null && snapshot.state.name === 'idle') {
    return (
      <Suspense fallback={<NotThereYet />}>
        <BeforeCall onCall={setMedia} />
      </Suspense>
    );
  }
  return <Talk key={pairId ?? callId} view={view} calls={calls} media={media ?? {}} />;
};

const NotThereYet = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { directHome } = useCallPaths();
  return (
    <Stage label={t`Call`}>
      <WaitingForCall
        label={t`Connecting…`}
        wayOut={
          <Button variant="stage" onClick={() => void navigate(directHome)}>
            <Trans>Back</Trans>
          </Button>
        }
      />
    </Stage>
  );
};

const isPairId = (value: unknown): value is PairId => Check(PairIdSchema, value);

const peerOf = (state: DirectCallState): Party | null => {
  switch (state.name) {
    case 'idle':
      return null;
    case 'calling':
      return state.invited?.peer ?? null;
    case 'ringing':
      return state.ring.peer;
    case 'connecting':
    case 'connected':
    case 'moved':
      return state.call.peer;
    case 'ended':
      return state.peer;
  }
};

interface TalkProps {
  readonly view: DirectCallView;
  /** Whom the page calls when no call is under way; null: no one. */
  readonly calls: { readonly pairId: PairId | null } | null;
  /** With what of oneself it calls. */
  readonly media: CallMedia;
}

const Talk = ({ view, calls, media }: TalkProps) => {
  const { call, snapshot, connection } = view;
  const { state, local, remote } = snapshot;
  const navigate = useNavigate();
  const paths = useCallPaths();
  const { search } = useCallPlace();
  const { t } = useLingui();
  const peer = peerOf(state);
  const shown = peer?.name ?? t`Call`;
  const markedName = useMarkedName();
  const marked = peer ? markedName(peer) : shown;
  const named = useNamed();
  const name = peer ? named(peer) : shown;
  // What moves to a room is shown here until the room's page is there to show it (SPEC.md, D13).
  const talking = state.name === 'connected' || (state.name === 'moved' && state.linked) ? state : null;
  const cameraOn = talking?.call.peerMedia.camera ?? false;
  useCallTitle(shown);
  const inWindow = useCallPlace().shown === 'window';

  useLostShare(snapshot.lostShare);
  const { state: navigation } = useLocation();

  /** From then on a page without a call shows one that is over: the connection that it was made over is gone. */
  const [begun, setBegun] = useState(false);
  const begin = useEffectEvent(() => {
    setBegun(true);
    const { state: now } = call.get();
    if (!calls || (now.name !== 'idle' && now.name !== 'ended')) return;
    // A guest has pressed a button of this page.
    if (calls.pairId === null || takeCallIntent(navigation)) call.call(calls.pairId, media);
    // The end of a call with the same person may come before the page does, e.g. when another device answers: it is shown.
    else if (now.name === 'ended' && now.pairId !== calls.pairId) call.dismiss();
  });
  useEffect(() => {
    // A moment later: a page that React takes down and puts up again at once (StrictMode) does not call twice.
    const beginning = setTimeout(() => begin());
    return () => clearTimeout(beginning);
  }, []);

  const toggleMute = () => {
    // Without a microphone the button asks for one again.
    if (local?.microphone.status === 'failed') call.choose('microphone', null);
    else call.setMuted(!local?.muted);
  };
  const toggleCamera = () =>
    call.setCamera(local?.camera.status !== 'live' && local?.camera.status !== 'starting');
  const onCamera = snapshot.offered?.shareCamera === false ? null : toggleCamera;
  useMediaShortcuts({ onMute: toggleMute, onCamera });
  useTone(state.name === 'calling' && state.invited ? 'ringBack' : state.name === 'ended' ? 'ended' : null);

  const connected = state.name === 'connected';
  const self = useSelf(connection);
  // The recording shows names, because other people may watch it: "You" would be wrong for them.
  const ownName = self?.name ?? t`You`;
  const scene = useMemo(
    () => directScene({ local, remote, name: marked, self: ownName, cameraOn }),
    [local, remote, marked, ownName, cameraOn],
  );
  // Guests and devices learn it from the call; until then nothing is offered that would have to be withdrawn.
  const allowed = snapshot.offered ? { enabled: true, ...snapshot.offered } : nothingAllowed;
  const front = remote.screen?.video ?? remote.playback?.video ?? (cameraOn ? remote.video : null);
  const tools = useCallTools({
    call,
    local,
    allowed,
    live: isInCall(state),
    connected,
    moving: state.name === 'moved',
    scene,
    front,
  });

  const serverRecording = useServerRecording({
    allowed: state.name === 'connected' && allowed.recording && paths.who !== 'guest',
    recorded: false,
    record: call.recordOnServer,
  });

  useLiveSettings(call);
  // Those who can be called follow it wherever they are (`IncomingCall`).
  useFollowMove(paths.who === 'guest' ? view : null);
  const addPerson = useAddPerson(view);
  const panel = useSidePanel();
  const chat = useChat({
    panel,
    // The same key as in the room, if the call moves to one.
    callKey: talking ? `?call=${talking.call.callId}` : '',
    messages: useObservable(call.chat),
    lastEarlier: null,
    self,
    to: name,
    enabled: talking !== null,
    onSay: call.chat.say,
  });

  const announcement = (() => {
    switch (state.name) {
      case 'calling':
        // The server says who it is.
        return state.invited ? t`Calling ${name}…` : t`Calling…`;
      case 'connecting':
        return t`Connecting…`;
      case 'connected':
        // That it is interrupted is read out as a notice.
        return state.link === 'restoring' ? '' : t`Connected with ${name}`;
      default:
        // The end is read as the heading, which takes the focus.
        return '';
    }
  })();

  const changes = (
    <ChangeAnnouncer
      local={talking && local}
      othersShareScreen={remote.screen !== null}
      recorded={snapshot.recordedByPeer}
    />
  );

  if (inWindow) {
    if (!isInCall(state)) return null;
    return (
      <Stage label={t`Call with ${name}`}>
        <Announcer text={announcement} />
        {changes}
        <RemoteSound remote={remote} />
        <CallWindow
          name={marked}
          since={talking?.connectedAt ?? null}
          picture={<VideoView track={front} label={t`${name}’s video`} kind="remote" />}
          recorded={snapshot.recordedByPeer || tools.recording}
          muted={local?.muted ?? false}
          hangUpLabel={t`End call`}
          onMute={toggleMute}
          onHangUp={() => tools.end(call.hangUp)}
          onReturn={() => navigate(`${paths.directCall}${search}`)}
        />
        {tools.panels}
      </Stage>
    );
  }

  if (begun && state.name === 'idle') {
    if (calls?.pairId)
      return (
        <Suspense fallback={<NotThereYet />}>
          <AskFirst
            pairId={calls.pairId}
            onCall={() => call.call(calls.pairId, media)}
            onBack={() => navigate(paths.directHome)}
          />
        </Suspense>
      );
    return (
      <CallIsOver
        onBack={() => navigate(paths.directHome)}
        onCallAgain={calls ? () => call.call(calls.pairId, media) : undefined}
      />
    );
  }

  return (
    <Stage label={t`Call with ${name}`}>
      <BesidePanel
        panel={chat.panel}
        covered={panel.covers && chat.panel !== null}
        controls={
          state.name !== 'ended' && (
            <ControlBar
              extra={
                <>
                  {tools.bar}
                  {chat.control}
                </>
              }
              more={[addPerson.items, serverRecording, ...tools.more]}
              end={
                <HangUpControl testId="hang-up" label={t`End call`} onClick={() => tools.end(call.hangUp)} />
              }
            >
              <MediaControls local={local} onMute={toggleMute} onCamera={onCamera} onChoose={call.choose} />
            </ControlBar>
          )
        }
      >
        <Announcer text={announcement} />
        {/* Notices of a call are not shown above its end. */}
        {state.name !== 'ended' && changes}
        <RemoteSound remote={remote} />
        {state.name !== 'ended' && (
          <WrappedNotices>
            <StageTop>
              {talking && (
                <CallHeader
                  view={view}
                  name={shown}
                  guest={talking.call.peer.kind === 'guest'}
                  connectedAt={talking.connectedAt}
                />
              )}
              <CallNotices snapshot={snapshot} connection={connection}>
                {chat.notice}
                {state.name === 'connected' && tools.notices}
                {/* Once the call has moved they stand over all pages; guests have nothing but this one. */}
                {(state.name !== 'moved' || paths.who === 'guest') && <InvitationNotices view={view} />}
              </CallNotices>
            </StageTop>
          </WrappedNotices>
        )}
        {state.name === 'ended' ? (
          <EndedView
            ended={state}
            name={shown}
            blockage={snapshot.blockage}
            onBack={() => navigate(paths.directHome)}
            // Guests are someone else each time, and cannot be called.
            onCallAgain={
              state.pairId !== null || paths.who === 'guest'
                ? () => call.call(state.pairId, media)
                : undefined
            }
          />
        ) : (
          <>
            {talking ? (
              <ConnectedView call={talking.call} snapshot={snapshot} />
            ) : (
              <CallingView name={shown} local={local} still={state.name !== 'calling'}>
                {state.name === 'calling' && !state.invited && (
                  <>
                    <Trans>Calling…</Trans>
                    <WaitNote />
                  </>
                )}
                {state.name === 'calling' && state.invited && <Trans>Ringing…</Trans>}
                {(state.name === 'connecting' || state.name === 'ringing' || state.name === 'moved') && (
                  <Trans>Connecting…</Trans>
                )}
              </CallingView>
            )}
            {tools.panels}
            {addPerson.dialog}
          </>
        )}
      </BesidePanel>
    </Stage>
  );
};
