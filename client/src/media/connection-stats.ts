import type { Quality } from '#protocol/call-quality.ts';

export type { Quality };

/** What a call's connection does, from two readings of `getStats` (W3C WebRTC statistics). */
export interface ConnectionStats {
  /** Milliseconds of the candidate pair in use; null before there is one. */
  readonly roundTripMs: number | null;
  /** Share of the packets that did not arrive since the last reading, 0 to 1; null where none were expected. */
  readonly receivedLoss: number | null;
  /** The same of what was sent, as the other side reports it. */
  readonly sentLoss: number | null;
  readonly sentKbps: number;
  readonly receivedKbps: number;
  /** Whether one side's candidate in use is of a TURN server; null before there is a pair. */
  readonly relayed: boolean | null;
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

type Counter = 'bytesSent' | 'bytesReceived' | 'packetsReceived' | 'packetsLost';

/** Sums of one reading, from which the next one's differences are made. */
export interface StatsReading extends Readonly<Record<Counter, number>> {
  readonly atMs: number;
  readonly roundTripMs: number | null;
  readonly sentLoss: number | null;
  readonly relayed: boolean | null;
}

/** One entry of a report; only what is read of it, none of which every browser has. */
interface Entry extends Readonly<Partial<Record<Counter, number>>> {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly state?: string;
  readonly nominated?: boolean;
  readonly selected?: boolean;
  readonly selectedCandidatePairId?: string;
  readonly localCandidateId?: string;
  readonly remoteCandidateId?: string;
  readonly candidateType?: string;
  readonly currentRoundTripTime?: number;
  readonly fractionLost?: number;
  readonly mid?: string;
  readonly ssrc?: number;
}

/** mediasoup asks with packets of this stream how much a member can receive; what they are worth is nothing to people. */
const PROBE = { mid: 'probator', ssrc: 1234 };
const isProbe = ({ mid, ssrc }: Entry): boolean => mid === PROBE.mid || ssrc === PROBE.ssrc;

export function readStats(report: Iterable<readonly [string, Entry]>): StatsReading {
  const entries = new Map(report);
  const all = [...entries.values()];
  const pair = pairInUse(entries);
  const candidateTypes = [pair?.localCandidateId, pair?.remoteCandidateId].map(
    (id) => entries.get(id ?? '')?.candidateType,
  );
  const sumOf = (entries: readonly Entry[], type: string, field: Counter) =>
    entries.reduce((total, entry) => (entry.type === type ? total + (entry[field] ?? 0) : total), 0);
  const media = all.filter((entry) => !isProbe(entry));
  const fractions = all.flatMap((entry) =>
    entry.type === 'remote-inbound-rtp' && entry.fractionLost !== undefined ? [entry.fractionLost] : [],
  );
  return {
    atMs: all.reduce((latest, entry) => Math.max(latest, entry.timestamp), 0),
    bytesSent: sumOf(all, 'outbound-rtp', 'bytesSent'),
    bytesReceived: sumOf(all, 'inbound-rtp', 'bytesReceived'),
    packetsReceived: sumOf(media, 'inbound-rtp', 'packetsReceived'),
    packetsLost: sumOf(media, 'inbound-rtp', 'packetsLost'),
    roundTripMs:
      pair?.currentRoundTripTime === undefined ? null : Math.round(pair.currentRoundTripTime * 1000),
    sentLoss: fractions.length > 0 ? Math.max(...fractions) : null,
    relayed: pair ? candidateTypes.includes('relay') : null,
  };
}

/** The two connections of a group call, one to send and one to receive, as one. */
export function mergeReadings(readings: readonly StatsReading[]): StatsReading {
  const sum = (field: Counter) => readings.reduce((total, reading) => total + reading[field], 0);
  const worst = (field: 'roundTripMs' | 'sentLoss') => {
    const known = readings.flatMap((reading) => reading[field] ?? []);
    return known.length > 0 ? Math.max(...known) : null;
  };
  const relayed = readings.flatMap((reading) => reading.relayed ?? []);
  return {
    atMs: Math.max(0, ...readings.map((reading) => reading.atMs)),
    bytesSent: sum('bytesSent'),
    bytesReceived: sum('bytesReceived'),
    packetsReceived: sum('packetsReceived'),
    packetsLost: sum('packetsLost'),
    roundTripMs: worst('roundTripMs'),
    sentLoss: worst('sentLoss'),
    relayed: relayed.length > 0 ? relayed.includes(true) : null,
  };
}

/** Chromium and Safari name the pair on the transport, Firefox marks the pair itself. */
function pairInUse(entries: ReadonlyMap<string, Entry>): Entry | undefined {
  for (const entry of entries.values()) {
    if (entry.type === 'transport' && entry.selectedCandidatePairId !== undefined)
      return entries.get(entry.selectedCandidatePairId);
  }
  const pairs = [...entries.values()].filter((entry) => entry.type === 'candidate-pair');
  return (
    pairs.find((entry) => entry.selected === true) ??
    pairs.find((entry) => entry.nominated === true && entry.state === 'succeeded')
  );
}

export function compareStats(previous: StatsReading | null, current: StatsReading): ConnectionStats {
  // Counters start over when a track or connection does: no difference is better than a negative one.
  const since = (field: Counter) => Math.max(0, current[field] - (previous?.[field] ?? 0));
  const elapsedMs = previous ? current.atMs - previous.atMs : 0;
  const kbps = (bytes: number) => (elapsedMs > 0 ? Math.round((bytes * 8) / elapsedMs) : 0);
  const lost = since('packetsLost');
  const expected = since('packetsReceived') + lost;
  return {
    roundTripMs: current.roundTripMs,
    receivedLoss: expected > 0 ? lost / expected : null,
    sentLoss: current.sentLoss,
    sentKbps: kbps(since('bytesSent')),
    receivedKbps: kbps(since('bytesReceived')),
    relayed: current.relayed,
    bytesSent: current.bytesSent,
    bytesReceived: current.bytesReceived,
  };
}

/** Of the direction that loses more; null where neither is known. */
export const worseLoss = ({
  receivedLoss,
  sentLoss,
}: Pick<ConnectionStats, 'receivedLoss' | 'sentLoss'>): number | null =>
  receivedLoss === null && sentLoss === null ? null : Math.max(receivedLoss ?? 0, sentLoss ?? 0);
