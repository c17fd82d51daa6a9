import { foldWidth } from './text.ts';

/**
 * Serial numbers of devices (specification K1): a prefix padded with spaces to 8 characters, 8 hex digits of the
 * number, 8 hex digits of the checksum, which is the CRC-32 of the padded prefix and the number's 4 bytes, most
 * significant first. The printed form is the prefix and the number with 5 digits.
 */
export interface Serial {
  /** 24 characters, hex digits in capitals. */
  readonly long: string;
  readonly printed: string;
}

const PREFIX_LENGTH = 8;
const HEX_LENGTH = 8;
const PRINTED_DIGITS = 5;
const MAX_NUMBER = 10 ** PRINTED_DIGITS - 1;

const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_-]{0,7}$/;

/** Makes the serial of a number, 0 to 99999, with a prefix of 1 to 8 letters, digits, `-` or `_`. */
export function makeSerial(prefix: string, number: number): Serial {
  if (!PREFIX.test(prefix)) throw new RangeError('A prefix has 1 to 8 letters and digits');
  if (!Number.isInteger(number) || number < 0 || number > MAX_NUMBER) {
    throw new RangeError(`A serial's number is 0 to ${MAX_NUMBER}`);
  }
  const padded = prefix.padEnd(PREFIX_LENGTH);
  return {
    long: `${padded}${hex(number)}${hex(checksum(padded, number))}`,
    printed: `${prefix}${String(number).padStart(PRINTED_DIGITS, '0')}`,
  };
}

/**
 * Reads a long form, however its prefix is padded, its hex digits are written and wide its letters are; undefined where the form or
 * the checksum is wrong.
 */
export function readSerial(typed: string): Serial | undefined {
  const text = foldWidth(typed);
  if (text.length <= 2 * HEX_LENGTH || text.length > PREFIX_LENGTH + 2 * HEX_LENGTH) return undefined;
  const prefix = text.slice(0, -2 * HEX_LENGTH).trimEnd();
  const [, number = '', sum = ''] = /^([0-9a-f]{8})([0-9a-f]{8})$/i.exec(text.slice(-2 * HEX_LENGTH)) ?? [];
  const value = Number.parseInt(number, 16);
  if (!PREFIX.test(prefix) || !(value <= MAX_NUMBER)) return undefined;
  const serial = makeSerial(prefix, value);
  return serial.long.endsWith(sum.toUpperCase()) ? serial : undefined;
}

/** Longer than 5 characters, the last 5 of them digits, of any width: `foldWidth` gives the form in which devices have it. */
export const isPrintedSerial = (text: string): boolean =>
  text.length > PRINTED_DIGITS && /\d{5}$/.test(foldWidth(text));

function checksum(paddedPrefix: string, number: number): number {
  const bytes = new Uint8Array(PREFIX_LENGTH + 4);
  for (let index = 0; index < PREFIX_LENGTH; index += 1) bytes[index] = paddedPrefix.charCodeAt(index);
  new DataView(bytes.buffer).setUint32(PREFIX_LENGTH, number);
  return crc32(bytes);
}

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(HEX_LENGTH, '0');

/** CRC-32/ISO-HDLC: reflected, polynomial 0x04C11DB7, as in zip, PNG and Ethernet. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
