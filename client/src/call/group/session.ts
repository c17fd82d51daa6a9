import { createExperience } from '#client/call/experience.ts';
import { createKeeping } from '#client/call/keeping.ts';
import { controlsOf } from '#client/call/media-controls.ts';
import { createOnlyCall } from '#client/call/only-call.ts';
import { createOwnMedia } from '#client/call/own-media.ts';
import { askAgain } from '#client/call/retry.ts';
import { createStore } from '#client/store.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import type { MediaSource } from '#protocol/media.ts';
import { createAudioOnly } from './audio-only.ts';
import { BRIDGED_TILE, bridgedRoom } from './bridged-room.ts';
import type { GroupCallContext } from './context.ts';
import { prefetchDevice } from './device.ts';
import type { GroupCall, GroupCallOptions } from './group-call.ts';
import { createJoining, noJoinSince } from './joining.ts';
import { keepGroupCall } from './keep-group-call.ts';
import { type GroupCallEffect, type GroupCallEvent, type GroupCallState, transition } from './machine.ts';
import { createMeeting } from './meeting.ts';
import { followNotices } from './notices.ts';
import { createRestoring } from './restoring.ts';
import { createRoomMedia } from './room-media.ts';
import type { Rung } from './rung.ts';
import { captureForGroup } from './simulcast.ts';
import { emptySnapshot } from './snapshot.ts';
import { createTiles, sentOver } from './tiles.ts';
import { createTroubleBoard } from './troubles.ts';

/** What the call offers is waited for this long at most before a camera is opened: someone is looking at the page. */
const LOOK_MS = 1_500;

/** Members of a room that died are back by then, or they have left. */
const SETTLE_MS = 12_000;

/** Time for the server to tell the outcome of a ring that has timed out. */
const RING_MARGIN_MS = 5_000;

export function createGroupCall(options: GroupCallOptions): GroupCall {
  const { target, signal, adopted } = options;
  const log = options.log ?? (() => {});
  prefetchDevice();
  const store = createStore(emptySnapshot);
  const keeping = createKeeping();
  const context: GroupCallContext = {
    signal,
    get: store.get,
    update(change) {
      store.set({ ...store.get(), ...change });
      if (change.state || change.local !== undefined) keepGroupCall(keeping, signal, target, store.get());
    },
    dispatch,
    log,
  };
  const { update } = context;

  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  const ringTimers = new Set<ReturnType<typeof setTimeout>>();
  const troubles = createTroubleBoard((now) => update({ troubles: now }));
  const restoring = createRestoring({ meeting: createMeeting(context), troubles, log });
  /** A 1-to-1 call that moves has taken it. */
  const onlyCall = adopted ? null : createOnlyCall();
  const joining = createJoining(context, { target, onlyCall, beforeJoin: options.beforeJoin });
  const own = createOwnMedia({
    loadSettings: options.loadSettings,
    captureSize: captureForGroup,
    devices: options.devices,
    beforeOpening: () => Promise.race([look(), new Promise((resolve) => setTimeout(resolve, LOOK_MS))]),
    mayShowCamera,
    onChange(local) {
      update({ local });
      media.send(local);
    },
    onSettings: () => media.leg?.sending.applySettings(sendingSettings()),
    log,
  });
  const controls = controlsOf(own);
  const experience = createExperience();
  let joinedFrom: number | null = null;
  let since = adopted?.since ?? null;
  const media = createRoomMedia(context, {
    experience,
    since: () => since,
    takeJoinedFrom() {
      const from = joinedFrom;
      joinedFrom = null;
      return from;
    },
    tiles: () => tiles,
    troubles,
    sendingSettings,
    onOpened() {
      audioOnly.reset();
      followOffered();
    },
    onHeld: (count) => audioOnly.held(count),
    onQuality: (quality) => audioOnly.read(quality),
    onRefused: refuse,
  });
  const tiles = createTiles({ store, leg: () => media.leg, onCarried: () => options.onCarried?.() });

  const audioOnly = createAudioOnly((state) => update({ audioOnly: state }));
  let watched = true;
  /** One's own camera was on when the pictures were given up. */
  let showsCameraAgain = false;
  const receivePictures = () => tiles.setWanted(watched && audioOnly.state !== 'on');

  function dispatch(event: GroupCallEvent): void {
    const next = transition(store.get().state, event);
    if (!next) {
      log('An event was ignored', { event: event.type, state: store.get().state.name });
      return;
    }
    const [state, effects] = next;
    const wasRecorded = isRecorded(store.get().state);
    update({ state });
    for (const effect of effects) perform(effect);
    if (isRecorded(state) !== wasRecorded) media.leg?.sending.applySettings(sendingSettings());
    tiles.follow();
  }

  function perform(effect: GroupCallEffect): void {
    switch (effect.type) {
      case 'join':
        joining.joinLater(effect);
        break;
      case 'openMedia':
        void media.open(effect.attempt, effect.reply);
        restoring.resume();
        break;
      case 'holdMedia':
        restoring.suspend();
        break;
      case 'resumeMedia':
        media.resume(effect.attempt, effect.resumed);
        restoring.resume();
        break;
      case 'retireMedia':
        restoring.suspend();
        media.retire();
        break;
      case 'settleLater':
        clearTimeout(settleTimer);
        settleTimer = setTimeout(() => dispatch({ type: 'settled', attempt: effect.attempt }), SETTLE_MS);
        break;
      case 'timeOutRing':
        timeOutRing(effect.rung);
        break;
      case 'closeMedia':
        closeRoom();
        update({ tracks: emptySnapshot.tracks, interrupted: false, blockage: null, quality: null });
        break;
      case 'restore':
        restoring.begin(effect);
        break;
      case 'leave':
        leave();
        break;
      case 'stopLocalMedia':
        own.close();
        onlyCall?.release();
        break;
    }
  }

  function leave(): void {
    const measured = experience.get();
    // The others would see someone who has gone. A join takes the place of what was not left.
    askAgain(() => signal.request('groupCall.leave', measured ? { experience: measured } : {}), {
      isWanted: noJoinSince(),
    }).catch((error: unknown) => log('Leaving failed', error));
  }

  function timeOutRing(rung: Rung): void {
    const timer = setTimeout(() => {
      ringTimers.delete(timer);
      dispatch({ type: 'ringTimedOut', rung });
    }, RING_TIMEOUT_MS + RING_MARGIN_MS);
    ringTimers.add(timer);
  }

  function closeRoom(): void {
    joining.cancel();
    clearTimeout(settleTimer);
    for (const timer of ringTimers) clearTimeout(timer);
    ringTimers.clear();
    restoring.close();
    media.close();
  }

  /** Asks what the call offers. Nothing waits for it for long: joining tells it as well. */
  async function look(): Promise<void> {
    try {
      update({ look: await signal.request('groupCall.look', { target }) });
      followOffered();
    } catch (error) {
      dispatch({ type: 'refused', code: errorCodeOf(error) });
    }
  }

  function mayShowCamera(): boolean {
    const { state, look } = store.get();
    const { offered } = 'room' in state ? state.room : (look ?? {});
    return offered?.shareCamera !== false;
  }

  /** A camera that may not be shown is not open. */
  function followOffered(): void {
    if (!mayShowCamera()) controls.setCamera(false);
  }

  function sendingSettings() {
    const recorded = isRecorded(store.get().state);
    return { settings: own.settings, captureSize: captureForGroup(own.settings), recorded };
  }

  /** What the server does not take is not kept open either. */
  function refuse(source: MediaSource, code: ErrorCode): void {
    const isShare = source !== 'microphone' && source !== 'camera';
    // A share that has ended says why itself.
    if (!isShare || code !== 'feature-disabled') update({ refused: { source, code } });
    if (source === 'camera') controls.setCamera(false);
    else if (source.startsWith('screen')) own.local?.stopScreen('withdrawn');
    else if (source.startsWith('playback')) own.local?.stopPlayback('withdrawn');
  }

  const stopFollowing = followNotices(context, {
    leg: () => media.leg,
    onMuted(source, by) {
      update({ mutedBy: { source, by } });
      // The node has paused it; here it is stopped too, and its button shows it.
      if (source === 'microphone') controls.setMuted(true);
      if (source === 'camera') controls.setCamera(false);
      if (source === 'screen') controls.stopScreen();
      if (source === 'playback') controls.stopPlayback();
    },
    onWithdrawn: (source) => refuse(source, 'feature-disabled'),
  });

  return {
    ...controls,
    get: store.get,
    subscribe: store.subscribe,
    join(joinMedia = own.last ?? { microphone: true, camera: true }, page = {}) {
      const before = store.get();
      const { name } = before.state;
      if (name === 'joining' || name === 'joined' || name === 'rebuilding') return;
      if (audioOnly.set(false)) receivePictures();
      update({ ...emptySnapshot, state: before.state, local: before.local, look: before.look });
      since = page.since ?? adopted?.since ?? null;
      if (page.handRaised) restoring.raiseHandLater();
      // A call that moves has been set up before.
      if (!adopted) joinedFrom = performance.now();
      if (adopted) own.adopt(adopted);
      else if (!own.local) void own.open(joinMedia);
      if (!adopted?.bridge) {
        dispatch({ type: 'join' });
        return;
      }
      const { self, other, tracks } = adopted.bridge;
      dispatch({ type: 'join', room: bridgedRoom(self, other, sentOver(tracks)) });
      tiles.bridge(tracks);
    },
    prepare: (joinMedia) => void own.open(joinMedia),
    leave: () => dispatch({ type: 'leave' }),
    rejoin: () => dispatch({ type: 'rebuild', reason: 'media-lost' }),
    setMuted(muted) {
      if (!muted) update({ mutedBy: null });
      controls.setMuted(muted);
    },
    setCamera(on) {
      update({ refused: null, mutedBy: null });
      controls.setCamera(on);
    },
    startScreen() {
      update({ refused: null });
      controls.startScreen();
    },
    startPlayback(file) {
      update({ refused: null });
      controls.startPlayback(file);
    },
    applySettings(settings) {
      update({ codecFallbacks: [] });
      own.applySettings(settings);
    },
    setVisible: tiles.setVisible,
    setWatched(next) {
      watched = next;
      receivePictures();
    },
    setAudioOnly(on) {
      if (!audioOnly.set(on)) return;
      receivePictures();
      const { local } = store.get();
      if (on) {
        showsCameraAgain = local !== null && local.camera.status !== 'off';
        controls.setCamera(false);
      } else if (showsCameraAgain) controls.setCamera(true);
    },
    meeting: restoring.meeting,
    chat: options.chat ?? null,
    bridge(tracks) {
      tiles.bridge(tracks);
      dispatch({ type: 'bridge', tile: BRIDGED_TILE, sends: tracks && sentOver(tracks) });
    },
    show: tiles.show,
    close() {
      dispatch({ type: 'leave' });
      stopFollowing();
      closeRoom();
      own.close();
      onlyCall?.release();
    },
  };
}

const isRecorded = (state: GroupCallState): boolean => 'room' in state && state.room.recordedByServer;
