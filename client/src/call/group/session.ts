import { type LinkStats, watchLinkStats } from '#client/call/link-stats.ts';
import { createOnlyCall } from '#client/call/only-call.ts';
import { iceTransportPolicy } from '#client/media/ice-policy.ts';
import { createStore } from '#client/store.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import { prefetchDevice } from './device.ts';
import type { GroupCall, GroupCallOptions } from './group-call.ts';
import { createKeeping } from './keeping.ts';
import { type Leg, openLeg, receiveCapabilities } from './leg.ts';
import { createLinkReport } from './link-report.ts';
import { type GroupCallEffect, type GroupCallEvent, transition } from './machine.ts';
import { createMeeting } from './meeting.ts';
import { createOwnMedia, sendAll } from './own-media.ts';
import { rejoinDelayMs } from './rejoin-policy.ts';
import { BRIDGED_TILE, bridgedRoom, type JoinReply, type RoomEvent } from './room.ts';
import { emptySnapshot, type GroupCallSnapshot } from './snapshot.ts';
import { createTiles, sentOver } from './tiles.ts';

/** Notices that go to the machine as they are. */
const ROOM_NOTICES = [
  'groupCall.memberJoined',
  'groupCall.memberLeft',
  'groupCall.memberAway',
  'groupCall.producerOpened',
  'groupCall.producerPaused',
  'groupCall.activeSpeakerChanged',
  'groupCall.memberQualityChanged',
  'groupCall.memberLinkChanged',
  'groupCall.said',
  'groupCall.handChanged',
  'groupCall.recordingChanged',
  'groupCall.serverRecordingChanged',
  'groupCall.lockChanged',
  'groupCall.offeredChanged',
  'recording.changed',
] as const;

/** What the call offers is waited for this long at most before a camera is opened: someone is looking at the page. */
const LOOK_MS = 1_500;

/** Members of a room that died are back by then, or they have left. */
const SETTLE_MS = 12_000;

export function createGroupCall(options: GroupCallOptions): GroupCall {
  const { target, signal } = options;
  const log = options.log ?? (() => {});
  prefetchDevice();
  const store = createStore(emptySnapshot);
  const keepCall = createKeeping(signal, target);
  const update = (change: Partial<GroupCallSnapshot>) => {
    store.set({ ...store.get(), ...change });
    if (change.state || change.local !== undefined) keepCall(store.get());
  };

  let leg: Leg | null = null;
  let stats: LinkStats | null = null;
  /** Who this browser was in the call last; a server that takes its place does not know that otherwise. */
  let lastMember: MemberId | null = null;
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  const meeting = createMeeting(signal);
  /** A 1-to-1 call that moves has taken it. */
  const onlyCall = options.adopted ? null : createOnlyCall();
  const tiles = createTiles({ store, leg: () => leg, onCarried: () => options.onCarried?.() });
  const own = createOwnMedia({
    loadSettings: options.loadSettings,
    beforeOpening: () => Promise.race([look(), new Promise((resolve) => setTimeout(resolve, LOOK_MS))]),
    mayShowCamera,
    onChange(local) {
      update({ local });
      if (leg && local) sendAll(leg.sending, local);
    },
    onSettings: () => leg?.sending.applySettings(own.sending),
    log,
  });

  function dispatch(event: GroupCallEvent): void {
    const next = transition(store.get().state, event);
    if (!next) {
      log('An event was ignored', { event: event.type, state: store.get().state.name });
      return;
    }
    const [state, effects] = next;
    update({ state });
    for (const effect of effects) perform(effect);
    tiles.follow();
  }

  function perform(effect: GroupCallEffect): void {
    switch (effect.type) {
      case 'join':
        clearTimeout(joinTimer);
        joinTimer = setTimeout(
          () => void join(effect.attempt),
          rejoinDelayMs(effect.failures, Math.random()),
        );
        break;
      case 'openMedia':
        closeLeg();
        void openMedia(effect.attempt, effect.reply);
        break;
      case 'retireMedia':
        leg?.retire();
        break;
      case 'settleLater':
        clearTimeout(settleTimer);
        settleTimer = setTimeout(() => dispatch({ type: 'settled', attempt: effect.attempt }), SETTLE_MS);
        break;
      case 'closeMedia':
        clearTimeout(joinTimer);
        clearTimeout(settleTimer);
        closeLeg();
        update({ tracks: emptySnapshot.tracks, interrupted: false, quality: null });
        break;
      case 'restore':
        restore(effect);
        break;
      case 'leave':
        signal.request('groupCall.leave', {}).catch((error: unknown) => log('Leaving failed', error));
        break;
      case 'stopLocalMedia':
        own.close();
        onlyCall?.release();
        break;
    }
  }

  function restore({ hand, lock, recording }: Extract<GroupCallEffect, { type: 'restore' }>): void {
    const wanted = [
      hand && meeting.setHand(true),
      lock && meeting.setLocked(true),
      recording && meeting.setRecording(true),
    ];
    for (const asked of wanted) {
      if (asked) asked.catch((error: unknown) => log('The room could not be put in order again', error));
    }
  }

  async function join(attempt: number): Promise<void> {
    try {
      if (onlyCall && !(await onlyCall.take())) {
        dispatch({ type: 'joinFailed', attempt, code: 'in-other-tab' });
        return;
      }
      await options.beforeJoin?.();
      // Left meanwhile: the server has been told so, and must not be told the contrary after that.
      if (!isJoining(attempt)) return;
      const reply = await signal.request('groupCall.join', {
        target,
        ...(lastMember !== null && { before: lastMember }),
      });
      lastMember = reply.memberId;
      dispatch({ type: 'joinAnswered', attempt, reply });
    } catch (error) {
      dispatch({ type: 'joinFailed', attempt, code: codeOf(error) });
    }
  }

  const isJoining = (attempt: number): boolean => {
    const { state } = store.get();
    return (state.name === 'joining' || state.name === 'rebuilding') && state.attempt === attempt;
  };

  const isCurrent = (attempt: number): boolean => {
    const { state } = store.get();
    return state.name === 'joined' && state.attempt === attempt;
  };

  async function openMedia(attempt: number, reply: JoinReply): Promise<void> {
    const whileCurrent =
      <Arguments extends unknown[]>(act: (...given: Arguments) => void) =>
      (...given: Arguments) => {
        if (isCurrent(attempt)) act(...given);
      };
    try {
      const opened = await openLeg({
        reply,
        signal,
        iceTransportPolicy: iceTransportPolicy(),
        onTrack: whileCurrent(tiles.add),
        onTrackGone: whileCurrent(tiles.remove),
        onRefused: whileCurrent(refuse),
        onMuteFailed: whileCurrent((muted) => {
          update({ muteFailures: store.get().muteFailures + 1 });
          // Anyone who is not heard sees so. What could not be muted is silent all the same: its track is.
          if (!muted) own.local?.setMuted(true);
        }),
        onCodecMissing: whileCurrent((kind, wanted) =>
          update({
            codecFallbacks: [
              ...store.get().codecFallbacks.filter((each) => each.kind !== kind),
              { kind, wanted },
            ],
          }),
        ),
        sendingSettings: own.sending,
        onUp: whileCurrent(() => {
          update({ interrupted: false });
          dispatch({ type: 'mediaUp' });
        }),
        onInterrupted: whileCurrent(() => update({ interrupted: true })),
        onLost: whileCurrent(() => dispatch({ type: 'rebuild', reason: 'media-lost' })),
        log,
      });
      if (!isCurrent(attempt)) {
        opened.close();
        return;
      }
      leg = opened;
      followOffered();
      update({ interrupted: false, joinedAt: store.get().joinedAt ?? Date.now() });
      const { local } = store.get();
      if (local) sendAll(opened.sending, local);
      const report = createLinkReport((link) => {
        signal
          .request('groupCall.reportLink', link)
          .catch((error: unknown) => log('The connection could not be reported', error));
      });
      stats = watchLinkStats([opened.sendTransport, opened.receiveTransport], (quality) => {
        if (leg !== opened) return;
        update({ quality });
        report(quality);
      });
      // Consumers come from here on, and only now there is someone to take them.
      await signal.request('groupCall.ready', { rtpCapabilities: await receiveCapabilities(reply) });
    } catch (error) {
      if (!isCurrent(attempt)) return;
      log('Media could not be opened', error);
      if (error instanceof Error && error.name === 'UnsupportedError') dispatch({ type: 'unsupported' });
      else dispatch({ type: 'rebuild', reason: 'media-lost' });
    }
  }

  function closeLeg(): void {
    stats?.close();
    stats = null;
    leg?.close();
    leg = null;
  }

  /** Asks what the call offers. Nothing waits for it for long: joining tells it as well. */
  async function look(): Promise<void> {
    try {
      update({ look: await signal.request('groupCall.look', { target }) });
      followOffered();
    } catch (error) {
      dispatch({ type: 'refused', code: codeOf(error) });
    }
  }

  function mayShowCamera(): boolean {
    const { state, look } = store.get();
    const { offered } = 'room' in state ? state.room : (look ?? {});
    return offered?.shareCamera !== false;
  }

  /** A camera that may not be shown is not open. */
  function followOffered(): void {
    if (!mayShowCamera()) void own.local?.setCamera(false);
  }

  /** What the server does not take is not kept open either. */
  function refuse(source: MediaSource, code: ErrorCode): void {
    const isShare = source !== 'microphone' && source !== 'camera';
    // A share that has ended says why itself.
    if (!isShare || code !== 'feature-disabled') update({ refused: { source, code } });
    if (source === 'camera') void own.local?.setCamera(false);
    else if (source.startsWith('screen')) own.local?.stopScreen('withdrawn');
    else if (source.startsWith('playback')) own.local?.stopPlayback('withdrawn');
  }

  const subscriptions = [
    ...ROOM_NOTICES.map((name) =>
      // The notice of that name has that name's payload, which TypeScript does not follow through the list.
      signal.on(name, (data) => dispatch({ type: name, ...data } as RoomEvent)),
    ),
    signal.on('groupCall.muted', ({ source, by }) => {
      update({ mutedBy: { source, name: by.name } });
      // The node has paused it; here it is stopped too, and its button shows it.
      if (source === 'microphone') own.local?.setMuted(true);
      if (source === 'camera') void own.local?.setCamera(false);
      if (source === 'screen') own.local?.stopScreen();
      if (source === 'playback') own.local?.stopPlayback();
    }),
    signal.on('groupCall.rebuildNeeded', (data) => dispatch({ type: 'groupCall.rebuildNeeded', ...data })),
    signal.on('groupCall.ended', (data) => dispatch({ type: 'groupCall.ended', ...data })),
    signal.on('groupCall.producerClosed', (data) => {
      const source = leg?.sending.producerClosed(data.producerId) ?? null;
      if (source === null) {
        dispatch({ type: 'groupCall.producerClosed', ...data });
        return;
      }
      refuse(source, 'feature-disabled');
    }),
    signal.on('groupCall.consumerOpened', (data) => void leg?.receiving.open(data)),
    signal.on('groupCall.consumerClosed', (data) => leg?.receiving.closed(data.consumerId)),
    signal.subscribe(() => {
      const { state } = signal;
      if (state.phase === 'closed')
        dispatch({ type: 'signalClosed', code: state.code ?? 'service-unavailable' });
    }),
    signal.onSessionReplaced(() => dispatch({ type: 'rebuild', reason: 'session-lost' })),
  ];

  return {
    get: store.get,
    subscribe: store.subscribe,
    join(media = { microphone: true, camera: true }) {
      const before = store.get();
      const { name } = before.state;
      if (name === 'joining' || name === 'joined' || name === 'rebuilding') return;
      update({ ...emptySnapshot, state: before.state, local: before.local, look: before.look });
      const { adopted } = options;
      if (adopted) own.adopt(adopted);
      else if (!own.local) void own.open(media);
      if (!adopted?.bridge) {
        dispatch({ type: 'join' });
        return;
      }
      const { self, other, tracks } = adopted.bridge;
      dispatch({ type: 'join', room: bridgedRoom(self, other, sentOver(tracks)) });
      tiles.bridge(tracks);
    },
    prepare: (media) => void own.open(media),
    leave: () => dispatch({ type: 'leave' }),
    setMuted: (muted) => {
      if (!muted) update({ mutedBy: null });
      own.local?.setMuted(muted);
    },
    setCamera: (on) => {
      update({ refused: null, mutedBy: null });
      void own.local?.setCamera(on);
    },
    switchCamera: () => void own.local?.switchCamera(),
    startScreen() {
      update({ refused: null });
      void own.local?.startScreen();
    },
    stopScreen: () => own.local?.stopScreen(),
    startPlayback(file) {
      update({ refused: null });
      void own.local?.startPlayback(file);
    },
    stopPlayback: () => own.local?.stopPlayback(),
    applySettings(settings) {
      update({ codecFallbacks: [] });
      own.applySettings(settings);
    },
    choose: (kind, deviceId) => void own.local?.choose(kind, deviceId),
    setVisible: tiles.setVisible,
    meeting,
    chat: options.chat ?? null,
    bridge(tracks) {
      tiles.bridge(tracks);
      dispatch({ type: 'bridge', tile: BRIDGED_TILE, sends: tracks && sentOver(tracks) });
    },
    show: tiles.show,
    close() {
      dispatch({ type: 'leave' });
      for (const unsubscribe of subscriptions) unsubscribe();
      clearTimeout(joinTimer);
      clearTimeout(settleTimer);
      closeLeg();
      own.close();
      onlyCall?.release();
    },
  };
}

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'internal-error');
