import { type LinkStats, watchLinkStats } from '#client/call/link-stats.ts';
import { onPageLeave } from '#client/call/page-leave.ts';
import { iceTransportPolicy } from '#client/media/ice-policy.ts';
import { createLocalMedia, type LocalMedia, liveTrack } from '#client/media/local-media.ts';
import { defaultMediaSettings, type MediaSettings } from '#client/media/media-settings.ts';
import { createStore, type Observable } from '#client/media/store.ts';
import type { Signal } from '#client/signal/signal-client.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { GroupId, MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { ShownSize } from './layers.ts';
import { captureForGroup } from './layers.ts';
import { type Leg, openLeg, receiveCapabilities } from './leg.ts';
import { type GroupCallEffect, type GroupCallEvent, type JoinReply, transition } from './machine.ts';
import { rejoinDelayMs } from './rejoin-policy.ts';
import { emptySnapshot, type GroupCallSnapshot } from './snapshot.ts';

/** Members of a room that died are back by then, or they have left. */
const SETTLE_MS = 12_000;

export interface GroupCallOptions {
  readonly groupId: GroupId;
  readonly signal: Signal;
  readonly loadSettings: () => Promise<MediaSettings>;
  /** What was ignored or failed without anybody having to know; for logs. */
  readonly log?: (message: string, detail?: unknown) => void;
}

/** One participation in the call of one group, over as many rooms as it takes. */
export interface GroupCall extends Observable<GroupCallSnapshot> {
  /** Also to try again after it has failed or ended. */
  join(media?: { readonly microphone: boolean; readonly camera: boolean }): void;
  leave(): void;
  setMuted(muted: boolean): void;
  setCamera(on: boolean): void;
  choose(kind: 'microphone' | 'camera', deviceId: string | null): void;
  /** At which size the camera of a tile is shown, in CSS pixels; null: not at all, so that it need not be received. */
  setVisible(tile: string, size: ShownSize | null): void;
  /** Leaves, if need be. May be called twice. */
  close(): void;
}

export function createGroupCall(options: GroupCallOptions): GroupCall {
  const { groupId, signal } = options;
  const log = options.log ?? (() => {});
  const store = createStore(emptySnapshot);
  const update = (change: Partial<GroupCallSnapshot>) => store.set({ ...store.get(), ...change });

  let local: LocalMedia | null = null;
  /** Grows when local media is opened or closed: settings that arrive for an earlier one open no camera. */
  let mediaGeneration = 0;
  let leg: Leg | null = null;
  let stats: LinkStats | null = null;
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  const shown = new Map<string, ShownSize | null>();

  function dispatch(event: GroupCallEvent): void {
    const next = transition(store.get().state, event);
    if (!next) {
      log('An event was ignored', { event: event.type, state: store.get().state.name });
      return;
    }
    const [state, effects] = next;
    update({ state });
    for (const effect of effects) perform(effect);
    showMembers();
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
      case 'leave':
        signal.request('groupCall.leave', {}).catch((error: unknown) => log('Leaving failed', error));
        break;
      case 'stopLocalMedia':
        stopLocalMedia();
        break;
    }
  }

  async function join(attempt: number): Promise<void> {
    try {
      const reply = await signal.request('groupCall.join', { groupId });
      dispatch({ type: 'joinAnswered', attempt, reply });
    } catch (error) {
      dispatch({ type: 'joinFailed', attempt, code: codeOf(error) });
    }
  }

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
        onTrack: whileCurrent(addTrack),
        onTrackGone: whileCurrent(removeTrack),
        onRefused: whileCurrent((source, code) => {
          update({ refused: { source, code } });
          if (source === 'camera') void local?.setCamera(false);
        }),
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
      update({ interrupted: false, joinedAt: store.get().joinedAt ?? Date.now() });
      sendLocal();
      stats = watchLinkStats([opened.sendTransport, opened.receiveTransport], (quality) => {
        if (leg === opened) update({ quality });
      });
      // Consumers come from here on, and only now there is somebody to take them.
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

  const tileOf = (memberId: MemberId): string | null => {
    const { state } = store.get();
    if (state.name !== 'joined') return null;
    return state.room.members.find((member) => member.memberId === memberId)?.tile ?? null;
  };

  function addTrack(memberId: MemberId, source: MediaSource, track: MediaStreamTrack): void {
    const tile = tileOf(memberId);
    if (tile === null) return;
    const { tracks } = store.get();
    update({ tracks: new Map(tracks).set(tile, { ...tracks.get(tile), [source]: track }) });
  }

  function removeTrack(memberId: MemberId, source: MediaSource, track: MediaStreamTrack): void {
    const tile = tileOf(memberId);
    if (tile === null) return;
    const { [source]: current, ...others } = store.get().tracks.get(tile) ?? {};
    if (current !== track) return;
    update({ tracks: new Map(store.get().tracks).set(tile, others) });
  }

  /** Forgets the tracks of tiles that are gone and tells a new room at which size the tiles are shown. */
  function showMembers(): void {
    const { state, tracks } = store.get();
    if (state.name !== 'joined') return;
    const tiles = new Set(state.room.members.map((member) => member.tile));
    if ([...tracks.keys()].some((tile) => !tiles.has(tile)))
      update({ tracks: new Map([...tracks].filter(([tile]) => tiles.has(tile))) });
    for (const { tile, memberId } of state.room.members) {
      const size = shown.get(tile);
      if (memberId !== null && size !== undefined) leg?.receiving.setShown(memberId, size);
    }
  }

  async function startLocalMedia(sources: { microphone: boolean; camera: boolean }): Promise<void> {
    stopLocalMedia();
    const mine = ++mediaGeneration;
    const settings = await options.loadSettings().catch((error: unknown) => {
      // A call with the defaults is better than none.
      log('The media settings could not be loaded', error);
      return defaultMediaSettings;
    });
    if (mine !== mediaGeneration) return;
    const opened = createLocalMedia({
      settings,
      captureSize: captureForGroup(navigator.hardwareConcurrency ?? 1),
      onReplaced: (kind, label) => update({ replacedDevice: { kind, label } }),
    });
    local = opened;
    opened.subscribe(() => {
      if (local !== opened) return;
      update({ local: opened.get() });
      sendLocal();
    });
    update({ local: opened.get() });
    await opened.start(sources);
  }

  function stopLocalMedia(): void {
    mediaGeneration++;
    const closing = local;
    local = null;
    closing?.close();
    update({ local: null });
  }

  function sendLocal(): void {
    const media = local?.get();
    if (!leg || !media) return;
    leg.sending.set('microphone', { track: liveTrack(media.microphone), paused: media.muted });
    leg.sending.set('camera', { track: liveTrack(media.camera), paused: false });
  }

  const subscriptions = [
    signal.on('groupCall.memberJoined', (data) => dispatch({ type: 'groupCall.memberJoined', ...data })),
    signal.on('groupCall.memberLeft', (data) => dispatch({ type: 'groupCall.memberLeft', ...data })),
    signal.on('groupCall.memberAway', (data) => dispatch({ type: 'groupCall.memberAway', ...data })),
    signal.on('groupCall.producerOpened', (data) => dispatch({ type: 'groupCall.producerOpened', ...data })),
    signal.on('groupCall.producerPaused', (data) => dispatch({ type: 'groupCall.producerPaused', ...data })),
    signal.on('groupCall.activeSpeakerChanged', (data) =>
      dispatch({ type: 'groupCall.activeSpeakerChanged', ...data }),
    ),
    signal.on('groupCall.memberQualityChanged', (data) =>
      dispatch({ type: 'groupCall.memberQualityChanged', ...data }),
    ),
    signal.on('groupCall.rebuildNeeded', (data) => dispatch({ type: 'groupCall.rebuildNeeded', ...data })),
    signal.on('groupCall.ended', (data) => dispatch({ type: 'groupCall.ended', ...data })),
    signal.on('groupCall.producerClosed', (data) => {
      const source = leg?.sending.producerClosed(data.producerId) ?? null;
      if (source === null) {
        dispatch({ type: 'groupCall.producerClosed', ...data });
        return;
      }
      update({ refused: { source, code: 'feature-disabled' } });
      if (source === 'camera') void local?.setCamera(false);
    }),
    signal.on('groupCall.consumerOpened', (data) => void leg?.receiving.open(data)),
    signal.on('groupCall.consumerClosed', (data) => leg?.receiving.closed(data.consumerId)),
    signal.subscribe(() => {
      const { state } = signal;
      if (state.phase === 'closed')
        dispatch({ type: 'signalClosed', code: state.code ?? 'service-unavailable' });
    }),
    onPageLeave(() => dispatch({ type: 'leave' })),
    signal.onSessionReplaced(() => dispatch({ type: 'rebuild', reason: 'session-lost' })),
  ];

  return {
    get: store.get,
    subscribe: store.subscribe,
    join(media = { microphone: true, camera: true }) {
      const { name } = store.get().state;
      if (name === 'joining' || name === 'joined' || name === 'rebuilding') return;
      update({ ...emptySnapshot, state: store.get().state });
      void startLocalMedia(media);
      dispatch({ type: 'join' });
    },
    leave: () => dispatch({ type: 'leave' }),
    setMuted: (muted) => local?.setMuted(muted),
    setCamera: (on) => {
      update({ refused: null });
      void local?.setCamera(on);
    },
    choose: (kind, deviceId) => void local?.choose(kind, deviceId),
    setVisible(tile, size) {
      shown.set(tile, size);
      const { state } = store.get();
      if (state.name !== 'joined') return;
      const memberId = state.room.members.find((member) => member.tile === tile)?.memberId ?? null;
      if (memberId !== null) leg?.receiving.setShown(memberId, size);
    },
    close() {
      dispatch({ type: 'leave' });
      for (const unsubscribe of subscriptions) unsubscribe();
      clearTimeout(joinTimer);
      clearTimeout(settleTimer);
      closeLeg();
      stopLocalMedia();
    },
  };
}

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'internal-error');
