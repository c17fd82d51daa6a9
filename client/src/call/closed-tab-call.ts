import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import type { Party } from '#protocol/party.ts';
import { PartySchema } from '#protocol/party.ts';
import { type CallKeeper, callKeeper, KeptCallSchema } from './kept-call.ts';
import { TAKE_UP_LIMIT_MS } from './retry.ts';

/** All tabs of the browser share this key: only one of them is in a 1-to-1 call (only-call.ts). */
const STORAGE_KEY = 'hibiki.tabCall';
/** A tab that crashes says nothing: its call was there until its last note. */
const NOTE_MS = 5_000;

const NotedCallSchema = Type.Object({ kept: KeptCallSchema, peer: PartySchema, at: Type.Number() });

/** The 1-to-1 call of a tab with `peer`; the tab was there `at`, by `Date.now()`. */
export type NotedCall = Static<typeof NotedCallSchema>;

/** Tells new tabs of the 1-to-1 call of a tab that was closed or has crashed, whose other side still waits. */
export interface ClosedTabCall {
  /** Notes the call of this tab, with the other side of it. Returns what forgets it, when the call is over. */
  note(peer: Party): () => void;
  /** The call of a tab that is gone; null while there is none, or when no one can wait in it any more. */
  look(): Promise<NotedCall | null>;
  /** The page that this tab loads next continues with the call. */
  takeOver(call: NotedCall): void;
}

type Entries = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface ClosedTabCallOptions {
  /** All tabs of the browser share it. */
  readonly storage: Entries;
  /** It keeps the call of this tab. */
  readonly keeper: Pick<CallKeeper, 'kept' | 'keep'>;
  readonly locks: Pick<LockManager, 'query'> | undefined;
}

export function createClosedTabCall({ storage, keeper, locks }: ClosedTabCallOptions): ClosedTabCall {
  const forget = () => storage.removeItem(STORAGE_KEY);
  return {
    note(peer) {
      const write = () => {
        const { kept } = keeper;
        if (!kept) return;
        storage.setItem(STORAGE_KEY, JSON.stringify({ kept, peer, at: Date.now() } satisfies NotedCall));
      };
      write();
      const timer = setInterval(write, NOTE_MS);
      return () => {
        clearInterval(timer);
        forget();
      };
    },
    async look() {
      const noted = read(storage);
      if (!noted || !locks || (await isOpen(locks, noted))) return null;
      if (Date.now() - noted.at < TAKE_UP_LIMIT_MS) return noted;
      forget();
      return null;
    },
    takeOver({ kept }) {
      forget();
      keeper.keep(kept);
    },
  };
}

/** The page of a session has this lock until it is gone (kept-call.ts). */
async function isOpen(locks: Pick<LockManager, 'query'>, { kept }: NotedCall): Promise<boolean> {
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name === `hibiki.session.${kept.sessionId}`);
}

function read(storage: Entries): NotedCall | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null');
    return isNoted(stored) ? stored : null;
  } catch {
    return null;
  }
}

const isNoted = (value: unknown): value is NotedCall => Check(NotedCallSchema, value);

/** The one of this browser and this tab. */
export const closedTabCall = (): ClosedTabCall =>
  createClosedTabCall({ storage: localStorage, keeper: callKeeper, locks: navigator.locks });
