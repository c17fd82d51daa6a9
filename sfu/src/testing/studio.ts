import { BitWriter } from './bit-writer.ts';
import type { Connection } from './connection.ts';
import type { TestMember } from './member.ts';
import { isRtcp, OPUS_PAYLOAD_TYPE, rtpPacket } from './rtp.ts';

/**
 * A member that sends pictures and sound like a browser: frames of several packets, key frames when asked for them,
 * sender reports by one clock. What is in a frame says when it was made, so that a recording of it can be measured.
 */

export type StudioCodec = 'VP8' | 'VP9' | 'H264';

export interface StudioOptions {
  readonly codec: StudioCodec;
  /** Share of video packets that never arrive, 0 to 1. */
  readonly loss?: number;
  /** Retransmits packets that are reported lost, as browsers do; true by default. */
  readonly resends?: boolean;
  /** Sound is sent so much later than it was made, in ms. */
  readonly audioDelayMs?: number;
  /** `sound`: the camera is opened later; both by default. */
  readonly startsWith?: 'both' | 'sound';
  /** What the pictures, and the sound with them, are said to be; a camera with its microphone by default. */
  readonly source?: 'camera' | 'screen' | 'playback';
  /** With several: a simulcast, the smallest first. */
  readonly sizes?: readonly Size[];
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Studio {
  readonly audioId: string;
  /** Of the camera that was opened last; fails where none was. */
  readonly videoId: string;
  /** Pictures made so far. */
  readonly frames: number;
  /** Sounds of 20 ms made so far. */
  readonly sounds: number;
  readonly keyFramesAskedFor: number;
  /** Once more: as another producer, also with another codec, which the one before makes way for. */
  openCamera(codec?: StudioCodec): Promise<void>;
  /** Another size, with a key frame, as of a window that is shared while it is dragged larger. */
  resize(size: Size): void;
  /** The best layer of a simulcast ends, as where a line has become too slow for it. */
  stopBestLayer(): void;
  stop(): void;
}

const SIZE: Size = { width: 640, height: 360 };
/** So far apart are the first sequence numbers of a simulcast's streams, that each packet's number is its own. */
const SEQUENCE_SPACING = 20_000;
const FRAME_MS = 1000 / 30;
const SOUND_MS = 20;
const REPORT_MS = 500;
const PACKETS_A_FRAME = 3;
const PACKET_BYTES = 400;
const PAYLOAD_TYPES: Record<StudioCodec, number> = { VP8: 96, VP9: 98, H264: 102 };
const NTP_TO_UNIX_S = 2_208_988_800;

let nextSsrc = 500_000;

export async function openStudio(
  member: TestMember,
  connection: Connection,
  options: StudioOptions,
): Promise<Studio> {
  const { loss = 0, resends = true, audioDelayMs = 0, startsWith = 'both' } = options;
  const { source = 'camera', sizes = [SIZE] } = options;
  let { codec } = options;
  let streams: VideoStream[] = [];
  let videoId: string | undefined;
  const audioSsrc = nextSsrc++;
  let wantsKey = true;
  const openCamera = async (next = codec) => {
    const payloadType = PAYLOAD_TYPES[next];
    const opened = sizes.map(
      (size, index): VideoStream => ({
        size,
        ssrc: nextSsrc++,
        sequence: 1_000 + index * SEQUENCE_SPACING,
      }),
    );
    videoId = await member.produce(source, {
      codecs: [
        {
          mimeType: `video/${next}`,
          payloadType,
          clockRate: 90_000,
          ...(next === 'H264' && {
            parameters: {
              'packetization-mode': 1,
              'profile-level-id': '42e01f',
              'level-asymmetry-allowed': 1,
            },
          }),
          ...(next === 'VP9' && { parameters: { 'profile-id': 0 } }),
          rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
        },
      ],
      encodings: opened.map(({ ssrc }) => ({ ssrc })),
      rtcp: { cname: 'studio' },
    });
    codec = next;
    wantsKey = true;
    streams = opened;
  };
  if (startsWith === 'both') await openCamera();
  const audioId = await member.produce(source === 'camera' ? 'microphone' : `${source}-audio`, {
    codecs: [{ mimeType: 'audio/opus', payloadType: OPUS_PAYLOAD_TYPE, clockRate: 48_000, channels: 2 }],
    encodings: [{ ssrc: audioSsrc }],
    rtcp: { cname: 'studio' },
  });
  const { track } = connection;
  const startMs = performance.now();
  const startUtcMs = Date.now();
  let frames = 0;
  let sounds = 0;
  let keyFramesAskedFor = 0;
  let random = 1;
  const sent = new Map<number, Buffer>();
  /** The same losses each time. */
  const isLost = () => {
    random = (random * 16_807) % 2_147_483_647;
    return random / 2_147_483_647 < loss;
  };
  const send = (packet: Buffer) => {
    if (track.isOpen()) track.sendMessageBinary(packet);
  };
  track.onMessage((message) => {
    // PLI: payload-specific feedback, format 1 (RFC 4585, 6.3.1).
    if (!isRtcp(message)) return;
    for (let offset = 0; offset + 4 <= message.length; ) {
      if (message[offset + 1] === 206 && ((message[offset] ?? 0) & 0x1f) === 1) {
        wantsKey = true;
        keyFramesAskedFor += 1;
      }
      // NACK: transport feedback, format 1 (RFC 4585, 6.2.1): pairs of a number and a mask of those behind it.
      if (message[offset + 1] === 205 && ((message[offset] ?? 0) & 0x1f) === 1 && resends) {
        for (let at = offset + 12; at < offset + 4 + message.readUInt16BE(offset + 2) * 4; at += 4) {
          const first = message.readUInt16BE(at);
          const mask = message.readUInt16BE(at + 2);
          const missing = [
            first,
            ...Array.from({ length: 16 }, (_, bit) => ((mask >> bit) & 1 ? first + bit + 1 : -1)),
          ];
          for (const number of missing) {
            const packet = sent.get(number & 0xffff);
            if (packet) send(packet);
          }
        }
      }
      offset += 4 + message.readUInt16BE(offset + 2) * 4;
    }
  });
  const film = () => {
    const madeMs = Math.round(frames * FRAME_MS);
    for (const stream of streams) {
      const payloads = framePayloads(codec, stream.size, wantsKey, frames, madeMs);
      for (const [index, payload] of payloads.entries()) {
        const marker = index === payloads.length - 1;
        const packet = rtpPacket({
          payloadType: PAYLOAD_TYPES[codec],
          ssrc: stream.ssrc,
          sequence: stream.sequence++,
          timestamp: madeMs * 90,
          payload,
          marker,
        });
        sent.set(packet.readUInt16BE(2), packet);
        if (!isLost()) send(packet);
      }
    }
    wantsKey = false;
    frames += 1;
  };
  const speak = () => {
    const payload = new Uint8Array(20);
    payload[0] = 0xf8;
    new DataView(payload.buffer).setUint32(1, sounds * SOUND_MS);
    send(
      rtpPacket({
        payloadType: OPUS_PAYLOAD_TYPE,
        ssrc: audioSsrc,
        sequence: sounds,
        timestamp: sounds * SOUND_MS * 48,
        payload,
      }),
    );
    sounds += 1;
  };
  let reportedMs = 0;
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startMs;
    while (frames * FRAME_MS <= elapsedMs) {
      film();
    }
    while (sounds * SOUND_MS + audioDelayMs <= elapsedMs) speak();
    if (elapsedMs - reportedMs < REPORT_MS) return;
    reportedMs = elapsedMs;
    for (const { ssrc } of streams) send(senderReport(ssrc, startUtcMs + elapsedMs, elapsedMs * 90));
    send(senderReport(audioSsrc, startUtcMs + elapsedMs, elapsedMs * 48));
  }, 5);
  return {
    audioId,
    get videoId() {
      if (videoId === undefined) throw new Error('no camera was opened');
      return videoId;
    },
    get frames() {
      return frames;
    },
    get sounds() {
      return sounds;
    },
    openCamera,
    resize(size) {
      streams = streams.map((stream) => ({ ...stream, size }));
      wantsKey = true;
    },
    stopBestLayer() {
      streams = streams.slice(0, -1);
    },
    get keyFramesAskedFor() {
      return keyFramesAskedFor;
    },
    stop: () => clearInterval(timer),
  };
}

interface VideoStream {
  readonly size: Size;
  readonly ssrc: number;
  sequence: number;
}

/** When a recorded frame was made, in ms from the studio's opening: its last bytes. */
export const madeAtMs = (data: Uint8Array): number =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(data.length - 4);

/** The same of a recorded sound; null for silence that was put in. */
export const soundMadeAtMs = (data: Uint8Array): number | null =>
  data.length === 20 ? new DataView(data.buffer, data.byteOffset).getUint32(1) : null;

/** RFC 3550, 6.4.1. */
function senderReport(ssrc: number, utcMs: number, rtpTimestamp: number): Buffer {
  const report = Buffer.alloc(28);
  report[0] = 0x80;
  report[1] = 200;
  report.writeUInt16BE(6, 2);
  report.writeUInt32BE(ssrc, 4);
  report.writeUInt32BE(Math.floor(utcMs / 1_000) + NTP_TO_UNIX_S, 8);
  report.writeUInt32BE(Math.floor(((utcMs % 1_000) / 1_000) * 2 ** 32), 12);
  report.writeUInt32BE(Math.floor(rtpTimestamp) >>> 0, 16);
  return report;
}

function framePayloads(
  codec: StudioCodec,
  size: Size,
  isKey: boolean,
  index: number,
  madeMs: number,
): Uint8Array[] {
  const frame = new Uint8Array(PACKETS_A_FRAME * PACKET_BYTES).fill(0x55);
  frame.set(frameHead(codec, size, isKey));
  new DataView(frame.buffer).setUint32(frame.length - 4, madeMs);
  const parts = Array.from({ length: PACKETS_A_FRAME }, (_, index) =>
    frame.subarray(index * PACKET_BYTES, (index + 1) * PACKET_BYTES),
  );
  switch (codec) {
    case 'VP8':
      // A picture id of 15 bits, as Chromium sends it.
      return parts.map((part, place) =>
        Uint8Array.from([
          ...[place === 0 ? 0x90 : 0x80, 0x80, 0x80 | ((index >> 8) & 0x7f), index & 0xff],
          ...part,
        ]),
      );
    case 'VP9':
      return parts.map((part, place) => {
        const flags =
          0x80 | (isKey ? 0 : 0x40) | (place === 0 ? 8 : 0) | (place === parts.length - 1 ? 4 : 0);
        return Uint8Array.from([flags, 0x80 | ((index >> 8) & 0x7f), index & 0xff, ...part]);
      });
    case 'H264': {
      const [type = 0] = frame;
      const fragments = parts.map((part, place) => {
        const edge = place === 0 ? 0x80 : place === parts.length - 1 ? 0x40 : 0;
        return Uint8Array.from([
          (type & 0xe0) | 28,
          edge | (type & 0x1f),
          ...(place === 0 ? part.subarray(1) : part),
        ]);
      });
      return isKey ? [stapA(SPS, PPS), ...fragments] : fragments;
    }
  }
}

/** Constrained baseline, level 3.1, 640 × 360: 40 × 23 blocks, of which 8 lines are cut off. */
const SPS = (() => {
  const bits = new BitWriter();
  bits.bits(0x67, 8).bits(0x42, 8).bits(0xe0, 8).bits(0x1f, 8);
  bits.ue(0).ue(0).ue(2).ue(1).bits(0, 1).ue(39).ue(22).bits(1, 1).bits(1, 1);
  bits.bits(1, 1).ue(0).ue(0).ue(0).ue(4).bits(0, 1).bits(1, 1);
  return bits.bytes();
})();
const PPS = Uint8Array.from([0x68, 0xce, 0x3c, 0x80]);

const stapA = (...units: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from([0x78, ...units.flatMap((unit) => [unit.length >> 8, unit.length & 0xff, ...unit])]);

function frameHead(codec: StudioCodec, { width, height }: Size, isKey: boolean): Uint8Array {
  switch (codec) {
    case 'VP8':
      return isKey
        ? Uint8Array.from([
            0x10,
            0x02,
            0x00,
            0x9d,
            0x01,
            0x2a,
            width & 0xff,
            width >> 8,
            height & 0xff,
            height >> 8,
          ])
        : Uint8Array.from([0x11, 0x02, 0x00]);
    case 'VP9': {
      const bits = new BitWriter()
        .bits(2, 2)
        .bits(0, 2)
        .bits(0, 1)
        .bits(isKey ? 0 : 1, 1)
        .bits(1, 1)
        .bits(0, 1);
      if (isKey)
        bits
          .bits(0x498342, 24)
          .bits(1, 3)
          .bits(0, 1)
          .bits(width - 1, 16)
          .bits(height - 1, 16);
      return bits.bytes();
    }
    case 'H264':
      return Uint8Array.from([isKey ? 0x65 : 0x41]);
  }
}
