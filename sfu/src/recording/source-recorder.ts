import type { VideoFrame } from './depacketizer.ts';
import type { AbandonReason } from './file-sink.ts';
import type { IncomingTrack, TrackListener } from './incoming-track.ts';
import type { PartContents, PartWriter, VideoCodec } from './part-writer.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** How long a file waits for the first picture and the first sound of a member who sends both. */
const OPEN_PATIENCE_MS = 2_000;
/** Video that has stopped for this long has ended: the camera was turned off, or the connection is dead. */
const VIDEO_SILENCE_MS = 5_000;
/** How long a file stays open without tracks: a new camera often follows an old one. */
const LINGER_MS = 2_000;
/** What is kept until a file is open. */
const MAX_COLLECTED_BYTES = 32 * 1024 * 1024;

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

type MediaItem = Picture | Sound;

const bytesOf = (item: MediaItem): number =>
  item.kind === 'sound' ? item.packet.payload.length : item.frame.data.length;

/** The header of a file names its tracks, so items are collected until the tracks are known and the file is open. */
type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'collecting'; readonly sinceMs: number; readonly items: MediaItem[] }
  | { readonly kind: 'opening'; readonly items: MediaItem[] }
  | { readonly kind: 'writing'; readonly part: PartWriter };

export interface SourceRecorderOptions {
  /** Creates the file; rejects if it cannot. */
  readonly createPart: (contents: PartContents) => Promise<PartWriter>;
  /** It cannot be written; may be called several times. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Records one member's camera and microphone, or what it shares and its sound, into as few files as possible. A new file
 * begins when the tracks change: a camera joins a microphone, or the codec or size changes.
 */
export class SourceRecorder implements TrackListener {
  readonly #options: SourceRecorderOptions;
  readonly #tracks = new Set<IncomingTrack>();
  /** Files that are being opened or finished. */
  readonly #pending = new Set<Promise<void>>();
  #state: State = { kind: 'idle' };
  #collectedBytes = 0;
  #lastPictureMs = 0;
  #idleSinceMs: number | undefined;
  #ended = false;
  #abandoned: AbandonReason | undefined;

  constructor(options: SourceRecorderOptions) {
    this.#options = options;
  }

  add(track: IncomingTrack): void {
    this.#tracks.add(track);
    this.#idleSinceMs = undefined;
  }

  /** Its file stays open for a while, in case another track follows. */
  ended(track: IncomingTrack): void {
    this.#tracks.delete(track);
    if (this.#tracks.size === 0) this.#idleSinceMs = performance.now();
  }

  frame(track: IncomingTrack, codec: VideoCodec, frame: VideoFrame): void {
    if (this.#ended) return;
    this.#lastPictureMs = performance.now();
    const item: Picture = { kind: 'picture', track, codec, frame };
    const state = this.#state;
    if ('items' in state) this.#collect(state.items, item);
    else if (state.kind === 'writing' && this.#fits(state.part, item)) this.#write(state.part, item);
    // Only a key frame can begin a file.
    else if (frame.key) this.#begin(item);
    else track.requestKeyFrame();
  }

  sound(track: IncomingTrack, packet: RtpPacket, durationMs: number): void {
    if (this.#ended) return;
    const item: MediaItem = { kind: 'sound', track, packet, durationMs };
    const state = this.#state;
    const video = this.#track('video');
    if ('items' in state) this.#collect(state.items, item);
    else if (state.kind === 'writing' && state.part.hasAudio) this.#write(state.part, item);
    // Only pictures so far: their next key frame begins a file with both.
    else if (this.#part?.takesVideo && video) video.requestKeyFrame();
    else this.#begin(item);
  }

  /** Call it regularly. */
  tick(nowMs: number): void {
    if (this.#ended) return;
    for (const track of this.#tracks) track.tick(nowMs);
    const state = this.#state;
    if (state.kind === 'collecting' && this.#isComplete(state, nowMs)) this.#open(state.items);
    const part = this.#part;
    if (part?.takesVideo && nowMs - this.#lastPictureMs > VIDEO_SILENCE_MS) part.endVideo();
    if (part?.outgrown(nowMs)) this.#track('video')?.requestKeyFrame();
    if (this.#idleSinceMs !== undefined && nowMs - this.#idleSinceMs > LINGER_MS) this.#finish();
    else if (this.#tracks.size > 0) part?.tick(nowMs);
  }

  /** Resolves when everything is on the disk. */
  async end(): Promise<void> {
    if (!this.#ended) {
      if (this.#state.kind === 'collecting') this.#open(this.#state.items);
      this.#ended = true;
      for (const track of this.#tracks) track.close();
      this.#finish();
    }
    // A file that is still being opened is finished next.
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** Stops writing at once, and keeps the files as they are. */
  abandon(why: AbandonReason): void {
    this.#ended = true;
    this.#abandoned = why;
    for (const track of this.#tracks) track.close();
    this.#part?.abandon(why);
    this.#state = { kind: 'idle' };
  }

  get #part(): PartWriter | undefined {
    return this.#state.kind === 'writing' ? this.#state.part : undefined;
  }

  #track(kind: IncomingTrack['kind']): IncomingTrack | undefined {
    return [...this.#tracks].find((track) => track.kind === kind);
  }

  /** Whether the picture goes into the file that is being written. */
  #fits(part: PartWriter, { codec, frame }: Picture): boolean {
    if (!part.takesVideo) return false;
    if (!frame.key) return true;
    const isBetterWithSound = !part.hasAudio && this.#track('audio') !== undefined;
    return part.accepts(codec, frame.key, performance.now()) && !isBetterWithSound;
  }

  /** Sound sets the time, and pictures are aligned to it. */
  #timeOf(item: MediaItem): number | undefined {
    const { clock } = item.track;
    return item.kind === 'sound'
      ? clock.timeOf(item.packet.timestamp)
      : clock.timeOf(item.frame.timestamp, this.#track('audio')?.clock);
  }

  #write(part: PartWriter, item: MediaItem): void {
    const atMs = this.#timeOf(item);
    if (atMs === undefined) return;
    if (item.kind === 'sound') part.addAudio(item.packet.payload, item.durationMs, atMs);
    else part.addVideo(item.frame, atMs, item.track.clock.timeOf(item.frame.timestamp) ?? atMs);
  }

  #begin(item: MediaItem): void {
    this.#finish();
    this.#collectedBytes = bytesOf(item);
    this.#state = { kind: 'collecting', sinceMs: performance.now(), items: [item] };
  }

  #collect(items: MediaItem[], item: MediaItem): void {
    this.#collectedBytes += bytesOf(item);
    if (this.#collectedBytes <= MAX_COLLECTED_BYTES) items.push(item);
    else this.#options.onFailed(new Error('the disk is too slow'));
  }

  #isComplete({ sinceMs, items }: Extract<State, { kind: 'collecting' }>, nowMs: number): boolean {
    if (nowMs - sinceMs > OPEN_PATIENCE_MS) return true;
    const [video, audio] = [this.#track('video'), this.#track('audio')];
    // A member who has just joined opens the devices one after the other.
    if (!video || !audio) return false;
    const has = (kind: MediaItem['kind']) => items.some((item) => item.kind === kind);
    return (has('picture') || video.paused) && (has('sound') || audio.paused);
  }

  #open(items: MediaItem[]): void {
    const times = items.flatMap((item) => this.#timeOf(item) ?? []);
    if (times.length === 0) {
      this.#state = { kind: 'idle' };
      return;
    }
    const first = items.find((item) => item.kind === 'picture');
    const video = first?.frame.key ? { codec: first.codec, info: first.frame.key } : null;
    const audio = this.#track('audio') !== undefined || items.some(({ kind }) => kind === 'sound');
    this.#state = { kind: 'opening', items };
    this.#wait(
      this.#options.createPart({ startMs: Math.min(...times), video, audio }).then(
        (part) => {
          if (this.#abandoned) return part.abandon(this.#abandoned);
          this.#state = { kind: 'writing', part };
          for (const item of items) this.#write(part, item);
          if (this.#ended) this.#finish();
        },
        (error: unknown) => {
          this.#state = { kind: 'idle' };
          if (!this.#abandoned) this.#options.onFailed(error);
        },
      ),
    );
  }

  /** A file that is still being opened is left alone. */
  #finish(): void {
    if (this.#state.kind === 'opening') return;
    const part = this.#part;
    this.#state = { kind: 'idle' };
    if (part) this.#wait(part.finish());
  }

  #wait(work: Promise<void>): void {
    const done = work
      .catch((error: unknown) => this.#options.onFailed(error))
      .finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }
}
