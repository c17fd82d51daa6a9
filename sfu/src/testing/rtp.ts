/** RTP packets (RFC 3550, 5.1) as a browser would send them, with made-up contents. */

export const OPUS_PAYLOAD_TYPE = 111;
export const VP8_PAYLOAD_TYPE = 96;
export const AUDIO_LEVEL_URI = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
export const AUDIO_LEVEL_ID = 1;

const HEADER_BYTES = 12;
const AUDIO_LEVEL_BYTES = 8;

interface PacketOptions {
  readonly payloadType: number;
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly payload: Uint8Array;
  /** The last packet of a frame; every packet by default. */
  readonly marker?: boolean;
  /** -dBov, 0 (loudest) to 127 (RFC 6464); undefined: no header extension. */
  readonly audioLevel?: number;
}

export function rtpPacket(options: PacketOptions): Buffer {
  const { payloadType, ssrc, sequence, timestamp, payload, audioLevel, marker = true } = options;
  const extensionBytes = audioLevel === undefined ? 0 : AUDIO_LEVEL_BYTES;
  const packet = Buffer.alloc(HEADER_BYTES + extensionBytes + payload.length);
  packet[0] = audioLevel === undefined ? 0x80 : 0x90;
  packet[1] = (marker ? 0x80 : 0) | payloadType;
  packet.writeUInt16BE(sequence & 0xffff, 2);
  packet.writeUInt32BE(timestamp >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  if (audioLevel !== undefined) {
    // One-byte header extensions (RFC 8285, 4.2), one word of them.
    packet.writeUInt32BE(0xbede_0001, HEADER_BYTES);
    packet[HEADER_BYTES + 4] = AUDIO_LEVEL_ID << 4;
    packet[HEADER_BYTES + 5] = 0x80 | audioLevel;
  }
  packet.set(payload, HEADER_BYTES + extensionBytes);
  return packet;
}

/** A VP8 payload that says of itself that it begins a key frame (RFC 7741, 4.2 and 4.3). */
export function vp8KeyFrame(bytes: number): Uint8Array {
  const payload = new Uint8Array(Math.max(bytes, 11));
  payload[0] = 0x10;
  payload.set([0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00], 1);
  return payload;
}

/** The same of any other frame: the lowest bit is set in all but key frames (RFC 6386, 9.1). */
export function vp8DeltaFrame(bytes: number): Uint8Array {
  const payload = vp8KeyFrame(bytes);
  payload[1] = (payload[1] ?? 0) | 1;
  return payload;
}

/** RTCP shares the stream with RTP (RFC 5761, 4): its packet types are 192 to 223. */
export const isRtcp = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0;
  return type >= 192 && type <= 223;
};

export const ssrcOf = (packet: Buffer): number => packet.readUInt32BE(8);

/** PLI: payload-specific feedback, format 1 (RFC 4585, 6.3.1), in a compound packet. */
export function asksForKeyFrame(message: Buffer): boolean {
  for (let offset = 0; offset + 4 <= message.length; offset += 4 + message.readUInt16BE(offset + 2) * 4) {
    if (message[offset + 1] === 206 && ((message[offset] ?? 0) & 0x1f) === 1) return true;
  }
  return false;
}

/** A PLI of one's own stream about another (RFC 4585, 6.3.1). */
export function keyFrameRequest(from: number, about: number): Buffer {
  const packet = Buffer.alloc(12);
  packet[0] = 0x81;
  packet[1] = 206;
  packet.writeUInt16BE(2, 2);
  packet.writeUInt32BE(from, 4);
  packet.writeUInt32BE(about, 8);
  return packet;
}

/** NTP counts from 1900, Unix from 1970. */
const NTP_TO_UNIX_S = 2_208_988_800;

/** RFC 3550, 6.4.1. `utcMs`: by the sender's clock. */
export function senderReport(ssrc: number, utcMs: number, rtpTimestamp: number): Buffer {
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
