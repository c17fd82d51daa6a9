import { overTcp } from '#client/call/large-packets.ts';
import { controlsOf } from '#client/call/media-controls.ts';
import { createOnlyCall } from '#client/call/only-call.ts';
import { createOwnMedia, type OpenedMedia } from '#client/call/own-media.ts';
import { onPageLeave } from '#client/call/page-leave.ts';
import { askAgain } from '#client/call/retry.ts';
import { captureSizeFor } from '#client/media/capture-constraints.ts';
import { iceTransportPolicy } from '#client/media/ice-policy.ts';
import { createStore } from '#client/store.ts';
import { AppError, errorCodeOf } from '#protocol/app-error.ts';
import type { SharedSource } from '#protocol/signal/direct-call.ts';
import {
  activeCall,
  type DirectCallEffect,
  type DirectCallEvent,
  type HangUpReason,
  isInCall,
} from './call-state.ts';
import { createDirectChat } from './chat.ts';
import type { DirectCallContext } from './context.ts';
import type { CallMedia, DirectCall, DirectCallOptions } from './direct-call.ts';
import { move } from './invitations.ts';
import { type Leg, loadPeerLink, openLeg } from './leg.ts';
import { transition } from './machine.ts';
import { createMicrophoneCountdown } from './microphone-countdown.ts';
import { followNotices } from './notices.ts';
import { recordMovedCall } from './record-moved-call.ts';
import { accept, invite } from './requests.ts';
import { leftDirectCall, returnToCall } from './returning.ts';
import { openRoom, type Room } from './room.ts';
import { createSessionOfCall } from './session-of-call.ts';
import { type DirectCallSnapshot, emptySnapshot } from './snapshot.ts';

export function createDirectCall(options: DirectCallOptions): DirectCall {
  const { signal } = options;
  const log = options.log ?? (() => {});
  const store = createStore<DirectCallSnapshot>({
    ...emptySnapshot,
    returning: leftDirectCall() === null ? 'no' : 'trying',
  });
  const context: DirectCallContext = {
    signal,
    get: store.get,
    update(change) {
      store.set({ ...store.get(), ...change });
      const isKept = change.state || change.local !== undefined || change.recordOnServer !== undefined;
      if (isKept) sessionOfCall.keep();
    },
    dispatch,
    log,
  };
  const { update } = context;

  let attempts = 0;
  /** Aborted when one leaves the call that this page returns to. */
  const leaving = new AbortController();
  let beginWith: CallMedia = {};
  let leg: Leg | null = null;
  let room: Room | null = null;
  /** This browser says that it records. */
  let recording = false;
  /** UDP was found not to work in this call. */
  let tcpOnly = false;
  /** Of the call under way; null where it was given up before its media was there. */
  let media: Promise<OpenedMedia | null> = Promise.resolve(null);
  const own = createOwnMedia({
    loadSettings: options.loadSettings,
    captureSize: ({ videoBandwidth }) => captureSizeFor(videoBandwidth),
    devices: options.devices,
    onChange(local) {
      const isNew = store.get().local === null;
      update({ local });
      if (!local) return;
      if (isNew) followOffered();
      leg?.followLocal();
      countdown.follow();
    },
    log,
  });
  const controls = controlsOf(own);
  const countdown = createMicrophoneCountdown(context, () => hangUp('microphone-missing'));
  const onlyCall = createOnlyCall();
  const chat = createDirectChat(signal);
  const sessionOfCall = createSessionOfCall(context, (callId, messages) => {
    chat.add(messages);
    leg?.sayAgain();
    if (recording) say(signal.request('directCall.setRecording', { callId, on: true }));
  });

  function dispatch(event: DirectCallEvent): void {
    const before = store.get().state;
    const next = transition(before, event);
    if (!next) {
      log('An event was ignored', { event: event.type, state: before.name });
      return;
    }
    const [state, effects] = next;
    const begins = !isInCall(before) && isInCall(state);
    if (begins || (activeCall(before) === null && activeCall(state) !== null)) sessionOfCall.begin();
    chat.follow(activeCall(state)?.callId ?? null);
    const { returning } = store.get();
    update({ state, returning: returning === 'failed' && state.name !== 'idle' ? 'no' : returning });
    for (const effect of effects) perform(effect);
    room?.followLink();
    countdown.follow();
  }

  function perform(effect: DirectCallEffect): void {
    switch (effect.type) {
      case 'invite':
        void invite(context, onlyCall, effect);
        break;
      case 'accept':
        void accept(context, onlyCall, { callId: effect.callId, before: sessionOfCall.id });
        break;
      case 'decline':
        say(askAgain(() => signal.request('directCall.decline', { callId: effect.callId })));
        break;
      case 'hangUp':
        sessionOfCall.hangUp(effect);
        break;
      case 'startMedia':
        tcpOnly = false;
        update({ codecFallbacks: [], offered: null, recordingRefused: null, blockage: null });
        // Ready by the time someone answers; a failure to load it is reported when it is needed.
        loadPeerLink().catch(() => {});
        media = openMedia();
        break;
      case 'stopMedia':
        own.close();
        onlyCall.release();
        break;
      case 'openLink':
        leg?.close();
        update({ remote: emptySnapshot.remote, quality: null, blockage: null });
        leg = openLeg(context, {
          ...effect,
          iceTransportPolicy: iceTransportPolicy(),
          tcpOnly,
          onHandshakeStuck() {
            tcpOnly = overTcp(effect.ice).length > 0;
            dispatch({ type: tcpOnly ? 'handshakeStuck' : 'linkBlocked', callId: effect.callId });
          },
          media,
          onShareRefused: refuseShare,
        });
        followOffered();
        break;
      case 'closeLink':
        leg?.close();
        leg = null;
        recording = false;
        update({ remote: emptySnapshot.remote, quality: null, recordedByPeer: false });
        break;
      case 'askMove':
        say(signal.request('directCall.move', { callId: effect.callId, reason: 'no-path' }));
        break;
      case 'joinRoom':
        room?.close();
        update({ blockage: null });
        room = openRoom(context, {
          callId: effect.callId,
          chat,
          media,
          beforeJoin: () => sessionOfCall.settled,
          onCarried: () => leg?.saySwitched(),
          onLeft: () => hangUp('hung-up'),
        });
        break;
      case 'leaveRoom':
        room?.close();
        room = null;
        update({ invitations: [] });
        break;
      case 'takeUp':
        sessionOfCall.takeUp({ ...effect, newLink: effect.newLink || leg?.awaitsAnswer === true });
        break;
      case 'deliver':
        if (effect.message.kind === 'switched') room?.peerCarried();
        else leg?.receive(effect.message);
        break;
    }
  }

  const openMedia = () => {
    const { camera = true, muted = false } = beginWith;
    return own.open({ microphone: true, camera, muted });
  };

  async function comeBack(): Promise<void> {
    const returned = await returnToCall({ signal, left: leaving.signal, log });
    if (returned.how !== 'returned') {
      update({ returning: returned.how === 'lost' ? 'failed' : 'no' });
      return;
    }
    const { callId, kept, reply } = returned;
    onlyCall.take().catch((error: unknown) => log('The only call could not be held', error));
    beginWith = { camera: kept.camera, muted: kept.muted };
    const { messages = [], ...call } = reply;
    dispatch({ type: 'resumed', callId, ...call, at: Date.now() });
    chat.add(messages);
    update({ returning: 'no', lostShare: kept.sharing });
    if (kept.call.kind !== 'direct' || !kept.call.recordOnServer) return;
    // The last page has asked for it, and this one tells if it fails.
    recordOnServer().catch((error: unknown) => update({ recordingRefused: errorCodeOf(error) }));
  }

  async function recordOnServer(): Promise<void> {
    update({ recordOnServer: true });
    try {
      await recordMovedCall({ get: store.get, move: (reason) => move(context, reason) });
    } finally {
      update({ recordOnServer: false });
    }
  }

  /** For requests whose failure changes nothing here: the call is over either way. */
  function say(request: Promise<unknown>): void {
    request.catch((error: unknown) => log('A request failed', error));
  }

  /** The server can refuse no camera of a peer-to-peer call: its own browser does. */
  function followOffered(): void {
    const { offered } = store.get();
    if (!offered) return;
    if (!offered.shareCamera) controls.setCamera(false);
    leg?.followLocal();
  }

  function refuseShare(source: SharedSource): void {
    if (source === 'screen') own.local?.stopScreen('withdrawn');
    else own.local?.stopPlayback('withdrawn');
  }

  /** What this side waits for an answer to may never have reached the other one. */
  function renewUnanswered(): void {
    const call = activeCall(store.get().state);
    if (!call || !leg?.awaitsAnswer) return;
    sessionOfCall.takeUp({
      type: 'takeUp',
      callId: call.callId,
      stoodStill: false,
      leg: call.leg,
      newLink: true,
    });
  }

  const hangUp = (reason: HangUpReason) => dispatch({ type: 'hangUp', reason, at: Date.now() });

  const stopFollowing = followNotices(context, {
    onShared: (source, on, hasPicture) => leg?.shared(source, on, hasPicture),
    onShareRefused: refuseShare,
    onOffered: followOffered,
    onPeerInNewSession: renewUnanswered,
  });
  const stopWatchingPage = onPageLeave(() => {
    // What rings stops at once. A call that was answered waits for the page: it may be reloading.
    if (store.get().state.name === 'calling') hangUp('hung-up');
  });

  if (store.get().returning === 'trying') {
    comeBack().catch((error: unknown) => {
      log('The call of the last page could not be continued', error);
      update({ returning: 'failed' });
    });
  }

  return {
    ...controls,
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
    hangUp() {
      if (store.get().returning === 'trying') leaving.abort();
      else hangUp('hung-up');
    },
    dismiss() {
      if (store.get().returning === 'failed') update({ returning: 'no' });
      else dispatch({ type: 'dismiss' });
    },
    setCamera(on) {
      if (!on || store.get().offered?.shareCamera !== false) controls.setCamera(on);
    },
    async setRecording(on) {
      const call = activeCall(store.get().state);
      if (call) await signal.request('directCall.setRecording', { callId: call.callId, on });
      else if (on) throw new AppError('call-state');
      recording = on;
    },
    chat,
    applySettings(settings) {
      own.applySettings(settings);
      leg?.applySettings(settings);
    },
    move: (reason) => move(context, reason),
    recordOnServer,
    invite: (pairId) => move(context, 'invitation', pairId),
    withdraw: (invitationId) =>
      say(askAgain(() => signal.request('directCall.hangUp', { callId: invitationId, reason: 'hung-up' }))),
    close() {
      leaving.abort();
      hangUp('hung-up');
      stopFollowing();
      stopWatchingPage();
      leg?.close();
      own.close();
      onlyCall.release();
      countdown.close();
      chat.close();
    },
  };
}
