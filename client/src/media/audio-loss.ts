/** What one audio stream has received so far. */
interface ReceivedAudio {
  readonly received: number;
  readonly lost: number;
  readonly nacks: number;
}

/** Sums of one reading of `getStats`, from which the next one's differences are made. */
export interface AudioReading {
  readonly sent: number;
  readonly resent: number;
  /** From the last report of the other side, 0 to 1; null: there is no report yet. */
  readonly fractionLost: number | null;
  /** By the id of the track. */
  readonly received: ReadonlyMap<string, ReceivedAudio>;
}

/** Audio packets that the line has lost since the last reading, 0 to 1, repaired or not. */
export interface AudioLoss {
  /** Of sent packets, up to the receiver. In a group call, up to the receiver with the highest loss. Null: unknown. */
  readonly sent: number | null;
  /** Sent packets that the other end of this connection requested again: lost between here and there. Null: unknown. */
  readonly resent: number | null;
  /** By the id of the track, where enough packets came. */
  readonly received: ReadonlyMap<string, number>;
}

/** Only what is read of an entry, none of which every browser has. */
interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly packetsSent?: number;
  readonly retransmittedPacketsSent?: number;
  readonly fractionLost?: number;
  readonly trackIdentifier?: string;
  readonly packetsReceived?: number;
  readonly packetsLost?: number;
  readonly nackCount?: number;
}

/** In silence Opus sends a packet every 400 ms (DTX): of a handful no share can be told. */
const MIN_PACKETS = 20;

export function readAudio(report: Iterable<readonly [string, Entry]>): AudioReading {
  let sent = 0;
  let resent = 0;
  let fractionLost: number | null = null;
  const received = new Map<string, ReceivedAudio>();
  for (const [, entry] of report) {
    if (entry.kind !== 'audio') continue;
    if (entry.type === 'outbound-rtp') {
      sent += entry.packetsSent ?? 0;
      resent += entry.retransmittedPacketsSent ?? 0;
    }
    if (entry.type === 'remote-inbound-rtp' && entry.fractionLost !== undefined)
      fractionLost = Math.max(fractionLost ?? 0, entry.fractionLost);
    if (entry.type === 'inbound-rtp' && entry.trackIdentifier !== undefined) {
      received.set(entry.trackIdentifier, {
        received: entry.packetsReceived ?? 0,
        lost: entry.packetsLost ?? 0,
        nacks: entry.nackCount ?? 0,
      });
    }
  }
  return { sent, resent, fractionLost, received };
}

/** The two connections of a group call, one to send and one to receive, as one. */
export function mergeAudio(readings: readonly AudioReading[]): AudioReading {
  const fractions = readings.flatMap(({ fractionLost }) => fractionLost ?? []);
  return {
    sent: readings.reduce((sum, { sent }) => sum + sent, 0),
    resent: readings.reduce((sum, { resent }) => sum + resent, 0),
    fractionLost: fractions.length > 0 ? Math.max(...fractions) : null,
    received: new Map(readings.flatMap(({ received }) => [...received])),
  };
}

export function compareAudio(previous: AudioReading | null, current: AudioReading): AudioLoss {
  const received = new Map<string, number>();
  for (const [track, now] of current.received) {
    const before = previous?.received.get(track) ?? { received: 0, lost: 0, nacks: 0 };
    const lost = Math.max(0, now.lost - before.lost);
    const expected = now.received - before.received + lost;
    // What comes again counts as received and not as lost: the requests for it remain.
    const missed = Math.max(lost, now.nacks - before.nacks);
    if (expected >= MIN_PACKETS) received.set(track, Math.min(1, missed / expected));
  }
  // Packets that were sent again on request do not reach the reports of the other side.
  const resent = resentShare(previous, current);
  const sent = resent === null ? current.fractionLost : Math.max(current.fractionLost ?? 0, resent);
  return { sent, resent, received };
}

function resentShare(previous: AudioReading | null, current: AudioReading): number | null {
  const resent = current.resent - (previous?.resent ?? 0);
  const original = current.sent - (previous?.sent ?? 0) - resent;
  if (original < MIN_PACKETS || resent < 0) return null;
  return Math.min(1, resent / original);
}
