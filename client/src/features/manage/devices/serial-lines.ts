import { readSerial, type Serial } from '#protocol/serial.ts';
import { foldWidth } from '#protocol/text.ts';

/** Prefix of 8, 8 digits of the number, 8 of the checksum. */
const LONG_LENGTH = 24;
const PREFIX_LENGTH = 8;
const NUMBER_END = 16;
const MAX_NUMBER = 99_999;

const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const HEX = /^[0-9A-Fa-f]{8}$/;
/** What a spreadsheet makes of digits with an E between them. */
const ROUNDED = /^\d+([.,]\d+)?E\+?\d+$/i;
/** The same behind a prefix. Nothing that is right has a plus sign, nor has anything that can become right. */
const ROUNDED_BEHIND = /^(.{8}|\S+\s+)\d+([.,]\d+)?E\+\d+$/i;
const BETWEEN = /[\r\n\t,;]+/;
const QUOTES = /^"(.*)"$/;

export type SerialProblem = 'prefix' | 'number' | 'checksum' | 'long' | 'rounded' | 'twice';

/** What someone has typed or pasted as the long form of a serial number. */
export type SerialEntry = { readonly text: string } & (
  | { readonly kind: 'right'; readonly serial: Serial }
  /** Right as far as it goes. */
  | { readonly kind: 'unfinished'; readonly missing: number }
  | { readonly kind: 'wrong'; readonly problem: SerialProblem }
);

/** Reads one long form; letters and digits of full width, as Japanese keyboards give them, count as the usual ones. */
export function readSerialEntry(typed: string): SerialEntry {
  const text = foldWidth(typed).trim().replace(QUOTES, '$1').trim();
  const serial = readSerial(text);
  if (serial) return { text, kind: 'right', serial };
  const problem = problemOf(text);
  if (problem !== null) return { text, kind: 'wrong', problem };
  return { text, kind: 'unfinished', missing: LONG_LENGTH - text.length };
}

function problemOf(text: string): SerialProblem | null {
  if (text.length < LONG_LENGTH && (ROUNDED.test(text) || ROUNDED_BEHIND.test(text))) return 'rounded';
  if (!PREFIX.test(text.slice(0, PREFIX_LENGTH).trimEnd())) return 'prefix';
  if (text.length < LONG_LENGTH) return null;
  if (text.length > LONG_LENGTH) return 'long';
  const number = text.slice(PREFIX_LENGTH, NUMBER_END);
  return HEX.test(number) && Number.parseInt(number, 16) <= MAX_NUMBER ? 'checksum' : 'number';
}

/** Reads several long forms, one a line or separated by commas, semicolons or tabs; empty lines are passed over. */
export function readSerialEntries(text: string): readonly SerialEntry[] {
  const seen = new Set<string>();
  return text
    .split(BETWEEN)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const entry = readSerialEntry(line);
      if (entry.kind !== 'right') return entry;
      if (seen.has(entry.serial.long)) return { text: entry.text, kind: 'wrong', problem: 'twice' };
      seen.add(entry.serial.long);
      return entry;
    });
}

export const rightSerials = (entries: readonly SerialEntry[]): readonly Serial[] =>
  entries.flatMap((entry) => (entry.kind === 'right' ? entry.serial : []));
