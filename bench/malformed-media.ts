import { framePayloads, soundPayload } from '#sfu/testing/fake-frames.ts';
import { createParsers, malformedPackets } from '#sfu/testing/malformed-media.ts';
import { rtpPacket } from '#sfu/testing/rtp.ts';
import type { Benchmark, Report, Row } from './benchmark.ts';
import { compared } from './statistics.ts';

const ROUNDS = 5;
/** In each round, with a seed of its own: a million in all. */
const PACKETS = 200_000;
const LIMIT_MS = 50;
/** Close to the most parts that a frame may have: what takes longest is to put a frame together. */
const PACKETS_OF_LONG_FRAME = 8_000;
const TICKS_OF_FRAME = 3_000;

interface Parsed {
  /** Of all calls together, in ms. */
  readonly total: number;
  /** The longest pause, in ms. */
  readonly longest: number;
  readonly frames: number;
}

/** Endless RTP packets as browsers send them, of every codec in turn. */
function* wellFormedPackets(): Generator<Buffer> {
  const size = { width: 640, height: 360 };
  let sequence = 0;
  for (let frame = 0; ; frame += 1) {
    const payloads = (['VP8', 'VP9', 'H264'] as const).map((codec) =>
      framePayloads(codec, size, frame % 30 === 0, frame, frame),
    );
    for (const parts of [...payloads, [soundPayload(frame)]]) {
      for (const [place, payload] of parts.entries()) {
        const timestamp = frame * TICKS_OF_FRAME;
        const marker = place === parts.length - 1;
        yield rtpPacket({ payloadType: 96, ssrc: 1, sequence, timestamp, payload, marker });
        sequence += 1;
      }
    }
  }
}

/** The same packets, in frames that are as long as they may be. */
function* inLongFrames(packets: Iterable<Buffer>): Generator<Buffer> {
  let index = 0;
  for (const packet of packets) {
    if (packet.length >= 8) {
      packet.writeUInt8(packet.readUInt8(1) & 0x7f, 1);
      packet.writeUInt32BE(Math.floor(index / PACKETS_OF_LONG_FRAME) * TICKS_OF_FRAME, 4);
    }
    yield packet;
    index += 1;
  }
}

function parse(packets: Iterable<Buffer>): Parsed {
  let frames = 0;
  let [total, longest, index] = [0, 0, 0];
  const add = createParsers(() => {
    frames += 1;
  });
  for (const packet of packets) {
    const begunAt = performance.now();
    try {
      add(packet);
    } catch (cause) {
      throw new Error(`Packet ${index} is an error: ${packet.toString('hex')}`, { cause });
    }
    const ms = performance.now() - begunAt;
    total += ms;
    longest = Math.max(longest, ms);
    index += 1;
    if (index === PACKETS) break;
  }
  return { total, longest, frames };
}

async function run(progress: (line: string) => void): Promise<Report> {
  const rows: Row[] = [];
  const invalid: string[] = [];
  const missed: string[] = [];
  for (const [load, arranged] of [
    ['in short frames', (packets: Iterable<Buffer>) => packets],
    ['in long frames', inLongFrames],
  ] as const) {
    const malformed: Parsed[] = [];
    const wellFormed: Parsed[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const parsed = parse(arranged(malformedPackets(round)));
      malformed.push(parsed);
      wellFormed.push(parse(arranged(wellFormedPackets())));
      progress(
        `${load}, round ${round} of ${ROUNDS}: ${parsed.frames} frames, longest call ${parsed.longest.toFixed(2)} ms`,
      );
      if (parsed.frames === 0) invalid.push(`${load}: nothing came out with seed ${round}`);
      if (parsed.longest > LIMIT_MS)
        missed.push(`${load}: ${parsed.longest.toFixed(1)} ms with seed ${round}`);
    }
    for (const [what, of] of [
      ['longest call', ({ longest }: Parsed) => longest],
      ['all calls', ({ total }: Parsed) => total],
    ] as const) {
      rows.push(compared(`${what}, ${load}`, malformed.map(of), 'well-formed packets', wellFormed.map(of)));
    }
  }
  return { unit: 'ms', rows, invalid, missed };
}

export const malformedMedia: Benchmark = {
  name: 'malformed-media',
  measures: `the longest a packet holds a media node up that records, of ${ROUNDS * PACKETS} malformed ones`,
  goal: `at most ${LIMIT_MS} ms, and no error`,
  run,
};
