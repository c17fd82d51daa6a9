import type { Connection } from './connection.ts';
import { type FakeVideoCodec, framePayloads, type Size, soundPayload } from './fake-frames.ts';
import { type NodeLink, TestMember } from './member.ts';
import {
  AUDIO_LEVEL_ID,
  AUDIO_LEVEL_URI,
  isRtcp,
  OPUS_PAYLOAD_TYPE,
  rtpPacket,
  senderReport,
} from './rtp.ts';
import { newRoomId } from './test-node.ts';

/**
 * A member that sends pictures and sound like a browser: frames of several packets, key frames when asked for them,
 * sender reports by one clock. What is in a frame says when it was made, so that a recording of it can be measured.
 */

export interface FakeDevicesOptions {
  readonly codec: FakeVideoCodec;
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

export interface FakeDevices {
  readonly audioId: string;
  /** Of the camera that was opened last; fails where none was. */
  readonly videoId: string;
  /** Pictures made so far. */
  readonly frames: number;
  /** Sounds of 20 ms made so far. */
  readonly sounds: number;
  readonly keyFramesAskedFor: number;
  /** Once more: as another producer, also with another codec, which the one before makes way for. */
  openCamera(codec?: FakeVideoCodec): Promise<void>;
  /** Sets the level of the sound, in dB below the loudest (RFC 6464). Silent until then. */
  speakAt(level: number): void;
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
const SILENT_DB = 127;
const REPORT_MS = 500;
const PAYLOAD_TYPES: Record<FakeVideoCodec, number> = { VP8: 96, VP9: 98, H264: 102 };

let nextSsrc = 500_000;

export async function openFakeDevices(
  member: TestMember,
  connection: Connection,
  options: FakeDevicesOptions,
): Promise<FakeDevices> {
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
      rtcp: { cname: 'fake-devices' },
    });
    codec = next;
    wantsKey = true;
    streams = opened;
  };
  if (startsWith === 'both') await openCamera();
  const audioId = await member.produce(source === 'camera' ? 'microphone' : `${source}-audio`, {
    codecs: [{ mimeType: 'audio/opus', payloadType: OPUS_PAYLOAD_TYPE, clockRate: 48_000, channels: 2 }],
    encodings: [{ ssrc: audioSsrc }],
    headerExtensions: [{ uri: AUDIO_LEVEL_URI, id: AUDIO_LEVEL_ID }],
    rtcp: { cname: 'fake-devices' },
  });
  const { track } = connection;
  const startMs = performance.now();
  const startUtcMs = Date.now();
  let frames = 0;
  let sounds = 0;
  let audioLevel = SILENT_DB;
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
    send(
      rtpPacket({
        payloadType: OPUS_PAYLOAD_TYPE,
        ssrc: audioSsrc,
        sequence: sounds,
        timestamp: sounds * SOUND_MS * 48,
        payload: soundPayload(sounds * SOUND_MS),
        audioLevel,
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
    speakAt(level) {
      audioLevel = level;
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

/** A member with camera and microphone, alone in a room; gone at the clean-up. */
export async function joinWithDevices(node: NodeLink, cleanUp: (() => unknown)[]) {
  const member = await TestMember.join(node, newRoomId());
  const devices = await openFakeDevices(member, await member.connectSending(), { codec: 'VP8' });
  cleanUp.push(
    () => member.vanish(),
    () => devices.stop(),
  );
  return { member, devices };
}
