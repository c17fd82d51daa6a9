/** What people see and hear of a connection; null: not measured, or there is nothing to say. */
export interface Perceived {
  /** Share of received audio that the browser concealed, 0 to 1. The worst sender counts. */
  readonly concealed: number | null;
  /** How long received sound waits in the jitter buffer, in ms: the longest. */
  readonly bufferMs: number | null;
  /** Share of the time for which a picture stood still, 0 to 1: of the one that did longest. */
  readonly frozen: number | null;
  /** Frames a second of the picture that loses most of its frames on the way, to or from this browser. */
  readonly fps: number | null;
}

export const nothingPerceived: Perceived = { concealed: null, bufferMs: null, frozen: null, fps: null };

/** A picture that is received, shown, and sent by the other side. */
export interface ExpectedPicture {
  /** A camera always moves; what is shared may stand still for as long as it likes. */
  readonly kind: 'camera' | 'share';
  /** Frames a second that its sender says to send; null: it does not say. */
  readonly sentFps: number | null;
}
/** By the id of the track. */
export type ExpectedPictures = ReadonlyMap<string, ExpectedPicture>;

interface SoundReading {
  readonly packets: number;
  readonly samples: number;
  readonly concealed: number;
  readonly bufferS: number;
  readonly emitted: number;
}

interface PictureReading {
  /** For the first time, not again. */
  readonly packets: number;
  readonly frames: number;
  readonly freezeS: number;
  /** Packets that were missed and requests for them, which grow where the line is bad and nowhere else. */
  readonly repairs: number;
  /** What the sender's own reports count, and how many of them came; null: the browser does not tell. */
  readonly sender: { readonly packets: number; readonly reports: number } | null;
}

/** What is sent of one camera or screen. */
interface SentPicture {
  readonly track: string | null;
  /** Of its largest stream. */
  readonly fps: number | null;
  /** What it gives to the browser. */
  readonly sourceFps: number | null;
  /** The line does not carry more. */
  readonly isLimited: boolean;
}

/** Sums of one reading of `getStats` (W3C WebRTC Statistics), from which the next one's differences are made. */
export interface MediaReading {
  readonly atMs: number;
  /** By the id of the track. */
  readonly sounds: ReadonlyMap<string, SoundReading>;
  readonly pictures: ReadonlyMap<string, PictureReading>;
  readonly sent: readonly SentPicture[];
}

/** What the next reading is compared with. */
export interface Seen {
  readonly reading: MediaReading;
  readonly expected: ExpectedPictures;
  /** Seconds of a freeze that goes on, which the browser counts once it is over; by the id of the track. */
  readonly ongoing: ReadonlyMap<string, number>;
}

/** Only what is read of an entry, none of which every browser has. */
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly kind?: string;
  readonly timestamp: number;
  readonly mid?: string;
  readonly trackIdentifier?: string;
  readonly packetsReceived?: number;
  readonly retransmittedPacketsReceived?: number;
  readonly packetsLost?: number;
  readonly nackCount?: number;
  readonly pliCount?: number;
  readonly totalSamplesReceived?: number;
  readonly concealedSamples?: number;
  readonly silentConcealedSamples?: number;
  readonly jitterBufferDelay?: number;
  readonly jitterBufferEmittedCount?: number;
  readonly framesDecoded?: number;
  readonly totalFreezesDuration?: number;
  readonly remoteId?: string;
  readonly packetsSent?: number;
  readonly reportsSent?: number;
  readonly mediaSourceId?: string;
  readonly active?: boolean;
  readonly framesPerSecond?: number;
  readonly qualityLimitationReason?: string;
}

/** mediasoup's bandwidth probes; see `connection-stats.ts`. */
const PROBE_MID = 'probator';
/** Fewer are silence (Opus DTX sends 2.5 a second), a muted or paused sender, or too few to tell a share of. */
const SOUND_PACKETS_PER_S = 10;
/** The last reading of a call may follow the one before at once: a camera need not have given a frame meanwhile. */
const MIN_STEP_MS = 1_000;
/** The page was asleep: what it missed is nothing that the line did. */
const MAX_STEP_MS = 10_000;
/** Browsers give up single frames of a good line as well, and reports of what is sent come late. */
const LOST_FRAMES_SHARE = 0.6;
/** Below this rate the sender itself shows a still picture, so the line is not judged. */
const STILL_FPS = 1;

export function readMedia(report: Iterable<readonly [string, Entry]>): MediaReading {
  const entries = new Map(report);
  const sounds = new Map<string, SoundReading>();
  const pictures = new Map<string, PictureReading>();
  const outbound: Entry[] = [];
  let atMs = 0;
  for (const entry of entries.values()) {
    atMs = Math.max(atMs, entry.timestamp);
    if (entry.type === 'outbound-rtp' && entry.kind === 'video' && entry.active !== false)
      outbound.push(entry);
    if (entry.type !== 'inbound-rtp' || entry.mid === PROBE_MID || entry.trackIdentifier === undefined)
      continue;
    if (entry.kind === 'audio') sounds.set(entry.trackIdentifier, soundOf(entry));
    if (entry.kind === 'video')
      pictures.set(entry.trackIdentifier, pictureOf(entry, entries.get(entry.remoteId ?? '')));
  }
  const sources = new Set(outbound.map(({ mediaSourceId }) => mediaSourceId));
  const sent = [...sources].map((source) =>
    sentOf(
      outbound.filter(({ mediaSourceId }) => mediaSourceId === source),
      entries.get(source ?? ''),
    ),
  );
  return { atMs, sounds, pictures, sent };
}

const soundOf = (entry: Entry): SoundReading => ({
  packets: entry.packetsReceived ?? 0,
  samples: entry.totalSamplesReceived ?? 0,
  // Silence in place of silence is nothing that anybody misses.
  concealed: (entry.concealedSamples ?? 0) - (entry.silentConcealedSamples ?? 0),
  bufferS: entry.jitterBufferDelay ?? 0,
  emitted: entry.jitterBufferEmittedCount ?? 0,
});

const pictureOf = (entry: Entry, sender: Entry | undefined): PictureReading => ({
  packets: (entry.packetsReceived ?? 0) - (entry.retransmittedPacketsReceived ?? 0),
  frames: entry.framesDecoded ?? 0,
  freezeS: entry.totalFreezesDuration ?? 0,
  repairs: (entry.packetsLost ?? 0) + (entry.nackCount ?? 0) + (entry.pliCount ?? 0),
  sender:
    sender?.packetsSent === undefined || sender.reportsSent === undefined
      ? null
      : { packets: sender.packetsSent, reports: sender.reportsSent },
});

function sentOf(streams: readonly Entry[], source: Entry | undefined): SentPicture {
  const rates = streams.flatMap(({ framesPerSecond }) => framesPerSecond ?? []);
  return {
    track: source?.trackIdentifier ?? null,
    fps: rates.length > 0 ? Math.max(...rates) : null,
    sourceFps: source?.framesPerSecond ?? null,
    isLimited: streams.some(({ qualityLimitationReason }) => qualityLimitationReason === 'bandwidth'),
  };
}

/** The two connections of a group call, one to send and one to receive, as one. */
export const mergeMedia = (readings: readonly MediaReading[]): MediaReading => ({
  atMs: Math.max(0, ...readings.map(({ atMs }) => atMs)),
  sounds: new Map(readings.flatMap(({ sounds }) => [...sounds])),
  pictures: new Map(readings.flatMap(({ pictures }) => [...pictures])),
  sent: readings.flatMap(({ sent }) => sent),
});

/** Frames a second that are sent of a track; null: none are, or the browser does not tell. */
export const sentFpsOf = ({ sent }: MediaReading, track: string | null): number | null =>
  track === null ? null : (sent.find((picture) => picture.track === track)?.fps ?? null);

/**
 * Compares two readings. A picture is judged only where it was expected at both: what was paused or hidden in between has not
 * frozen.
 *
 * @param expected now
 */
export function perceive(
  before: Seen | null,
  reading: MediaReading,
  expected: ExpectedPictures,
): { readonly perceived: Perceived; readonly seen: Seen } {
  const elapsedMs = before ? reading.atMs - before.reading.atMs : 0;
  if (!before || elapsedMs < 0 || elapsedMs > MAX_STEP_MS)
    return { perceived: nothingPerceived, seen: { reading, expected, ongoing: new Map() } };
  if (elapsedMs < MIN_STEP_MS) return { perceived: nothingPerceived, seen: before };
  const elapsedS = elapsedMs / 1000;
  const sounds = [...reading.sounds].flatMap(([track, now]) => {
    const last = before.reading.sounds.get(track);
    return last ? (hear(last, now, elapsedS) ?? []) : [];
  });
  const ongoing = new Map<string, number>();
  const pictures = [...expected].flatMap(([track, picture]) => {
    const last = before.reading.pictures.get(track);
    const now = reading.pictures.get(track);
    if (!last || !now || !before.expected.has(track)) return [];
    const judged = look({ last, now, picture, elapsedS, ongoingS: before.ongoing.get(track) ?? 0 });
    if (judged && judged.ongoingS > 0) ongoing.set(track, judged.ongoingS);
    return judged ?? [];
  });
  const worst = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null);
  const rates = [...pictures.flatMap(({ lowFps }) => lowFps ?? []), ...reading.sent.flatMap(heldBack)];
  return {
    perceived: {
      concealed: worst(sounds.map(({ concealed }) => concealed)),
      bufferMs: worst(sounds.flatMap(({ bufferMs }) => bufferMs ?? [])),
      frozen: worst(pictures.map(({ stillS }) => Math.min(1, stillS / elapsedS))),
      fps: rates.length > 0 ? Math.min(...rates) : null,
    },
    seen: { reading, expected, ongoing },
  };
}

/** Null where too little came to be judged. */
function hear(last: SoundReading, now: SoundReading, elapsedS: number) {
  const samples = now.samples - last.samples;
  if (last.packets === 0 || samples <= 0) return null;
  if (now.packets - last.packets < SOUND_PACKETS_PER_S * elapsedS) return null;
  const emitted = now.emitted - last.emitted;
  return {
    concealed: Math.min(1, Math.max(0, now.concealed - last.concealed) / samples),
    bufferMs: emitted > 0 ? (Math.max(0, now.bufferS - last.bufferS) / emitted) * 1000 : null,
  };
}

interface Look {
  readonly last: PictureReading;
  readonly now: PictureReading;
  readonly picture: ExpectedPicture;
  readonly elapsedS: number;
  /** What has been counted of a freeze that the browser has not. */
  readonly ongoingS: number;
}

/** Null for a picture that has not come yet, or that nobody sends. */
function look({ last, now, picture, elapsedS, ongoingS }: Look) {
  if (last.frames === 0) return null;
  const frames = Math.max(0, now.frames - last.frames);
  const stands = frames === 0;
  if (picture.kind === 'share') {
    const isTroubled = now.repairs > last.repairs && (!stands || now.packets > last.packets);
    if (!isTroubled) return { stillS: 0, ongoingS: 0, lowFps: null };
  } else if (isStill(last, now, picture)) return null;
  if (stands) return { stillS: elapsedS, ongoingS: ongoingS + elapsedS, lowFps: lowFps(0, picture) };
  return {
    stillS: Math.max(0, now.freezeS - last.freezeS - ongoingS),
    ongoingS: 0,
    lowFps: lowFps(frames / elapsedS, picture),
  };
}

/** The sender's word, or else its reports: they go on while it has no picture to send. */
function isStill(last: PictureReading, now: PictureReading, { sentFps }: ExpectedPicture): boolean {
  if (sentFps !== null) return sentFps < STILL_FPS;
  if (!last.sender || !now.sender) return false;
  return now.sender.reports > last.sender.reports && now.sender.packets === last.sender.packets;
}

/** Null where about as many frames come as are sent. */
const lowFps = (fps: number, { kind, sentFps }: ExpectedPicture): number | null =>
  kind === 'camera' && sentFps !== null && fps < LOST_FRAMES_SHARE * sentFps ? fps : null;

/** What the others do not see of one's own picture, because the line does not carry it. */
const heldBack = ({ fps, sourceFps, isLimited }: SentPicture): number[] =>
  isLimited && fps !== null && sourceFps !== null && fps < LOST_FRAMES_SHARE * sourceFps ? [fps] : [];
