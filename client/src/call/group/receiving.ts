import type { Consumer, Transport } from 'mediasoup-client/types';
import type { Signal } from '#client/signal/signal.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { ConsumerOptions } from '#protocol/signal/group-call.ts';
import { layerFor, type ShownSize } from './received-layer.ts';

/** Tiles change their size in steps while a window is drawn or a layout moves: only where they come to rest matters. */
const SETTLE_MS = 200;

export interface ReceivingOptions {
  readonly transport: Transport;
  readonly signal: Signal;
  readonly onTrack: (memberId: MemberId, source: MediaSource, track: MediaStreamTrack) => void;
  readonly onTrackGone: (memberId: MemberId, source: MediaSource, track: MediaStreamTrack) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** The consumers of one room: opened when the media node says so, and paused while no one sees them. */
export interface Receiving {
  open(options: ConsumerOptions): Promise<void>;
  closed(consumerId: string): void;
  /** At which size a picture of a member is shown; null: not at all. Until it is said, it is received. */
  setShown(memberId: MemberId, source: MediaSource, size: ShownSize | null): void;
  close(): void;
}

interface Entry {
  readonly memberId: MemberId;
  readonly source: MediaSource;
  consumer: Consumer | null;
  closed: boolean;
  /** Its last picture stays until the one that takes its place is there. */
  retired: boolean;
  /** As the media node has it: consumers start paused (SPEC.md, G5). */
  paused: boolean;
  layer: number | null;
}

export function createReceiving(options: ReceivingOptions): Receiving {
  const { transport, signal, log } = options;
  const entries = new Map<string, Entry>();
  /** By member and source. */
  const shown = new Map<string, ShownSize | null>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const keyOf = (memberId: MemberId, source: MediaSource) => `${memberId} ${source}`;

  const ask = (what: Promise<unknown>) => {
    what.catch((error: unknown) => log('A consumer could not be changed', error));
  };

  /** Brings what the media node sends to what is shown. */
  function adjust(consumerId: string, entry: Entry): void {
    if (!entry.consumer || entry.closed || entry.retired) return;
    const size = shown.get(keyOf(entry.memberId, entry.source));
    // Only cameras come in layers: of a shared screen every line is wanted.
    const layer = size && entry.source === 'camera' ? layerFor(size, globalThis.devicePixelRatio ?? 1) : null;
    if (layer !== null && layer !== entry.layer) {
      entry.layer = layer;
      ask(signal.request('groupCall.setPreferredLayers', { consumerId, spatialLayer: layer }));
    }
    const paused = size === null;
    if (paused === entry.paused) return;
    entry.paused = paused;
    ask(signal.request(paused ? 'groupCall.pauseConsumer' : 'groupCall.resumeConsumer', { consumerId }));
  }

  function drop(consumerId: string): void {
    const entry = entries.get(consumerId);
    if (!entry || entry.closed) return;
    if (entry.consumer && [...entries.values()].some((other) => isOpening(other) && isSame(other, entry))) {
      entry.retired = true;
      return;
    }
    entries.delete(consumerId);
    entry.closed = true;
    if (!entry.consumer) return;
    entry.consumer.close();
    options.onTrackGone(entry.memberId, entry.source, entry.consumer.track);
  }

  const isSame = (one: Entry, other: Entry) => one.memberId === other.memberId && one.source === other.source;
  const isOpening = ({ consumer, closed }: Entry) => consumer === null && !closed;

  /** What has waited for this one goes, whether this one has come or not. */
  function dropRetired(successor: Entry): void {
    for (const [consumerId, entry] of [...entries])
      if (entry.retired && isSame(entry, successor)) drop(consumerId);
  }

  return {
    async open({ consumerId, producerId, memberId, kind, source, rtpParameters }) {
      const entry: Entry = {
        memberId,
        source,
        consumer: null,
        closed: false,
        retired: false,
        paused: true,
        layer: null,
      };
      entries.set(consumerId, entry);
      try {
        // One stream a member: the browser plays the sound and the picture of a stream in step.
        const streamId = `${memberId}-${source.startsWith('screen') ? 'screen' : 'camera'}`;
        const consumer = await transport.consume({
          id: consumerId,
          producerId,
          kind,
          rtpParameters,
          streamId,
        });
        // `consumerClosed` may have come while the browser was negotiating.
        if (entry.closed) {
          consumer.close();
          return;
        }
        entry.consumer = consumer;
        options.onTrack(memberId, source, consumer.track);
        adjust(consumerId, entry);
      } catch (error) {
        if (!transport.closed) log('A consumer could not be made', error);
        entry.closed = true;
        entries.delete(consumerId);
      } finally {
        dropRetired(entry);
      }
    },
    closed: drop,
    setShown(memberId, source, size) {
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
          for (const [consumerId, entry] of entries) {
            if (keyOf(entry.memberId, entry.source) === key) adjust(consumerId, entry);
          }
        }, SETTLE_MS),
      );
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
      for (const entry of entries.values()) entry.closed = true;
      entries.clear();
    },
  };
}
