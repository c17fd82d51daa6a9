import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RecordingId } from '#protocol/ids.ts';
import { type CopiedPiece, copyKey, decodePieces, encodePieces } from './copy-format.ts';

const RECORDING = '3f1c8a52-6a0e-4c52-9d3b-0d5b6f1f7c11' as RecordingId;
const PART = '8d0f2f4e-1c1b-4a57-8f43-5c9f0a3b2e10.part.mkv';

const piece = (name: string, offset: number, bytes = randomBytes(20)): CopiedPiece => ({
  name,
  offset,
  bytes,
});

describe('an object of a copy', () => {
  it('gives back the pieces that it was made of', () => {
    const pieces = [piece(PART, 0), piece('spoken', 1_000_000), piece(PART, 20, Buffer.alloc(0))];
    expect(decodePieces(encodePieces(pieces))).toEqual(pieces);
  });

  it.each([
    ['is empty', Buffer.alloc(0)],
    ['has no header', Buffer.from([0, 0, 0, 200])],
    ['has a header that is no JSON', Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from('[{]')])],
    ['was cut off', encodePieces([piece(PART, 0)]).subarray(0, -1)],
    ['names a file outside of the folder', encodePieces([piece('../other', 0)])],
    ['names the result', encodePieces([piece('result.json', 0)])],
  ])('is refused if it %s', (_, object) => {
    expect(() => decodePieces(object)).toThrow();
  });

  it('never writes outside of the folder, whatever its bytes are', () => {
    const whole = encodePieces([piece(PART, 0), piece('spoken', 7)]);
    let decoded = 0;
    for (let round = 0; round < 2_000; round++) {
      const spoilt = Buffer.from(whole);
      for (let changes = 0; changes <= round % 4; changes++)
        spoilt[Math.floor(Math.random() * spoilt.length)] = Math.floor(Math.random() * 256);
      try {
        for (const { name, offset } of decodePieces(spoilt)) {
          expect(name).toMatch(/^[\w.-]+$/);
          expect(offset).toBeGreaterThanOrEqual(0);
          decoded++;
        }
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }
    expect(decoded).toBeGreaterThan(0);
  });
});

describe('the keys of a copy', () => {
  it('sort in the order of writing', () => {
    const keys = [0, 1, 9, 10, 99_999, 100_000].map((number) => copyKey(RECORDING, number));
    expect(keys.toSorted()).toEqual(keys);
  });
});
