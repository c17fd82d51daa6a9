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

/**
 * A name as it stands in a sentence: in Japanese, `さん` follows the names of people. It follows no device, group, mail
 * address or serial number, and no name that ends in a form of address already.
 */
export function nameInSentence(language: 'ja' | 'en', { kind, name }: Named): string {
  if (language !== 'ja' || name === '' || kind === 'device' || kind === 'group') return name;
  if (name.includes('@') || TITLED.test(name) || deleted.has(name)) return name;
  return kind === null && isPrintedSerial(name) ? name : `${name}さん`;
}
