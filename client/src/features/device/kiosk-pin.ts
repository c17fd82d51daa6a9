import { foldWidth } from '#protocol/text.ts';

const STORAGE_KEY = 'hibiki.devicePin';
/** Kept in place of a PIN by anyone who wants none: the offer is made once. */
const DECLINED = 'declined';

const ITERATIONS = 100_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

/** Wrong PINs in a row, after which nothing is tried for a while. */
export const PIN_ATTEMPTS = 5;
export const PIN_PAUSE_MS = 60_000;

export const PIN_MIN_LENGTH = 4;
export const PIN_MAX_LENGTH = 8;

/** What a field for a PIN takes of what is typed: its digits, in the width in which it is kept. */
export const pinDigits = (typed: string): string =>
  foldWidth(typed).replace(/\D/g, '').slice(0, PIN_MAX_LENGTH);

type PinStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface KeptPin {
  readonly salt: string;
  readonly hash: string;
  /** Kept as well: a reload gives no further attempts. */
  readonly wrong: number;
  readonly pausedUntil: number;
}

export type PinStatus = 'never-asked' | 'declined' | 'set';
export type PinAnswer = 'right' | 'wrong' | 'paused';

/** Guards a kiosk's settings against anyone who walks by; the device's account itself is guarded by the server. */
export interface KioskPin {
  status(): PinStatus;
  set(pin: string): Promise<void>;
  decline(): void;
  check(pin: string): Promise<PinAnswer>;
  forget(): void;
}

export function createKioskPin(storage: PinStorage, now: () => number = Date.now): KioskPin {
  const keep = (pin: KeptPin) => storage.setItem(STORAGE_KEY, JSON.stringify(pin));
  /** Unreadable storage counts as a PIN that no one knows: it unlocks nothing. */
  const read = (): KeptPin | null => {
    try {
      return keptPin(JSON.parse(storage.getItem(STORAGE_KEY) ?? ''));
    } catch {
      return null;
    }
  };
  return {
    status() {
      const text = storage.getItem(STORAGE_KEY);
      if (text === null) return 'never-asked';
      return text === DECLINED ? 'declined' : 'set';
    },
    async set(pin) {
      const salt = toHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
      keep({ salt, hash: await hashOf(pin, salt), wrong: 0, pausedUntil: 0 });
    },
    decline: () => storage.setItem(STORAGE_KEY, DECLINED),
    async check(pin) {
      const kept = read();
      if (!kept) return 'wrong';
      if (now() < kept.pausedUntil) return 'paused';
      if ((await hashOf(pin, kept.salt)) === kept.hash) {
        keep({ ...kept, wrong: 0, pausedUntil: 0 });
        return 'right';
      }
      const wrong = kept.wrong + 1;
      if (wrong < PIN_ATTEMPTS) keep({ ...kept, wrong });
      else keep({ ...kept, wrong: 0, pausedUntil: now() + PIN_PAUSE_MS });
      return wrong < PIN_ATTEMPTS ? 'wrong' : 'paused';
    },
    forget: () => storage.removeItem(STORAGE_KEY),
  };
}

function keptPin(value: unknown): KeptPin | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('salt' in value && 'hash' in value && 'wrong' in value && 'pausedUntil' in value)) return null;
  const { salt, hash, wrong, pausedUntil } = value;
  return typeof salt === 'string' &&
    typeof hash === 'string' &&
    typeof wrong === 'number' &&
    typeof pausedUntil === 'number'
    ? { salt, hash, wrong, pausedUntil }
    : null;
}

async function hashOf(pin: string, salt: string): Promise<string> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', text.encode(pin), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: ITERATIONS },
    key,
    HASH_BITS,
  );
  return toHex(new Uint8Array(bits));
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
