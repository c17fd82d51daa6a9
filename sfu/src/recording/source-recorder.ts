import type { VideoFrame } from './depacketizer.ts';
import type { IncomingTrack } from './incoming-track.ts';
import type { PartVideo, PartWriter, VideoCodec } from './part-writer.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** How long a file waits for the first picture and the first sound of a member who sends both. */
const OPEN_PATIENCE_MS = 2_000;
/** Video that has stopped for this long has ended: the camera was turned off, or the connection is dead. */
const VIDEO_SILENCE_MS = 5_000;
/** A recorder whose tracks are all gone ends its file so late: a new camera often follows an old one. */
const LINGER_MS = 2_000;

interface Picture {
  readonly kind: 'picture';
  readonly track: IncomingTrack;
  readonly codec: VideoCodec;
  readonly frame: VideoFrame;
}
interface Sound {
  readonly kind: 'sound';
  readonly track: IncomingTrack;
  readonly packet: RtpPacket;
  readonly durationMs: number;
}

/** What is to be written as soon as it is known which tracks the file has. */
interface Beginning {
  readonly sinceMs: number;
  readonly items: (Picture | Sound)[];
}

export interface NewPart {
  readonly startMs: number;
  readonly video: PartVideo | null;
  readonly audio: boolean;
}

export interface SourceRecorderOptions {
  /** Makes the file; fails where it cannot. */
  readonly createPart: (part: NewPart, onFailed: (error: Error) => void) => Promise<PartWriter>;
  readonly onFailed: (error: Error) => void;
}

/**
 * One member's camera with its microphone, or what it shares with its sound, in as few files as can be: a new one begins
 * where the tracks change (a camera joins a microphone, another codec or size comes), since a file names its tracks at its
 * head.
 */
export class SourceRecorder {
  readonly #options: SourceRecorderOptions;
  readonly #tracks = new Set<IncomingTrack>();
  readonly #finishing = new Set<Promise<void>>();
  #part: PartWriter | undefined;
  #beginning: Beginning | undefined;
  /** A part that is being opened; what comes meanwhile waits in `#beginning`. */
  #opening = false;
  #lastPictureMs = 0;
  #idleSinceMs: number | undefined;
  #ended = false;

  constructor(options: SourceRecorderOptions) {
    this.#options = options;
  }

  add(track: IncomingTrack): void {
    this.#tracks.add(track);
    this.#idleSinceMs = undefined;
  }

  /** The track has ended; its file stays open for a while, in case another track follows. */
  remove(track: IncomingTrack, nowMs: number): void {
    this.#tracks.delete(track);
    if (this.#tracks.size === 0) this.#idleSinceMs = nowMs;
  }

  picture(track: IncomingTrack, codec: VideoCodec, frame: VideoFrame): void {
    if (this.#ended) return;
    this.#lastPictureMs = performance.now();
    const item: Picture = { kind: 'picture', track, codec, frame };
    if (this.#beginning) this.#wait(item);
    else if (this.#fits(item)) this.#write(item);
    // Only a key frame can begin a file.
    else if (frame.key) this.#beginWith(item);
    else track.requestKeyFrame();
  }

  sound(track: IncomingTrack, packet: RtpPacket, durationMs: number): void {
    if (this.#ended) return;
    const item: Sound = { kind: 'sound', track, packet, durationMs };
    if (this.#beginning) this.#wait(item);
    else if (this.#part?.hasAudio) this.#write(item);
    // Pictures alone until now: their next key frame begins a file with both.
    else if (this.#part?.takesVideo && this.#videoTrack) this.#videoTrack.requestKeyFrame();
    else this.#beginWith(item);
  }

  /** To be called now and then. */
  tick(nowMs: number): void {
    if (this.#ended) return;
    for (const track of this.#tracks) track.tick(nowMs);
    if (this.#beginning && this.#isComplete(this.#beginning, nowMs)) this.#open(this.#beginning);
    const isDark = nowMs - this.#lastPictureMs > VIDEO_SILENCE_MS;
    if (this.#part?.takesVideo && isDark) this.#part.endVideo();
    if (this.#part?.outgrown(nowMs)) this.#videoTrack?.requestKeyFrame();
    if (this.#idleSinceMs !== undefined && nowMs - this.#idleSinceMs > LINGER_MS) {
      this.#roll();
      this.#beginning = undefined;
      return;
    }
    if (this.#tracks.size > 0) this.#part?.tick(nowMs);
  }

  /** Resolves when everything is on the disk. */
  async end(): Promise<void> {
    if (!this.#ended) {
      if (this.#beginning && !this.#opening) this.#open(this.#beginning);
      this.#ended = true;
      for (const track of this.#tracks) track.close();
      this.#roll();
    }
    // Opening one adds its finishing.
    while (this.#finishing.size > 0) await Promise.all(this.#finishing);
  }

  /** What was written stays. For a process that ends. */
  abandon(): void {
    this.#ended = true;
    this.#part?.abandon();
  }

  get #audioTrack(): IncomingTrack | undefined {
    return [...this.#tracks].find(({ kind }) => kind === 'audio');
  }

  get #videoTrack(): IncomingTrack | undefined {
    return [...this.#tracks].find(({ kind }) => kind === 'video');
  }

  /** Whether the picture goes into the file that is being written. */
  #fits({ codec, frame }: Picture): boolean {
    const part = this.#part;
    if (!part?.takesVideo) return false;
    if (!frame.key) return true;
    const isBetterWithSound = !part.hasAudio && this.#audioTrack !== undefined;
    return part.accepts(codec, frame.key, performance.now()) && !isBetterWithSound;
  }

  #beginWith(item: Picture | Sound): void {
    this.#roll();
    this.#wait(item);
  }

  #wait(item: Picture | Sound): void {
    this.#beginning ??= { sinceMs: performance.now(), items: [] };
    this.#beginning.items.push(item);
  }

  #isComplete({ sinceMs, items }: Beginning, nowMs: number): boolean {
    if (this.#opening) return false;
    if (nowMs - sinceMs > OPEN_PATIENCE_MS) return true;
    // A member who has just joined opens one device after the other.
    if (!this.#videoTrack || !this.#audioTrack) return false;
    const hasPicture = items.some(({ kind }) => kind === 'picture');
    const hasSound = items.some(({ kind }) => kind === 'sound');
    const { paused } = this.#videoTrack;
    const { paused: muted } = this.#audioTrack;
    return (hasPicture || paused) && (hasSound || muted);
  }

  #open(beginning: Beginning): void {
    const { items } = beginning;
    const times = items.flatMap((item) => this.#timeOf(item) ?? []);
    const first = items.find((item) => item.kind === 'picture');
    const video = first?.frame.key ? { codec: first.codec, info: first.frame.key } : null;
    if (times.length === 0) return;
    const audio = this.#audioTrack !== undefined || items.some(({ kind }) => kind === 'sound');
    this.#opening = true;
    const opened = this.#options
      .createPart({ startMs: Math.min(...times), video, audio }, this.#options.onFailed)
      .then(
        (part) => {
          this.#beginning = undefined;
          this.#part = part;
          for (const item of items) this.#write(item);
          if (this.#ended) this.#roll();
        },
        (error: unknown) => {
          this.#beginning = undefined;
          this.#options.onFailed(error instanceof Error ? error : new Error(String(error)));
        },
      )
      .finally(() => {
        this.#opening = false;
        this.#finishing.delete(opened);
      });
    this.#finishing.add(opened);
  }

  #write(item: Picture | Sound): void {
    const part = this.#part;
    const atMs = this.#timeOf(item);
    if (!part || atMs === undefined) return;
    if (item.kind === 'sound') {
      part.addAudio(item.packet.payload, item.durationMs, atMs);
    } else {
      const { frame, track } = item;
      part.addVideo(frame, atMs, track.clock.timeOf(frame.timestamp) ?? atMs);
    }
  }

  /** Sound sets the time, pictures are put beside it. */
  #timeOf(item: Picture | Sound): number | undefined {
    if (item.kind === 'sound') return item.track.clock.timeOf(item.packet.timestamp);
    return item.track.clock.timeOf(item.frame.timestamp, this.#audioTrack?.clock ?? null);
  }

  #roll(): void {
    const part = this.#part;
    this.#part = undefined;
    if (!part) return;
    const finished = part.finish().finally(() => this.#finishing.delete(finished));
    this.#finishing.add(finished);
  }
}
