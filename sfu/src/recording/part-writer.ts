import { type FileHandle, open } from 'node:fs/promises';
import {
  AppendOnlyStreamTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  Output,
} from 'mediabunny';
import type { KeyFrameInfo, VideoFrame } from './depacketizer.ts';
import { type AbandonReason, FileSink } from './file-sink.ts';
import { OPUS_CONFIG, OPUS_SILENCE, OPUS_SILENCE_MS } from './opus.ts';

const VIDEO_CODECS = ['vp8', 'vp9', 'avc'] as const;
export type VideoCodec = (typeof VIDEO_CODECS)[number];
export const isVideoCodec = (codec: string | null | undefined): codec is VideoCodec =>
  VIDEO_CODECS.some((known) => known === codec);

const NO_BYTES = new Uint8Array();

export interface PartVideo {
  readonly codec: VideoCodec;
  readonly info: KeyFrameInfo;
}

/** The tracks of a file, which never change. */
export interface PartContents {
  readonly video: PartVideo | null;
  readonly audio: boolean;
  /** Start of the file, on the clock of its pictures and sounds. */
  readonly startMs: number;
}

export interface PartOptions extends PartContents {
  readonly path: string;
  readonly onFailed: (error: unknown) => void;
}

/** Larger overlaps and gaps between sounds are corrected, by dropping sound or writing silence. */
const AUDIO_SLACK_MS = 60;
/** Delay before silence is written, so that late sound still fits in. */
const AUDIO_PATIENCE_MS = 1_000;
/** Least time between two pictures. */
const LEAST_STEP_MS = 1;
/**
 * A younger file accepts pictures of another size, because resizing a shared window would start a file for each size.
 * Players cope with that; afterwards `outgrown` says that a new file is due.
 */
const LEAST_PART_MS = 1_000;
/** Largest step by which a sender's report moves a picture relative to the one before. */
const MAX_SLEW_MS = 3;
/** Limit of the bytes that wait for the disk. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;

/**
 * Writes one file: append-only Matroska, which stays playable whenever the process ends. Sound has no gaps, because the
 * muxer waits for the next packet of each track and keeps everything else in memory meanwhile.
 */
export class PartWriter {
  readonly #options: PartOptions;
  readonly #output: Output;
  readonly #sink: FileSink;
  readonly #video: EncodedVideoPacketSource | null;
  readonly #audio: EncodedAudioPacketSource | null;
  #writing: Promise<void>;
  #pendingBytes = 0;
  #failed = false;
  #videoEnded = false;
  #lastVideoMs = Number.NEGATIVE_INFINITY;
  /** The last pictures are of another size than the file's. */
  #isOddSize = false;
  /** Offset that gradually moves pictures to the times in the sender's reports. */
  #shiftMs: number | undefined;
  /** End of the sound that was written. */
  #audioEndMs = 0;

  private constructor(options: PartOptions, file: FileHandle) {
    this.#options = options;
    this.#sink = new FileSink(file, (error) => this.#fail(error));
    const stream = new WritableStream<Uint8Array>({ write: (bytes) => this.#sink.append(bytes) });
    this.#output = new Output({
      format: new MkvOutputFormat({ appendOnly: true }),
      target: new AppendOnlyStreamTarget(stream),
    });
    this.#video = options.video && new EncodedVideoPacketSource(options.video.codec);
    this.#audio = options.audio ? new EncodedAudioPacketSource('opus') : null;
    if (this.#video) this.#output.addVideoTrack(this.#video);
    if (this.#audio) this.#output.addAudioTrack(this.#audio);
    this.#writing = this.#output.start();
    this.#writing.catch((error: unknown) => this.#fail(error));
  }

  /** Fails where the file cannot be made. */
  static async create(options: PartOptions): Promise<PartWriter> {
    return new PartWriter(options, await open(options.path, 'wx', 0o640));
  }

  get hasAudio(): boolean {
    return this.#audio !== null;
  }

  /** Pictures can still be added. */
  get takesVideo(): boolean {
    return this.#video !== null && !this.#videoEnded;
  }

  /**
   * Whether pictures from that key frame on belong into this file: its header describes how to decode them, and their size.
   * When the best layer of a simulcast ends, a new file continues at the smaller size.
   */
  accepts(codec: VideoCodec, info: KeyFrameInfo, nowMs: number): boolean {
    const { video, startMs } = this.#options;
    if (!this.takesVideo || video?.codec !== codec) return false;
    const before = video.info;
    if (!isSameSize(before, info) && nowMs - startMs >= LEAST_PART_MS) return false;
    return Buffer.compare(before.description ?? NO_BYTES, info.description ?? NO_BYTES) === 0;
  }

  /** Whether the next key frame should begin a new file: the size has changed, and this file is old enough. */
  outgrown(nowMs: number): boolean {
    return this.#isOddSize && this.takesVideo && nowMs - this.#options.startMs >= LEAST_PART_MS;
  }

  /** @param atMs by the sender's reports if there are any @param roughMs by arrival alone */
  addVideo({ data, key }: Pick<VideoFrame, 'data' | 'key'>, atMs: number, roughMs: number): void {
    const { startMs, video } = this.#options;
    if (!this.#video || !video || this.#videoEnded) return;
    if (key) this.#isOddSize = !isSameSize(video.info, key);
    const wantedMs = atMs - roughMs;
    const shiftMs = this.#shiftMs ?? wantedMs;
    this.#shiftMs = shiftMs + Math.max(-MAX_SLEW_MS, Math.min(MAX_SLEW_MS, wantedMs - shiftMs));
    const timeMs = Math.max(0, roughMs + this.#shiftMs - startMs, this.#lastVideoMs + LEAST_STEP_MS);
    const packet = new EncodedPacket(data, key ? 'key' : 'delta', timeMs / 1_000, 0);
    const source = this.#video;
    const isFirst = this.#lastVideoMs === Number.NEGATIVE_INFINITY;
    const meta = isFirst ? { decoderConfig: videoConfig(video.info) } : undefined;
    this.#lastVideoMs = timeMs;
    this.#queue(data.length, () => source.add(packet, meta));
  }

  addAudio(data: Uint8Array, durationMs: number, atMs: number): void {
    if (!this.#audio || durationMs === 0) return;
    const timeMs = atMs - this.#options.startMs;
    if (timeMs < this.#audioEndMs - AUDIO_SLACK_MS) return;
    if (timeMs > this.#audioEndMs + AUDIO_SLACK_MS) this.#addSilence(timeMs);
    this.#append(data, durationMs);
  }

  /** Writes silence where no sound has come; call it regularly. */
  tick(nowMs: number): void {
    this.#addSilence(nowMs - AUDIO_PATIENCE_MS - this.#options.startMs);
  }

  /** This file gets no more pictures; sound continues. */
  endVideo(): void {
    if (!this.#video || this.#videoEnded) return;
    this.#videoEnded = true;
    const source = this.#video;
    this.#queue(0, async () => source.close());
  }

  /** Resolves when everything is on the disk, also after a failure. */
  async finish(): Promise<void> {
    this.#queue(0, () => this.#output.finalize());
    await this.#writing.catch(() => {});
    await this.#sink.close();
  }

  /** Stops writing at once, and keeps the file as it is. */
  abandon(why: AbandonReason): void {
    this.#failed = true;
    this.#sink.abandon(why);
  }

  #addSilence(untilMs: number): void {
    while (this.#audio && this.#audioEndMs + OPUS_SILENCE_MS <= untilMs) {
      this.#append(OPUS_SILENCE, OPUS_SILENCE_MS);
    }
  }

  #append(data: Uint8Array, durationMs: number): void {
    const source = this.#audio;
    if (!source) return;
    const packet = new EncodedPacket(data, 'key', this.#audioEndMs / 1_000, durationMs / 1_000);
    const meta = this.#audioEndMs === 0 ? { decoderConfig: OPUS_CONFIG } : undefined;
    this.#audioEndMs += durationMs;
    this.#queue(data.length, () => source.add(packet, meta));
  }

  #queue(bytes: number, work: () => Promise<void>): void {
    if (this.#failed) return;
    this.#pendingBytes += bytes;
    if (this.#pendingBytes > MAX_PENDING_BYTES) {
      this.#fail(new Error('the disk is too slow'));
      return;
    }
    this.#writing = this.#writing
      .then(() => (this.#failed ? undefined : work()))
      .then(() => {
        this.#pendingBytes -= bytes;
      });
    this.#writing.catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#options.onFailed(error);
  }
}

const isSameSize = (one: KeyFrameInfo, other: KeyFrameInfo): boolean =>
  one.width === other.width && one.height === other.height;

const videoConfig = ({ codec, width, height, description }: KeyFrameInfo) => ({
  codec,
  codedWidth: width,
  codedHeight: height,
  ...(description && { description }),
});
