import { withFallback } from '#client/call/codec-fallback.ts';
import type { ExperienceTally } from '#client/call/experience.ts';
import type { LinkQuality } from '#client/call/link-stats.ts';
import { iceTransportPolicy } from '#client/media/ice-policy.ts';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import type { ExpectedPicture } from '#client/media/perceived.ts';
import { sharedTracks } from '#client/media/share.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { GroupCallContext } from './context.ts';
import { type Leg, openLeg } from './leg.ts';
import type { GroupCallState } from './machine.ts';
import type { MemberView } from './member-view.ts';
import type { JoinReply, Resumed } from './room-view.ts';
import type { SendingSettings } from './sending.ts';
import { emptySnapshot } from './snapshot.ts';
import type { Tiles } from './tiles.ts';
import type { TroubleBoard } from './troubles.ts';

export interface RoomMediaOptions {
  readonly tiles: () => Tiles;
  readonly troubles: TroubleBoard;
  readonly sendingSettings: () => SendingSettings;
  readonly onOpened: () => void;
  /** So many pictures are not sent, since the line carries too little. */
  readonly onHeld: (count: number) => void;
  readonly onQuality: (quality: LinkQuality) => void;
  /** The server or the media node does not take a source. */
  readonly onRefused: (source: MediaSource, code: ErrorCode) => void;
  readonly experience: ExperienceTally;
  /** Since when one has been in the call before it came here; null: joining it begins it. */
  since(): number | null;
  /** By `performance.now()`; null: the media that comes first is not waited for. Taken once. */
  readonly takeJoinedFrom: () => number | null;
}

/** What is sent to and received from the room of the call, over as many rooms as it takes. */
export interface RoomMedia {
  /** Null: none is open. */
  readonly leg: Leg | null;
  /** Closes what is open first. */
  open(attempt: number, reply: JoinReply): Promise<void>;
  /** What is open goes on in another session. */
  resume(attempt: number, resumed: Resumed): void;
  /** Sends exactly what is open. */
  send(local: LocalMediaSnapshot | null): void;
  /** The room is gone: nothing is sent to it any more, its last pictures stay. */
  retire(): void;
  close(): void;
}

export function createRoomMedia(context: GroupCallContext, options: RoomMediaOptions): RoomMedia {
  const { signal, get, update, dispatch, log } = context;
  const { troubles } = options;
  let leg: Leg | null = null;
  /** The attempt of the room that `leg` is of; the next one, once that has resumed it. */
  let current = { attempt: 0 };
  /** UDP was found not to work. Tried again once TCP has failed, too. */
  let tcpOnly = false;

  const isCurrent = (attempt: number): boolean => {
    const { state } = get();
    return state.name === 'joined' && state.attempt === attempt;
  };

  async function openFor(attempt: number, reply: JoinReply): Promise<void> {
    const own = { attempt };
    current = own;
    const whileCurrent =
      <Arguments extends unknown[]>(act: (...given: Arguments) => void) =>
      (...given: Arguments) => {
        if (isCurrent(own.attempt)) act(...given);
      };
    const { add, remove } = options.tiles();
    const opened = await openLeg({
      reply,
      signal,
      iceTransportPolicy: iceTransportPolicy(),
      tcpOnly,
      onTrack: whileCurrent(add),
      onTrackGone: whileCurrent(remove),
      onRefused: whileCurrent(options.onRefused),
      onSent: whileCurrent((sent, late) => {
        update({ sent });
        troubles.put('sending', late);
      }),
      onMissing: whileCurrent((missing) =>
        troubles.put('receiving', missing ? [{ what: 'receiving', ...missing }] : []),
      ),
      onHeld: whileCurrent(options.onHeld),
      onCodecMissing: whileCurrent((fallback) =>
        update({ codecFallbacks: withFallback(get().codecFallbacks, fallback) }),
      ),
      ...options.sendingSettings(),
      onUp: whileCurrent(() => {
        dispatch({ type: 'mediaUp' });
        update({ blockage: null });
      }),
      onBlocked: whileCurrent((blockage) => update({ blockage })),
      givesUp() {
        const { state } = get();
        return state.name !== 'joined' || state.failures === 0;
      },
      onInterrupted: whileCurrent((interrupted) => update({ interrupted })),
      onLost: whileCurrent(() => {
        tcpOnly = false;
        dispatch({ type: 'rebuild', reason: 'media-lost' });
      }),
      onHandshakeStuck: whileCurrent(() => {
        tcpOnly = true;
        dispatch({ type: 'rebuild', reason: 'media-lost' });
      }),
      roundTripOf: (memberId) => memberOf(get().state, memberId)?.link?.roundTripMs ?? null,
      isAnyFull() {
        const { state } = get();
        return 'room' in state && state.room.members.some(({ away, link }) => !away && link?.full === true);
      },
      pictureOf: (memberId, source) => pictureOf(memberOf(get().state, memberId), source),
      camera() {
        const { local } = get();
        return local && liveTrack(local.camera);
      },
      onQuality(quality) {
        update({ quality });
        options.onQuality(quality);
      },
      experience: options.experience,
      log,
    });
    if (!isCurrent(attempt)) {
      opened.close();
      return;
    }
    leg = opened;
    options.onOpened();
    update({ interrupted: false, joinedAt: get().joinedAt ?? options.since() ?? Date.now() });
    send(get().local);
    const joinedFrom = options.takeJoinedFrom();
    const isSentTo = reply.members.some(({ producers }) => producers.some(({ paused }) => !paused));
    if (joinedFrom !== null && isSentTo)
      void options.experience.awaitMedia(joinedFrom, () => opened.receiveTransport.getStats());
    opened.begin();
  }

  function send(local: LocalMediaSnapshot | null): void {
    if (!leg || !local) return;
    const { sending } = leg;
    sending.set('microphone', { track: liveTrack(local.microphone), paused: local.muted });
    sending.set('camera', { track: liveTrack(local.camera), paused: false });
    for (const share of ['screen', 'playback'] as const) {
      const { video, audio } = sharedTracks(local[share]);
      sending.set(share, { track: video, paused: false });
      sending.set(`${share}-audio`, { track: audio, paused: false });
    }
  }

  function resume(attempt: number, resumed: Resumed): void {
    if (!leg) {
      dispatch({ type: 'rebuild', reason: 'media-lost' });
      return;
    }
    current.attempt = attempt;
    leg.resume(resumed);
  }

  function retire(): void {
    leg?.retire();
    nothingSent();
  }

  function close(): void {
    leg?.close();
    leg = null;
    nothingSent();
  }

  function nothingSent(): void {
    troubles.clear();
    if (get().sent !== emptySnapshot.sent) update({ sent: emptySnapshot.sent });
  }

  return {
    get leg() {
      return leg;
    },
    async open(attempt, reply) {
      close();
      try {
        await openFor(attempt, reply);
      } catch (error) {
        if (!isCurrent(attempt)) return;
        log('Media could not be opened', error);
        if (error instanceof Error && error.name === 'UnsupportedError') dispatch({ type: 'unsupported' });
        else dispatch({ type: 'rebuild', reason: 'media-lost' });
      }
    },
    resume,
    send,
    retire,
    close,
  };
}

const memberOf = (state: GroupCallState, memberId: MemberId): MemberView | null =>
  (state.name === 'joined' && state.room.members.find((member) => member.memberId === memberId)) || null;

function pictureOf(member: MemberView | null, source: MediaSource): ExpectedPicture | null {
  if (!member || member.away) return null;
  const isSent = member.producers.some((producer) => producer.source === source && !producer.paused);
  if (!isSent) return null;
  return source === 'camera'
    ? { kind: 'camera', sentFps: member.link?.sentFps ?? null }
    : { kind: 'share', sentFps: null };
}
