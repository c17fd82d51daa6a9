import { DELETED_PEER_NAMES } from './deleted-peer.ts';
import { isolated } from './isolated.ts';
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
export const nameInSentence = (language: 'ja' | 'en', named: Named): string =>
  isolated(named.name) + (isTitled(language, named) ? 'さん' : '');

function isTitled(language: 'ja' | 'en', { kind, name }: Named): boolean {
  if (language !== 'ja' || name === '' || kind === 'device' || kind === 'group') return false;
  if (name.includes('@') || TITLED.test(name) || deleted.has(name)) return false;
  return kind !== null || !isPrintedSerial(name);
}
