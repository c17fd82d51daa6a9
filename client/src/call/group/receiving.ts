import type { Consumer, RtpCapabilities, Transport } from 'mediasoup-client/types';
import type { Signal } from '#client/signal/signal.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { ConsumerOptions } from '#protocol/signal/group-call.ts';
import { canHeal, createEffort, type Effort, isForgotten } from './effort.ts';
import { layerFor, type ShownSize } from './received-layer.ts';

/** Tiles change their size in steps while a window is drawn or a layout moves: only where they come to rest matters. */
const SETTLE_MS = 200;
/**
 * Consumers of one member, and those of all when one joins, are told of one by one within some ms. mediasoup-client makes those together that
 * it is asked for together, and else the second one after a whole negotiation of the first.
 */
const TOGETHER_MS = 10;
/** A tile hides its picture if the line has been too narrow to send it for this long. The last frame would stand still. */
const HELD_AFTER_MS = 3_000;
/** A consumer that the media node does not know so often is lost: of one that has closed it would have told by then. */
const MAX_UNKNOWN = 3;

export interface ReceivingOptions {
  readonly transport: Transport;
  readonly signal: Signal;
  readonly onTrack: (memberId: MemberId, source: MediaSource, track: MediaStreamTrack) => void;
  readonly onTrackGone: (memberId: MemberId, source: MediaSource, track: MediaStreamTrack) => void;
  /** Whether the member sends the source. */
  readonly isSent: (memberId: MemberId, source: MediaSource) => boolean;
  /** Number of pictures that the media node does not send because the line carries too little. */
  readonly onHeld: (count: number) => void;
  /** Media of others that should be there by now; null: none is missing. */
  readonly onMissing: (missing: { readonly givenUp: boolean } | null) => void;
  /** The media node no longer knows the member, or what it sends to it: rejoin. */
  readonly onLost: () => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/**
 * The consumers of one room: opened when the media node says so, and paused while no one sees them. What is wanted is brought
 * about however often it fails (`effort.ts`).
 */
export interface Receiving {
  /** From now on the media node opens consumers (SPEC.md, G4). */
  begin(rtpCapabilities: RtpCapabilities): void;
  open(options: ConsumerOptions): void;
  closed(consumerId: string): void;
  /** The layer that the media node sends now; null: none, since the line carries too little. */
  layerChanged(consumerId: string, layer: number | null): void;
  /** These are all that the media node has, in a session that may have missed that some came or went. */
  resume(consumers: readonly ConsumerOptions[]): void;
  /** At which size a picture of a member is shown; null: not at all. Until it is said, it is received. */
  setShown(memberId: MemberId, source: MediaSource, size: ShownSize | null): void;
  /** Sound that is received now. */
  audio(): readonly ReceivedAudio[];
  /** Pictures that are received now, and not paused. */
  pictures(): readonly ReceivedPicture[];
  /** Nothing more is asked of the media node; tracks that are there end with the transport. */
  close(): void;
}

/** W3C WebRTC Extensions, 6.1; older browsers have none. */
export interface JitterReceiver {
  jitterBufferTarget?: number | null;
}

export interface ReceivedAudio {
  readonly memberId: MemberId;
  readonly trackId: string;
  /** Missing where the browser is too old to tell. */
  readonly receiver: JitterReceiver | undefined;
}

export interface ReceivedPicture {
  readonly memberId: MemberId;
  readonly source: MediaSource;
  readonly trackId: string;
}

interface Entry {
  readonly memberId: MemberId;
  readonly source: MediaSource;
  consumer: Consumer | null;
  /** The browser was asked to make its consumer. */
  tried: boolean;
  closed: boolean;
  /** Its last picture stays until the one that takes its place is there. */
  retired: boolean;
  /** State on the media node; consumers start paused (SPEC.md, G5). Null: the last request has no answer yet. */
  paused: boolean | null;
  /** Layer on the media node. Null: none was requested, or the last request has no answer yet. */
  layer: number | null;
  /** What the media node says to send; null: nothing. Undefined: it has not said. */
  sentLayer: number | null | undefined;
  /** The line carries too little for it: it is not shown. */
  held: boolean;
  holding: ReturnType<typeof setTimeout> | undefined;
  /** How often the media node did not know it. */
  unknown: number;
  readonly efforts: { readonly flow: Effort; readonly layer: Effort };
}

export function createReceiving(options: ReceivingOptions): Receiving {
  const { transport, signal, log } = options;
  const entries = new Map<string, Entry>();
  /** By member and source. */
  const shown = new Map<string, ShownSize | null>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const keyOf = (memberId: MemberId, source: MediaSource) => `${memberId} ${source}`;
  const sizeOf = ({ memberId, source }: Entry) => shown.get(keyOf(memberId, source));
  let readiness: Effort | null = null;
  let opening: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let reported = 'null';

  function report(): void {
    if (closed) return;
    const wanted = [...entries.values()].filter((entry) => sizeOf(entry) !== null);
    const efforts = [...(readiness ? [readiness] : []), ...wanted.map(({ efforts: { flow } }) => flow)];
    const isGivenUp = efforts.some(({ state }) => state === 'given-up' || state === 'refused');
    const missing =
      isGivenUp || efforts.some(({ state }) => state === 'late') ? { givenUp: isGivenUp } : null;
    const now = JSON.stringify(missing);
    if (now === reported) return;
    reported = now;
    options.onMissing(missing);
  }

  function judge(error: unknown): 'again' | 'refused' {
    if (closed || transport.closed) return 'refused';
    if (isForgotten(error)) options.onLost();
    return canHeal(error);
  }

  /** Of a consumer that has just closed the notice follows. */
  function judgeConsumer(entry: Entry, error: unknown): 'again' | 'refused' {
    if (errorCodeOf(error) !== 'media-object-not-found') return judge(error);
    entry.unknown += 1;
    return entry.unknown < MAX_UNKNOWN ? 'again' : judge(error);
  }

  async function make(entry: Entry, { consumerId, producerId, kind, rtpParameters }: ConsumerOptions) {
    const { memberId, source } = entry;
    try {
      // One stream a member: the browser plays the sound and the picture of a stream in step.
      const streamId = `${memberId}-${source.startsWith('screen') ? 'screen' : 'camera'}`;
      const consumer = await transport.consume({ id: consumerId, producerId, kind, rtpParameters, streamId });
      // `consumerClosed` may have come while the browser was negotiating.
      if (entry.closed) {
        consumer.close();
        return;
      }
      entry.consumer = consumer;
      options.onTrack(memberId, source, consumer.track);
    } finally {
      entry.tried = true;
      dropRetired(entry);
    }
  }

  /** Sound has no key frames, so it is resumed while the browser makes its consumer. It is heard one round trip earlier. */
  async function makeAndResume(entry: Entry, opened: ConsumerOptions): Promise<void> {
    const isEarly = opened.kind === 'audio' && entry.paused === true && sizeOf(entry) !== null;
    await Promise.all([make(entry, opened), isEarly && setPaused(opened.consumerId, entry)]);
  }

  async function setPaused(consumerId: string, entry: Entry): Promise<void> {
    const paused = sizeOf(entry) === null;
    entry.paused = null;
    await signal.request(paused ? 'groupCall.pauseConsumer' : 'groupCall.resumeConsumer', { consumerId });
    entry.paused = paused;
    if (!paused) checkHeld(entry);
  }

  /** Only cameras come in layers: of a shared screen every line is wanted. Null: no matter which. */
  function wantedLayer(entry: Entry): number | null {
    const size = sizeOf(entry);
    return size && entry.source === 'camera' ? layerFor(size, globalThis.devicePixelRatio ?? 1) : null;
  }

  async function setLayer(consumerId: string, entry: Entry): Promise<void> {
    const spatialLayer = wantedLayer(entry);
    if (spatialLayer === null) return;
    entry.layer = null;
    await signal.request('groupCall.setPreferredLayers', { consumerId, spatialLayer });
    entry.layer = spatialLayer;
  }

  function newEntry(opened: ConsumerOptions): Entry {
    const { consumerId, memberId, source } = opened;
    const isOver = () => entry.closed || entry.retired;
    const logged = (message: string, error: unknown) => log(`${message}: ${source} of a member`, error);
    const entry: Entry = {
      memberId,
      source,
      consumer: null,
      tried: false,
      closed: false,
      retired: false,
      paused: true,
      layer: null,
      sentLayer: undefined,
      held: false,
      holding: undefined,
      unknown: 0,
      efforts: {
        flow: createEffort({
          isDone: () => isOver() || (entry.consumer !== null && entry.paused === (sizeOf(entry) === null)),
          step: () => (entry.consumer ? setPaused(consumerId, entry) : makeAndResume(entry, opened)),
          judge: (error) => judgeConsumer(entry, error),
          onState: report,
          log: logged,
        }),
        // One that stays as it was is seen all the same.
        layer: createEffort({
          isDone: () => isOver() || [null, entry.layer].includes(wantedLayer(entry)),
          step: () => setLayer(consumerId, entry),
          log: logged,
        }),
      },
    };
    return entry;
  }

  function drop(consumerId: string): void {
    const entry = entries.get(consumerId);
    if (!entry || entry.closed) return;
    if (entry.consumer && [...entries.values()].some((other) => isOpening(other) && isSame(other, entry))) {
      entry.retired = true;
    } else {
      entries.delete(consumerId);
      entry.closed = true;
      hold(entry, false);
    }
    for (const effort of Object.values(entry.efforts)) effort.check();
    report();
    if (entry.retired || !entry.consumer) return;
    entry.consumer.close();
    options.onTrackGone(entry.memberId, entry.source, entry.consumer.track);
  }

  function open(opened: ConsumerOptions): void {
    if (closed) return;
    const entry = newEntry(opened);
    entries.set(opened.consumerId, entry);
    // Before it flows, so that the first picture is of the right size.
    entry.efforts.layer.check();
    // Timers of a hidden page come up to a second late.
    if (globalThis.document?.hidden) beginAll();
    else opening ??= setTimeout(beginAll, TOGETHER_MS);
  }

  function beginAll(): void {
    clearTimeout(opening);
    opening = undefined;
    for (const entry of entries.values()) if (isOpening(entry)) entry.efforts.flow.check();
  }

  function hold(entry: Entry, held: boolean): void {
    clearTimeout(entry.holding);
    if (entry.held === held) return;
    entry.held = held;
    const { memberId, source, consumer } = entry;
    if (consumer && !entry.closed) {
      if (held) options.onTrackGone(memberId, source, consumer.track);
      else options.onTrack(memberId, source, consumer.track);
    }
    options.onHeld([...entries.values()].filter((one) => one.held).length);
  }

  function checkHeld(entry: Entry): void {
    clearTimeout(entry.holding);
    if (entry.sentLayer !== null) {
      hold(entry, false);
      return;
    }
    // One that is paused, here or by its owner, has no layer either.
    entry.holding = setTimeout(() => {
      if (entry.paused === false && options.isSent(entry.memberId, entry.source)) hold(entry, true);
    }, HELD_AFTER_MS);
  }

  function layerChanged(consumerId: string, layer: number | null): void {
    const entry = entries.get(consumerId);
    if (!entry) return;
    entry.sentLayer = layer;
    checkHeld(entry);
  }

  const isSame = (one: Entry, other: Entry) => one.memberId === other.memberId && one.source === other.source;
  const isOpening = ({ tried, closed }: Entry) => !tried && !closed;

  /** What has waited for this one goes, whether this one has come or not. */
  function dropRetired(successor: Entry): void {
    for (const [consumerId, entry] of [...entries]) {
      if (!entry.retired || !isSame(entry, successor)) continue;
      entry.retired = false;
      drop(consumerId);
    }
  }

  return {
    begin(rtpCapabilities) {
      let ready = false;
      readiness = createEffort({
        isDone: () => ready,
        async step() {
          await signal.request('groupCall.ready', { rtpCapabilities });
          ready = true;
        },
        judge,
        onState: report,
        log,
      });
      readiness.check();
    },
    open,
    closed: drop,
    layerChanged,
    resume(consumers) {
      for (const opened of consumers) if (!entries.has(opened.consumerId)) open(opened);
      const ids = new Set(consumers.map(({ consumerId }) => consumerId));
      for (const consumerId of [...entries.keys()]) if (!ids.has(consumerId)) drop(consumerId);
      readiness?.renew();
      for (const entry of entries.values()) {
        entry.sentLayer = undefined;
        checkHeld(entry);
        entry.unknown = 0;
        for (const effort of Object.values(entry.efforts)) effort.renew();
      }
    },
    setShown(memberId, source, size) {
      if (closed) return;
      const key = keyOf(memberId, source);
      const before = shown.get(key);
      if (
        size?.width === before?.width &&
        size?.height === before?.height &&
        (size === null) === (before === null)
      )
        return;
      shown.set(key, size);
      clearTimeout(timers.get(key));
      timers.set(
        key,
        setTimeout(() => {
          for (const entry of entries.values()) {
            if (keyOf(entry.memberId, entry.source) !== key) continue;
            entry.efforts.layer.check();
            entry.efforts.flow.check();
          }
          report();
        }, SETTLE_MS),
      );
    },
    audio: () =>
      [...entries.values()].flatMap(({ memberId, consumer }) =>
        consumer?.kind === 'audio'
          ? [{ memberId, trackId: consumer.track.id, receiver: consumer.rtpReceiver }]
          : [],
      ),
    pictures: () =>
      [...entries.values()].flatMap((entry) =>
        entry.consumer?.kind === 'video' && entry.paused === false && !entry.retired && sizeOf(entry) !== null
          ? [{ memberId: entry.memberId, source: entry.source, trackId: entry.consumer.track.id }]
          : [],
      ),
    close() {
      closed = true;
      readiness?.close();
      clearTimeout(opening);
      for (const timer of timers.values()) clearTimeout(timer);
      for (const entry of entries.values()) {
        entry.closed = true;
        clearTimeout(entry.holding);
        for (const effort of Object.values(entry.efforts)) effort.close();
      }
      entries.clear();
    },
  };
}
