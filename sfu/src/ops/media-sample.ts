import type { WebRtcTransport } from 'mediasoup/types';
import type { MediaNode } from '#sfu/media-node.ts';

export type Direction = 'received' | 'sent';

/** The state of a node's media at one moment. */
export interface MediaSample {
  readonly members: number;
  readonly producers: number;
  readonly consumers: number;
  /** By ICE state. */
  readonly transports: ReadonlyMap<string, number>;
  readonly bitsPerSecond: Record<Direction, number>;
  /** Mean over the transports that carry media, 0 to 1. */
  readonly loss: Record<Direction, number>;
  /** Round-trip times in seconds, as the members' browsers measure them. */
  readonly roundTripS: readonly number[];
  /** Share of sound made up, of time for which a picture stood still, and seconds in the jitter buffer: as they measure it. */
  readonly perceived: Readonly<Record<'concealed' | 'frozen' | 'bufferS', readonly number[]>>;
  /** Since the sample before; bytes in each direction. */
  readonly growth: Totals;
}

const COUNTERS = ['received', 'sent', 'nacks', 'keyFrameRequests'] as const;
type Totals = Record<(typeof COUNTERS)[number], number>;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Reads the statistics of transports and producers from the workers. Consumers, which grow with the square of a room's
 * members, are only counted; the loss on the way to a member is in its transport's statistics.
 */
export class MediaSampler {
  readonly #node: MediaNode;
  /** Of each transport and producer, at the sample before. */
  #before = new Map<string, Totals>();

  constructor(node: MediaNode) {
    this.#node = node;
  }

  async sample(): Promise<MediaSample> {
    const peers = this.#node.rooms.all.flatMap(({ peers }) => peers.all);
    const transports = peers.flatMap((peer) => peer.transports).filter(({ closed }) => !closed);
    const producers = peers.flatMap((peer) => peer.producers.all).filter(({ producer }) => !producer.closed);
    const [transportStats, producerStats] = await Promise.all([
      Promise.all(transports.map(statsOf)),
      Promise.all(producers.map(({ producer }) => producer.getStats().catch(() => []))),
    ]);
    const found = transportStats.flatMap((stats) => stats ?? []);
    const now = new Map<string, Totals>();
    for (const { transportId, bytesReceived, bytesSent } of found) {
      now.set(transportId, { received: bytesReceived, sent: bytesSent, nacks: 0, keyFrameRequests: 0 });
    }
    for (const [index, streams] of producerStats.entries()) {
      const id = producers[index]?.producer.id ?? '';
      for (const { ssrc, nackCount, pliCount, firCount } of streams) {
        const keyFrameRequests = pliCount + firCount;
        now.set(`${id} ${ssrc}`, { received: 0, sent: 0, nacks: nackCount, keyFrameRequests });
      }
    }
    const before = this.#before;
    this.#before = now;
    return {
      members: peers.length,
      producers: producers.length,
      consumers: peers.reduce((sum, peer) => sum + peer.consumers.count, 0),
      transports: countBy(transports.map(({ iceState }) => iceState)),
      bitsPerSecond: {
        received: found.reduce((sum, { recvBitrate }) => sum + recvBitrate, 0),
        sent: found.reduce((sum, { sendBitrate }) => sum + sendBitrate, 0),
      },
      loss: {
        received: mean(found.flatMap(({ rtpPacketLossReceived }) => rtpPacketLossReceived ?? [])),
        sent: mean(found.flatMap(({ rtpPacketLossSent }) => rtpPacketLossSent ?? [])),
      },
      roundTripS: peers.flatMap(({ info: { link } }) =>
        typeof link?.roundTripMs === 'number' ? [link.roundTripMs / 1_000] : [],
      ),
      perceived: {
        concealed: peers.flatMap(({ info: { link } }) => link?.concealed ?? []),
        frozen: peers.flatMap(({ info: { link } }) => link?.frozen ?? []),
        bufferS: peers.flatMap(({ info: { link } }) =>
          link?.bufferMs === undefined ? [] : [link.bufferMs / 1_000],
        ),
      },
      growth: growthOf(before, now),
    };
  }
}

function growthOf(before: ReadonlyMap<string, Totals>, now: ReadonlyMap<string, Totals>): Totals {
  const growth: Totals = { received: 0, sent: 0, nacks: 0, keyFrameRequests: 0 };
  for (const [id, totals] of now) {
    for (const name of COUNTERS) growth[name] += Math.max(0, totals[name] - (before.get(id)?.[name] ?? 0));
  }
  return growth;
}

/** Null for a transport that was closed meanwhile. */
const statsOf = async (transport: WebRtcTransport) => (await transport.getStats().catch(() => []))[0] ?? null;

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
