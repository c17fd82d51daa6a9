import type { RtpPacket } from './rtp-packet.ts';

/** A whole picture as the encoder has made it. */
export interface VideoFrame {
  /** 32 bits, 90 kHz. */
  readonly timestamp: number;
  readonly data: Uint8Array;
  /** Set on key frames. */
  readonly key: KeyFrameInfo | null;
}

/** What a decoder has to know before a key frame. */
export interface KeyFrameInfo {
  /** WebCodecs' codec string. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** H.264: the parameter sets, which stand outside of the frames. */
  readonly description: Uint8Array<ArrayBuffer> | null;
}

/** One packet's share of a frame. */
export interface Fragment {
  readonly parts: readonly Uint8Array[];
  /** The packet begins a frame. */
  readonly begins: boolean;
}

/** The part of depacketization that differs between codecs. */
export interface PayloadFormat {
  /** Null for a payload that is malformed or carries nothing of a frame. */
  parse(payload: Uint8Array): Fragment | null;
  /** Builds the frame from its packets; null if no decoder could use it. */
  finish(parts: readonly Uint8Array[]): Omit<VideoFrame, 'timestamp'> | null;
}

/** Bytes of one frame at most; more is an attack or a fault, and takes long to put together. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Parts of one frame at most: those of the largest one in packets of 512 bytes. */
const MAX_FRAME_PARTS = 8_192;

interface OpenFrame {
  readonly timestamp: number;
  readonly parts: Uint8Array[];
  bytes: number;
}

const isTooLarge = ({ bytes, parts }: OpenFrame): boolean =>
  bytes > MAX_FRAME_BYTES || parts.length > MAX_FRAME_PARTS;

/**
 * Assembles frames from ordered packets. After a gap it drops everything up to the next key frame, because frames that
 * refer to a missing one decode to garbage.
 */
export class VideoDepacketizer {
  readonly #format: PayloadFormat;
  readonly #onFrame: (frame: VideoFrame) => void;
  #open: OpenFrame | undefined;
  #needsKey = true;

  constructor(format: PayloadFormat, onFrame: (frame: VideoFrame) => void) {
    this.#format = format;
    this.#onFrame = onFrame;
  }

  /** Nothing can be used until a key frame comes. */
  get needsKey(): boolean {
    return this.#needsKey;
  }

  add(packet: RtpPacket, gap: boolean): void {
    if (gap) this.#lose();
    // Probing for bandwidth sends packets without contents.
    if (packet.payload.length === 0) return;
    if (this.#open && this.#open.timestamp !== packet.timestamp) this.#finish();
    const fragment = this.#format.parse(packet.payload);
    if (!fragment) return;
    if (!this.#open && fragment.begins) {
      this.#open = { timestamp: packet.timestamp, parts: [], bytes: 0 };
    }
    if (this.#open) {
      this.#open.parts.push(...fragment.parts);
      this.#open.bytes += packet.payload.length;
    }
    // The beginning of the frame was lost, or it has no end.
    if (!this.#open || isTooLarge(this.#open)) this.#lose();
    else if (packet.marker) this.#finish();
  }

  /** The encoder's state is not what was recorded last: a pause, a lost packet. */
  #lose(): void {
    this.#open = undefined;
    this.#needsKey = true;
  }

  #finish(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const frame = this.#format.finish(open.parts);
    if (!frame) return;
    if (frame.key) this.#needsKey = false;
    if (!this.#needsKey) this.#onFrame({ timestamp: open.timestamp, ...frame });
  }
}
