import { DELETED_PEER_NAMES } from './deleted-peer.ts';
import type { Party } from './party.ts';
import { isPrintedSerial } from './serial.ts';

/** Whose name it is. */
export interface Named {
  /** Null: not known. */
  readonly kind: Party['kind'] | 'group' | null;
  /** The shown name, which may be a mail address or a serial number. */
  readonly name: string;
}

const TITLED = /(?:さん|さま|様|くん|ちゃん|先生)$/;
const deleted: ReadonlySet<string> = new Set(Object.values(DELETED_PEER_NAMES));

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** A text that turns the direction of nothing beside it (Unicode UAX 9, section 2.4.2). */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;

/**
 * A name as it stands in a sentence: in Japanese, `さん` follows the names of people. It follows no device, group, mail
 * address or serial number, and no name that ends in a form of address already.
 */
export const nameInSentence = (language: 'ja' | 'en', named: Named): string =>
  isolated(named.name) + (isTitled(language, named) ? 'さん' : '');

function isTitled(language: 'ja' | 'en', { kind, name }: Named): boolean {
  if (language !== 'ja' || name === '' || kind === 'device' || kind === 'group') return false;
  if (name.includes('@') || TITLED.test(name) || deleted.has(name)) return false;
  return kind !== null || !isPrintedSerial(name);
}
