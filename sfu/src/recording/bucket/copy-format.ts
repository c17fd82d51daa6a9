import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RecordingId } from '#protocol/ids.ts';

/**
 * The copy of a recording that is being made: objects `<recording>/copy/<number>`, each with pieces of several files. An object
 * begins with the length of its header (4 bytes, big-endian); the header is JSON and says whose the bytes after it are.
 */
const HeaderSchema = Type.Array(
  Type.Object({
    name: Type.String(),
    offset: Type.Integer({ minimum: 0 }),
    length: Type.Integer({ minimum: 0 }),
  }),
);
type Header = Static<typeof HeaderSchema>;
const headers = Compile(HeaderSchema);

export interface CopiedPiece {
  readonly name: string;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Files that grow, and their notes, which are written once. */
export const COPIED_NAME = /^(?:spoken|[0-9a-f-]{36}\.(?:json|part\.mkv))$/;

const LENGTH_BYTES = 4;
const NUMBER_DIGITS = 8;

export const copyPrefix = (recordingId: RecordingId): string => `${recordingId}/copy/`;

/** Keys sort as their numbers do. */
export const copyKey = (recordingId: RecordingId, number: number): string =>
  copyPrefix(recordingId) + String(number).padStart(NUMBER_DIGITS, '0');

export function encodePieces(pieces: readonly CopiedPiece[]): Buffer {
  const header: Header = pieces.map(({ name, offset, bytes }) => ({ name, offset, length: bytes.length }));
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, ...pieces.map(({ bytes }) => bytes)]);
}

/** Throws where the object is none that `encodePieces` has made. */
export function decodePieces(object: Buffer): CopiedPiece[] {
  if (object.length < LENGTH_BYTES) throw new Error('object of a copy without its header');
  let at = LENGTH_BYTES + object.readUInt32BE();
  const header: unknown = JSON.parse(object.toString('utf8', LENGTH_BYTES, at));
  if (!headers.Check(header)) throw new Error('object of a copy with another header');
  return header.map(({ name, offset, length }) => {
    const bytes = object.subarray(at, at + length);
    at += length;
    if (!COPIED_NAME.test(name) || bytes.length < length)
      throw new Error(`object of a copy with a wrong piece of ${name}`);
    return { name, offset, bytes };
  });
}
