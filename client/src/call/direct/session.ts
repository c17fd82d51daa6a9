import type { TileTracks } from '#client/call/group/snapshot.ts';
import { createOnlyCall } from '#client/call/only-call.ts';
import { onPageLeave } from '#client/call/page-leave.ts';
import { iceTransportPolicy } from '#client/media/ice-policy.ts';
import type { Signal } from '#client/signal/signal.ts';
import { createStore } from '#client/store.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId, PairId, SessionId } from '#protocol/ids.ts';
import type { MoveReason, SharedSource } from '#protocol/signal/direct-call.ts';
import {
  activeCall,
  type DirectCallEffect,
  type DirectCallEvent,
  type EffectOf,
  type HangUpReason,
} from './call-state.ts';
import { createDirectChat } from './chat.ts';
import type { CallMedia, DirectCall, DirectCallOptions } from './direct-call.ts';
import { type Leg, openLeg } from './leg.ts';
import { transition } from './machine.ts';
import { createMicrophoneCountdown } from './microphone-countdown.ts';
import { createOwnMedia } from './own-media.ts';
import { createKeeping, leftDirectCall, returnToCall } from './returning.ts';
import { openRoom, type Room } from './room.ts';
import { type DirectCallSnapshot, emptySnapshot } from './snapshot.ts';

export function createDirectCall(options: DirectCallOptions): DirectCall {
  const { signal } = options;
  const log = options.log ?? (() => {});
  const store = createStore({ ...emptySnapshot, returning: leftDirectCall() !== null });
  const keepCall = createKeeping(signal);
  const update = (change: Partial<DirectCallSnapshot>) => {
    store.set({ ...store.get(), ...change });
    if (change.state || change.local !== undefined) keepCall(store.get(), callSession ?? sessionIdOf(signal));
  };

  let attempts = 0;
  let beginWith: CallMedia = {};
  const own = createOwnMedia({
    loadSettings: options.loadSettings,
    devices: options.devices,
    onChange(local) {
      const isNew = store.get().local === null;
      update({ local: local?.get() ?? null });
      if (!local) return;
      if (isNew) followOffered();
      leg?.localChanged(local.get());
      watchMicrophone();
    },
    log,
  });
  const countdown = createMicrophoneCountdown(
    (microphoneDeadline) => update({ microphoneDeadline }),
    () => hangUp('microphone-missing'),
  );
  let leg: Leg | null = null;
  /** This browser says that it records. */
  let recording = false;
  let room: Room | null = null;
  /** Both must have the other's media from the room before the link goes (SPEC.md, D13). */
  let switched = { here: false, there: false };
  /** Settles once the server knows which session the call is in. */
  let takenUp: Promise<void> = Promise.resolve();
  /** The session that the call is in, as the server knows it. */
  let callSession: SessionId | null = null;
  const onlyCall = createOnlyCall();
  const chat = createDirectChat(signal);

  function dispatch(event: DirectCallEvent): void {
    const before = store.get().state;
    const next = transition(before, event);
    if (!next) {
      log('An event was ignored', { event: event.type, state: store.get().state.name });
      return;
    }
    const [state, effects] = next;
    if (activeCall(before) === null && activeCall(state) !== null) callSession = sessionIdOf(signal);
    chat.follow(activeCall(state)?.callId ?? null);
    update({ state });
    for (const effect of effects) perform(effect);
    if (room) room.bridge(bridgedTracks());
    watchMicrophone();
  }

  function perform(effect: DirectCallEffect): void {
    switch (effect.type) {
      case 'invite':
        void invite(effect.attempt, effect.pairId);
        break;
      case 'accept':
        void accept(effect.callId);
        break;
      case 'decline':
        say(signal.request('directCall.decline', { callId: effect.callId }));
        break;
      case 'hangUp':
        say(signal.request('directCall.hangUp', { callId: effect.callId, reason: effect.reason }));
        break;
      case 'startMedia':
        update({ codecFallbacks: [], offered: null });
        own.start(beginWith);
        break;
      case 'stopMedia':
        own.stop();
        onlyCall.release();
        break;
      case 'openLink':
        leg?.close();
        update({ remote: emptySnapshot.remote, quality: null });
        leg = openLeg({
          ...effect,
          signal,
          iceTransportPolicy: iceTransportPolicy(),
          media: own.opened,
          update,
          dispatch,
          onShareRefused: refuseShare,
          log,
        });
        followOffered();
        break;
      case 'closeLink':
        leg?.close();
        leg = null;
        recording = false;
        update({ remote: emptySnapshot.remote, quality: null, recordedByPeer: false });
        break;
      case 'joinRoom':
        joinRoom(effect.callId);
        break;
      case 'leaveRoom':
        room?.close();
        room = null;
        update({ invitations: [] });
        break;
      case 'takeUp':
        takenUp = takeUp(effect);
        break;
      case 'deliver':
        if (effect.message.kind === 'switched') noteSwitched({ there: true });
        else leg?.receive(effect.message);
        break;
    }
  }

  function joinRoom(callId: CallId): void {
    room?.close();
    switched = { here: false, there: false };
    room = openRoom({
      callId,
      signal,
      chat,
      media: own.opened,
      bridge: () => {
        const { state } = store.get();
        const tracks = bridgedTracks();
        if (!tracks || state.name !== 'connected' || signal.state.phase !== 'open') return null;
        return { self: signal.state.party, other: state.call.peer, tracks };
      },
      beforeJoin: () => takenUp,
      onCarried: () => {
        leg?.saySwitched();
        noteSwitched({ here: true });
      },
      dispatch,
      onLeft: () => hangUp('hung-up'),
      onPeople: (people) => {
        const { invitations } = store.get();
        const waiting = invitations.filter(({ peer }) => !people.some(({ id }) => id === peer.id));
        if (waiting.length < invitations.length) update({ invitations: waiting });
      },
      log,
    });
  }

  function noteSwitched(change: { readonly here?: boolean; readonly there?: boolean }): void {
    switched = { ...switched, ...change };
    const call = activeCall(store.get().state);
    if (call && switched.here && switched.there) dispatch({ type: 'linkDone', callId: call.callId });
  }

  /** What comes over the peer-to-peer link, as a room would have it; null where there is no such link. */
  function bridgedTracks(): TileTracks | null {
    const { state, remote } = store.get();
    const call = activeCall(state);
    if (!call || !leg) return null;
    return {
      ...(remote.audio && { microphone: remote.audio }),
      ...(remote.video && call.peerMedia.camera && { camera: remote.video }),
      ...(remote.screen?.video && { screen: remote.screen.video }),
      ...(remote.screen?.audio && { 'screen-audio': remote.screen.audio }),
      ...(remote.playback?.video && { playback: remote.playback.video }),
      ...(remote.playback?.audio && { 'playback-audio': remote.playback.audio }),
    };
  }

  async function comeBack(): Promise<void> {
    const returned = await returnToCall(signal).catch((error: unknown) => {
      log('The call of the last page could not be gone on with', error);
      return null;
    });
    if (!returned) {
      update({ returning: false });
      return;
    }
    const { callId, kept, reply } = returned;
    onlyCall.take().catch((error: unknown) => log('The only call could not be held', error));
    beginWith = { camera: kept.camera, muted: kept.muted };
    const { messages = [], ...call } = reply;
    dispatch({ type: 'resumed', callId, ...call, at: Date.now() });
    chat.add(messages);
    update({ returning: false, lostShare: kept.sharing });
  }

  /** The server has a new session of this page, and must hear that the call continues in it (SPEC.md, D14). */
  async function takeUp({ callId, stoodStill }: EffectOf<'takeUp'>): Promise<void> {
    const before = callSession;
    try {
      if (before === null) throw new AppError('call-not-found');
      const { messages = [] } = await signal.request('directCall.takeUp', { callId, before });
      chat.add(messages);
      callSession = sessionIdOf(signal);
      keepCall(store.get(), callSession);
      leg?.sayAgain();
      if (recording) say(signal.request('directCall.setRecording', { callId, on: true }));
    } catch (error) {
      log('The call could not be taken up again', error);
      // Yet another session has begun meanwhile, and tries for itself.
      if (error instanceof AppError && error.code === 'service-unavailable') return;
      dispatch({ type: 'takeUpFailed', callId, stoodStill, at: Date.now() });
    }
  }

  async function move(reason: MoveReason, invite?: PairId): Promise<void> {
    const { state } = store.get();
    if (state.name !== 'connected' && state.name !== 'moved') throw new AppError('call-state');
    const { callId } = state.call;
    const { invitation } = await signal.request('directCall.move', {
      callId,
      reason,
      ...(invite && { invite }),
    });
    if (!invitation) return;
    const { callId: invitationId, peer } = invitation;
    update({ invitations: [...store.get().invitations, { invitationId, peer }] });
  }

  /** Requests whose failure changes nothing here: the call is over either way. */
  function say(request: Promise<unknown>): void {
    request.catch((error: unknown) => log('A request failed', error));
  }

  async function invite(attempt: number, pairId: PairId | null): Promise<void> {
    try {
      if (!(await onlyCall.take())) {
        dispatch({ type: 'inviteFailed', attempt, end: { kind: 'in-other-tab' } });
        return;
      }
      const reply = await (pairId === null
        ? signal.request('directCall.inviteHost', {})
        : signal.request('directCall.invite', { pairId }));
      const { callId, peer, ringsForMs } = reply;
      dispatch({ type: 'invited', attempt, callId, peer, ringsUntil: Date.now() + ringsForMs });
    } catch (error) {
      dispatch({ type: 'inviteFailed', attempt, end: { kind: 'error', code: codeOf(error) } });
    }
  }

  async function accept(callId: CallId): Promise<void> {
    // Anyone who is rung is in no other call, or is a guest's host in the same browser.
    onlyCall.take().catch((error: unknown) => log('The only call could not be held', error));
    try {
      const reply = await signal.request('directCall.accept', { callId });
      dispatch({ type: 'acceptAnswered', callId, ...reply, at: Date.now() });
    } catch (error) {
      dispatch({ type: 'acceptFailed', callId, code: codeOf(error) });
    }
  }

  /** In a room one may also be without a microphone. */
  function watchMicrophone(): void {
    const { state, local } = store.get();
    const status = local?.microphone.status;
    countdown.see(
      state.name === 'connecting' || state.name === 'connected',
      status === 'live' ? true : status === 'failed' ? false : null,
    );
  }

  /** The server can refuse no camera of a peer-to-peer call: its own browser does. */
  function followOffered(): void {
    const { offered } = store.get();
    if (!offered) return;
    if (!offered.shareCamera) void own.local?.setCamera(false);
    leg?.setOffered(offered);
  }

  async function setRecording(on: boolean): Promise<void> {
    const call = activeCall(store.get().state);
    if (call) await signal.request('directCall.setRecording', { callId: call.callId, on });
    else if (on) throw new AppError('call-state');
    recording = on;
  }

  function refuseShare(source: SharedSource): void {
    if (source === 'screen') own.local?.stopScreen('withdrawn');
    else own.local?.stopPlayback('withdrawn');
  }

  const hangUp = (reason: HangUpReason) => dispatch({ type: 'hangUp', reason, at: Date.now() });

  const subscriptions = [
    signal.on('directCall.rang', ({ ringsForMs, ...ring }) =>
      dispatch({ type: 'rang', ring: { ...ring, ringsUntil: Date.now() + ringsForMs } }),
    ),
    signal.on('directCall.accepted', (notice) => dispatch({ type: 'accepted', ...notice })),
    signal.on('directCall.signalled', (notice) => dispatch({ type: 'signalled', ...notice })),
    signal.on('directCall.shared', ({ callId, source, on, trackId }) => {
      if (activeCall(store.get().state)?.callId !== callId) return;
      leg?.shared(source, on, trackId !== undefined);
    }),
    signal.on('directCall.shareRefused', ({ callId, source }) => {
      if (activeCall(store.get().state)?.callId === callId) refuseShare(source);
    }),
    signal.on('directCall.recordingChanged', ({ callId, on }) => {
      if (activeCall(store.get().state)?.callId === callId) update({ recordedByPeer: on });
    }),
    signal.on('directCall.offered', ({ callId, offered }) => {
      // It may come before the reply that the call was accepted; then there is no other one that it could be of.
      const call = activeCall(store.get().state);
      if (call && call.callId !== callId) return;
      update({ offered });
      followOffered();
    }),
    signal.on('directCall.legRenewed', (notice) => dispatch({ type: 'legRenewed', ...notice })),
    signal.on('directCall.peerAway', (notice) => dispatch({ type: 'peerAway', ...notice })),
    signal.on('directCall.moved', ({ callId }) => dispatch({ type: 'moved', callId })),
    signal.on('directCall.invitationEnded', ({ invitationId, peer, reason }) => {
      const known = store.get().invitations;
      update({
        invitations: known.filter((one) => one.invitationId !== invitationId),
        // Anyone who has withdrawn it need not be told.
        ...(reason !== 'cancelled' && { refusedInvitation: { invitationId, peer, reason } }),
      });
    }),
    signal.on('directCall.ended', (notice) => dispatch({ type: 'ended', ...notice })),
    onPageLeave(() => {
      // What rings stops at once. A call that was answered waits for the page: it may be reloading.
      if (store.get().state.name === 'calling') hangUp('hung-up');
    }),
    signal.onSessionReplaced(({ stoodStill }) => dispatch({ type: 'sessionReplaced', stoodStill })),
    signal.subscribe(() => {
      const { state } = signal;
      if (state.phase !== 'closed') return;
      dispatch({ type: 'signalClosed', signedOut: state.reason === 'unauthenticated', at: Date.now() });
    }),
  ];

  if (store.get().returning) void comeBack();

  return {
    get: store.get,
    subscribe: store.subscribe,
    call(pairId, media = {}) {
      beginWith = media;
      dispatch({ type: 'call', pairId, attempt: ++attempts });
    },
    accept(media = {}) {
      beginWith = media;
      dispatch({ type: 'accept' });
    },
    decline: () => dispatch({ type: 'decline' }),
    hangUp: () => hangUp('hung-up'),
    dismiss: () => dispatch({ type: 'dismiss' }),
    setMuted: (muted) => own.local?.setMuted(muted),
    setCamera(on) {
      if (on && store.get().offered?.shareCamera === false) return;
      void own.local?.setCamera(on);
    },
    switchCamera: () => void own.local?.switchCamera(),
    startScreen: () => void own.local?.startScreen(),
    stopScreen: () => own.local?.stopScreen(),
    startPlayback: (file) => void own.local?.startPlayback(file),
    stopPlayback: () => own.local?.stopPlayback(),
    setRecording,
    chat,
    applySettings(settings) {
      void own.local?.applySettings(settings);
      leg?.applySettings(settings);
    },
    choose: (kind, deviceId) => void own.local?.choose(kind, deviceId),
    move: (reason) => move(reason),
    invite: (pairId) => move('invitation', pairId),
    withdraw: (invitationId) =>
      say(signal.request('directCall.hangUp', { callId: invitationId, reason: 'hung-up' })),
    close() {
      hangUp('hung-up');
      for (const unsubscribe of subscriptions) unsubscribe();
      leg?.close();
      own.stop();
      onlyCall.release();
      countdown.close();
      chat.close();
    },
  };
}

const sessionIdOf = ({ state }: Signal): SessionId | null =>
  state.phase === 'open' ? state.sessionId : null;

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'internal-error');
