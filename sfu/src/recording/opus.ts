/** Frame sizes in ms by configuration number: SILK, hybrid, CELT (RFC 6716, 3.1, table 2). */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** RFC 6716, 3.2.5. */
const MAX_PACKET_MS = 120;

/** Duration of a packet in ms; 0 for an empty or a malformed one. */
export function opusDurationMs(packet: Uint8Array): number {
  const toc = packet[0];
  if (toc === undefined) return 0;
  const configuration = toc >> 3;
  const sizes = configuration < 12 ? SILK_MS : configuration < 16 ? HYBRID_MS : CELT_MS;
  const frameMs = sizes[configuration % sizes.length] ?? 0;
  const code = toc & 3;
  const frames = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 0x3f : 2;
  const durationMs = frames * frameMs;
  return durationMs <= MAX_PACKET_MS ? durationMs : 0;
}

/** 20 ms of silence: CELT, full band, one frame of nothing. */
export const OPUS_SILENCE = Uint8Array.from([0xf8, 0xff, 0xfe]);
export const OPUS_SILENCE_MS = 20;

const PRE_SKIP_SAMPLES = 312;

/** The identification header (RFC 7845, 5.1): stereo at 48 kHz, in which every Opus stream can be decoded. */
function opusHead(): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(19);
  head.write('OpusHead');
  head.writeUInt8(1, 8);
  head.writeUInt8(2, 9);
  head.writeUInt16LE(PRE_SKIP_SAMPLES, 10);
  head.writeUInt32LE(48_000, 12);
  return head;
}

/** How a decoder of any Opus stream is set up. */
export const OPUS_CONFIG = {
  codec: 'opus',
  numberOfChannels: 2,
  sampleRate: 48_000,
  description: opusHead(),
};
