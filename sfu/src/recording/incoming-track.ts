import type { Consumer, DirectTransport, Producer, RtpCapabilities } from 'mediasoup/types';
import { VideoDepacketizer, type VideoFrame } from './depacketizer.ts';
import { opusDurationMs } from './opus.ts';
import type { VideoCodec } from './part-writer.ts';
import { h264, vp8, vp9 } from './payload-formats.ts';
import { ReorderBuffer } from './reorder-buffer.ts';
import { audioLevelOf, parseRtp, type RtpPacket } from './rtp-packet.ts';
import { StreamClock } from './stream-clock.ts';

/** Players can only seek to key frames. */
const KEY_FRAME_INTERVAL_MS = 10_000;
/** The highest layers; mediasoup forwards the best that is sent. */
const BEST_LAYER = { spatialLayer: 2, temporalLayer: 2 };
const AUDIO_LEVEL_URI = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
/** NTP counts from 1900, Unix from 1970 (RFC 3550, 4). */
const NTP_TO_UNIX_S = 2_208_988_800;

export interface TrackListener {
  frame(track: IncomingTrack, codec: VideoCodec, frame: VideoFrame): void;
  sound(track: IncomingTrack, packet: RtpPacket, durationMs: number): void;
  ended(track: IncomingTrack): void;
}

export interface TrackOptions {
  readonly transport: DirectTransport;
  readonly producer: Producer;
  /** The router's. */
  readonly rtpCapabilities: RtpCapabilities;
  readonly listener: TrackListener;
  /** A sound has come that is so many dB below the loudest; not called by senders that do not say it. */
  readonly onLevel: (level: number, nowMs: number) => void;
}

/** What a producer sends, in order, as frames. */
export class IncomingTrack {
  readonly kind: 'audio' | 'video';
  readonly clock: StreamClock;
  readonly #consumer: Consumer;
  readonly #reorder: ReorderBuffer;
  readonly #depacketizer: VideoDepacketizer | undefined;
  #keyFrameAtMs = 0;

  private constructor(
    consumer: Consumer,
    { producer, listener, onLevel }: TrackOptions,
    codec: RecordableCodec,
  ) {
    this.#consumer = consumer;
    this.kind = codec.kind;
    this.clock = new StreamClock(codec.clockRate);
    if (codec.kind === 'video') {
      const format = { vp8, vp9, avc: h264() }[codec.name];
      this.#depacketizer = new VideoDepacketizer(format, (frame) => {
        if (frame.key) this.#keyFrameAtMs = performance.now();
        listener.frame(this, codec.name, frame);
      });
    }
    this.#reorder = new ReorderBuffer(
      (packet, gap) => {
        if (this.#depacketizer) this.#depacketizer.add(packet, gap);
        else listener.sound(this, packet, opusDurationMs(packet.payload));
        if (gap && this.#depacketizer?.needsKey) this.requestKeyFrame();
      },
      () => this.requestKeyFrame(),
    );
    const ssrc = consumer.rtpParameters.encodings?.[0]?.ssrc;
    const payloadType = consumer.rtpParameters.codecs[0]?.payloadType;
    const levelId = consumer.rtpParameters.headerExtensions?.find(({ uri }) => uri === AUDIO_LEVEL_URI)?.id;
    consumer.on('rtp', (bytes) => {
      const packet = parseRtp(bytes);
      // Retransmissions and probes have their own payload type or SSRC.
      if (!packet || packet.ssrc !== ssrc || packet.payloadType !== payloadType) return;
      const nowMs = performance.now();
      if (packet.payload.length > 0) this.clock.arrived(packet.timestamp, nowMs);
      const level = levelId === undefined ? undefined : audioLevelOf(bytes, levelId);
      if (level !== undefined) onLevel(level, nowMs);
      this.#reorder.add(packet, nowMs);
    });
    consumer.on('producerclose', () => {
      this.#reorder.flush();
      this.close();
      listener.ended(this);
    });
    producer.on('trace', (trace) => {
      if (trace.type !== 'sr' || this.#consumer.closed) return;
      const report = senderReportOf(trace.info);
      if (report) this.clock.reported(report);
    });
  }

  /** Null for what cannot be recorded: anything but VP8, VP9, H.264 and Opus. */
  static async open(options: TrackOptions): Promise<IncomingTrack | null> {
    const { transport, producer } = options;
    const codec = recordableCodec(producer);
    if (!codec) return null;
    await producer.enableTraceEvent(['sr']);
    const consumer = await transport.consume({
      producerId: producer.id,
      rtpCapabilities: withoutRtx(options.rtpCapabilities),
      paused: true,
      ...(producer.type === 'simulcast' && { preferredLayers: BEST_LAYER }),
    });
    const track = new IncomingTrack(consumer, options, codec);
    await consumer.resume();
    return track;
  }

  /** Muted, or with its camera off. */
  get paused(): boolean {
    return this.#consumer.producerPaused;
  }

  /** Call it regularly. */
  tick(nowMs: number): void {
    if (this.#consumer.closed) return;
    this.#reorder.tick(nowMs);
    if (!this.#depacketizer || this.paused) return;
    const isDue = nowMs - this.#keyFrameAtMs > KEY_FRAME_INTERVAL_MS;
    if (this.#depacketizer.needsKey || isDue) this.requestKeyFrame();
  }

  /** mediasoup limits the requests to one in half a second. */
  requestKeyFrame(): void {
    if (this.#consumer.closed || this.kind === 'audio') return;
    // Closed meanwhile: `producerclose` tells.
    this.#consumer.requestKeyFrame().catch(() => {});
  }

  close(): void {
    this.#consumer.close();
  }
}

const VIDEO_CODECS = new Map<string, VideoCodec>([
  ['video/vp8', 'vp8'],
  ['video/vp9', 'vp9'],
  ['video/h264', 'avc'],
]);

type RecordableCodec =
  | { readonly kind: 'audio'; readonly clockRate: number }
  | { readonly kind: 'video'; readonly clockRate: number; readonly name: VideoCodec };

function recordableCodec({ rtpParameters }: Producer): RecordableCodec | null {
  const codec = rtpParameters.codecs[0];
  if (!codec) return null;
  const { clockRate } = codec;
  const mimeType = codec.mimeType.toLowerCase();
  if (mimeType === 'audio/opus') return { kind: 'audio', clockRate };
  const name = VIDEO_CODECS.get(mimeType);
  return name ? { kind: 'video', clockRate, name } : null;
}

const withoutRtx = (capabilities: RtpCapabilities): RtpCapabilities => ({
  ...capabilities,
  codecs: (capabilities.codecs ?? []).filter(({ mimeType }) => !/\/rtx$/i.test(mimeType)),
});

/** mediasoup types the contents of a trace as `object`. */
function senderReportOf(info: object) {
  const { ntpSec, ntpFrac, rtpTs } = info as Record<string, unknown>;
  if (typeof ntpSec !== 'number' || typeof ntpFrac !== 'number' || typeof rtpTs !== 'number') return null;
  return { ntpMs: (ntpSec - NTP_TO_UNIX_S) * 1_000 + (ntpFrac / 2 ** 32) * 1_000, rtpTimestamp: rtpTs };
}
