import { EncodedPacket } from 'mediabunny';
import type { Spans } from '#protocol/sfu/recording.ts';
import { BLACK_PICTURES } from './black-pictures.ts';
import { OPUS_SILENCE, OPUS_SILENCE_MS, opusDurationMs } from './opus.ts';
import type { VideoCodec } from './part-writer.ts';

/** Adds a packet to the file; resolves when the file takes more. */
type AddPacket = (packet: EncodedPacket) => Promise<void>;

/** Without a picture for this long the camera is off. */
const DARK_MS = 1_500;
/** Black pictures are repeated: players seek to key frames, and the muxer waits for the next picture. */
const BLACK_STEP_MS = 10_000;
const FRAME_MS = 40;
const LEAST_STEP_MS = 1;

/** The pictures of a joined file: those of its parts, and black where there are none. Times are in ms from its start. */
export class JoinedPictures {
  readonly #codec: VideoCodec;
  readonly #add: AddPacket;
  readonly #shown: Spans = [];
  #lastMs = -FRAME_MS;
  /** Since the last picture there are black ones. */
  #isDark = true;

  constructor(codec: VideoCodec, add: AddPacket) {
    this.#codec = codec;
    this.#add = add;
  }

  /** When there were pictures. */
  get shown(): Spans {
    return this.#shown;
  }

  async add(data: Uint8Array, type: EncodedPacket['type'], atMs: number): Promise<void> {
    const timeMs = Math.max(atMs, this.#lastMs + LEAST_STEP_MS, 0);
    const span = this.#shown.at(-1);
    if (span && !this.#isDark) span[1] = Math.round(timeMs + FRAME_MS);
    else this.#shown.push([Math.round(timeMs), Math.round(timeMs + FRAME_MS)]);
    this.#isDark = false;
    this.#lastMs = timeMs;
    await this.#add(new EncodedPacket(data, type, timeMs / 1_000, 0));
  }

  /** No picture comes before that time, and none but a key frame after it. */
  async nothingUntil(untilMs: number): Promise<void> {
    const isBlack = () => this.#isDark && this.#lastMs >= 0;
    if (!isBlack() && untilMs - this.#lastMs < DARK_MS) return;
    const stepMs = () => (isBlack() ? BLACK_STEP_MS : FRAME_MS);
    for (let atMs = this.#lastMs + stepMs(); atMs + FRAME_MS <= untilMs; atMs = this.#lastMs + stepMs()) {
      this.#isDark = true;
      this.#lastMs = atMs;
      await this.#add(new EncodedPacket(BLACK_PICTURES[this.#codec], 'key', atMs / 1_000, 0));
    }
  }
}

/** Sound that comes so much earlier than the sound before it ends was recorded twice. */
const OVERLAP_MS = 10;

/** The sound of a joined file, without holes. Times are in ms from its start. */
export class JoinedSound {
  readonly #add: AddPacket;
  #endMs = 0;

  constructor(add: AddPacket) {
    this.#add = add;
  }

  async add(data: Uint8Array, atMs: number): Promise<void> {
    const durationMs = opusDurationMs(data);
    if (durationMs === 0 || atMs < this.#endMs - OVERLAP_MS) return;
    await this.nothingUntil(atMs);
    const timeMs = Math.max(atMs, this.#endMs);
    this.#endMs = timeMs + durationMs;
    await this.#add(new EncodedPacket(data, 'key', timeMs / 1_000, durationMs / 1_000));
  }

  async nothingUntil(untilMs: number): Promise<void> {
    while (this.#endMs + OPUS_SILENCE_MS <= untilMs) {
      const silence = new EncodedPacket(OPUS_SILENCE, 'key', this.#endMs / 1_000, OPUS_SILENCE_MS / 1_000);
      this.#endMs += OPUS_SILENCE_MS;
      await this.#add(silence);
    }
  }
}
