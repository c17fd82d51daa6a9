import { onPageLeave } from '#client/call/page-leave.ts';
import { captureSizeFor } from '#client/media/capture-constraints.ts';
import { iceTransportPolicy } from '#client/media/ice-policy.ts';
import { createLocalMedia, type LocalMedia } from '#client/media/local-media.ts';
import { defaultMediaSettings, type MediaSettings } from '#client/media/media-settings.ts';
import { createStore, type Observable } from '#client/media/store.ts';
import type { Signal } from '#client/signal/signal-client.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId, PairId } from '#protocol/ids.ts';
import { MICROPHONE_MISSING_MS } from '#protocol/limits.ts';
import { type Leg, openLeg } from './leg.ts';
import {
  activeCall,
  type DirectCallEffect,
  type DirectCallEvent,
  type HangUpReason,
  transition,
} from './machine.ts';
import { type DirectCallSnapshot, emptySnapshot } from './snapshot.ts';

export interface DirectCallOptions {
  readonly signal: Signal;
  /** Asked anew at each call, so that a change takes effect in the next one. */
  readonly loadSettings: () => Promise<MediaSettings>;
  /** What was ignored or failed without anybody having to know; for logs. */
  readonly log?: (message: string, detail?: unknown) => void;
}

/** The 1-to-1 calls of one signalling session: at most one at a time. */
export interface DirectCall extends Observable<DirectCallSnapshot> {
  call(pairId: PairId, media?: { readonly camera: boolean }): void;
  accept(media?: { readonly camera: boolean }): void;
  decline(): void;
  hangUp(): void;
  /** The end, or the missed call, was read. */
  dismiss(): void;
  setMuted(muted: boolean): void;
  setCamera(on: boolean): void;
  choose(kind: 'microphone' | 'camera', deviceId: string | null): void;
  /** Ends a call that is under way and forgets the session. May be called twice. */
  close(): void;
}

export function createDirectCall(options: DirectCallOptions): DirectCall {
  const { signal } = options;
  const log = options.log ?? (() => {});
  const store = createStore(emptySnapshot);
  const update = (change: Partial<DirectCallSnapshot>) => store.set({ ...store.get(), ...change });

  let attempts = 0;
  let withCamera = true;
  /** Of the call under way; opened before there is a link, so that one sees oneself while it rings. */
  let media: Promise<{ local: LocalMedia; settings: MediaSettings } | null> = Promise.resolve(null);
  let local: LocalMedia | null = null;
  /** Grows with every call: settings that arrive for an earlier one open no microphone. */
  let mediaGeneration = 0;
  let leg: Leg | null = null;
  let microphoneTimer: ReturnType<typeof setTimeout> | undefined;

  function dispatch(event: DirectCallEvent): void {
    const next = transition(store.get().state, event);
    if (!next) {
      log('An event was ignored', { event: event.type, state: store.get().state.name });
      return;
    }
    const [state, effects] = next;
    update({ state });
    for (const effect of effects) perform(effect);
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
        startMedia();
        break;
      case 'stopMedia':
        stopMedia();
        break;
      case 'openLink':
        leg = openLeg({
          ...effect,
          signal,
          iceTransportPolicy: iceTransportPolicy(),
          media,
          update,
          dispatch,
          log,
        });
        break;
      case 'closeLink':
        leg?.close();
        leg = null;
        update({ remote: emptySnapshot.remote, quality: null });
        break;
      case 'deliver':
        leg?.receive(effect.message);
        break;
    }
  }

  /** Requests whose failure changes nothing here: the call is over either way. */
  function say(request: Promise<unknown>): void {
    request.catch((error: unknown) => log('A request failed', error));
  }

  async function invite(attempt: number, pairId: PairId): Promise<void> {
    try {
      const reply = await signal.request('directCall.invite', { pairId });
      const { callId, peer, ringsForMs } = reply;
      dispatch({ type: 'invited', attempt, callId, peer, ringsUntil: Date.now() + ringsForMs });
    } catch (error) {
      dispatch({ type: 'inviteFailed', attempt, code: codeOf(error) });
    }
  }

  async function accept(callId: CallId): Promise<void> {
    try {
      const reply = await signal.request('directCall.accept', { callId });
      dispatch({ type: 'acceptAnswered', callId, ...reply });
    } catch (error) {
      dispatch({ type: 'acceptFailed', callId, code: codeOf(error) });
    }
  }

  function startMedia(): void {
    stopMedia();
    const mine = ++mediaGeneration;
    const camera = withCamera;
    update({ codecFallbacks: [], replacedDevice: null });
    media = (async () => {
      const settings = await options.loadSettings().catch((error: unknown) => {
        // A call with the defaults is better than none.
        log('The media settings could not be loaded', error);
        return defaultMediaSettings;
      });
      if (mine !== mediaGeneration) return null;
      const opened = createLocalMedia({
        settings,
        captureSize: captureSizeFor(settings.videoBandwidth),
        onReplaced: (kind, label) => update({ replacedDevice: { kind, label } }),
      });
      local = opened;
      opened.subscribe(() => {
        if (local !== opened) return;
        update({ local: opened.get() });
        leg?.localChanged(opened.get());
        watchMicrophone();
      });
      update({ local: opened.get() });
      void opened.start({ microphone: true, camera });
      return { local: opened, settings };
    })();
  }

  function stopMedia(): void {
    mediaGeneration++;
    const closing = local;
    local = null;
    closing?.close();
    media = Promise.resolve(null);
    update({ local: null });
  }

  /** A call without a microphone ends by itself (decisions.md, Calls); getting one stops the countdown. */
  function watchMicrophone(): void {
    const { state, local: media, microphoneDeadline } = store.get();
    const missing = activeCall(state) !== null && media?.microphone.status === 'failed';
    if (missing && microphoneDeadline === null) {
      update({ microphoneDeadline: Date.now() + MICROPHONE_MISSING_MS });
      microphoneTimer = setTimeout(() => hangUp('microphone-missing'), MICROPHONE_MISSING_MS);
    } else if (microphoneDeadline !== null && (!activeCall(state) || media?.microphone.status === 'live')) {
      clearTimeout(microphoneTimer);
      update({ microphoneDeadline: null });
    }
  }

  const hangUp = (reason: HangUpReason) => dispatch({ type: 'hangUp', reason, at: Date.now() });

  const subscriptions = [
    signal.on('directCall.rang', ({ ringsForMs, ...ring }) =>
      dispatch({ type: 'rang', ring: { ...ring, ringsUntil: Date.now() + ringsForMs } }),
    ),
    signal.on('directCall.accepted', (notice) => dispatch({ type: 'accepted', ...notice })),
    signal.on('directCall.signalled', (notice) => dispatch({ type: 'signalled', ...notice })),
    signal.on('directCall.peerAway', (notice) => dispatch({ type: 'peerAway', ...notice })),
    signal.on('directCall.ended', (notice) => dispatch({ type: 'ended', ...notice })),
    onPageLeave(() => hangUp('hung-up')),
    signal.onSessionReplaced(() => dispatch({ type: 'sessionReplaced', at: Date.now() })),
    signal.subscribe(() => {
      if (signal.state.phase === 'closed') dispatch({ type: 'sessionReplaced', at: Date.now() });
    }),
  ];

  return {
    get: store.get,
    subscribe: store.subscribe,
    call(pairId, { camera = true } = { camera: true }) {
      withCamera = camera;
      dispatch({ type: 'call', pairId, attempt: ++attempts });
    },
    accept({ camera = true } = { camera: true }) {
      withCamera = camera;
      dispatch({ type: 'accept' });
    },
    decline: () => dispatch({ type: 'decline' }),
    hangUp: () => hangUp('hung-up'),
    dismiss: () => dispatch({ type: 'dismiss' }),
    setMuted: (muted) => local?.setMuted(muted),
    setCamera: (on) => void local?.setCamera(on),
    choose: (kind, deviceId) => void local?.choose(kind, deviceId),
    close() {
      hangUp('hung-up');
      for (const unsubscribe of subscriptions) unsubscribe();
      leg?.close();
      stopMedia();
      clearTimeout(microphoneTimer);
    },
  };
}

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'internal-error');
