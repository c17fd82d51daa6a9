import type { CallRefusal } from '#client/stage/call-paths.ts';
import { createStore, type Observable } from '#client/store.ts';

/** `too-many-requests`: too many guests come in by the link, or from the network. */
export type GuestRefusal = CallRefusal | 'too-many-requests';

/** What a tab knows of the guest in it. */
export interface GuestVisit {
  /** Of the link; null: no link has been opened in this tab. */
  readonly token: string | null;
  /** As the others read it; empty until it was given. */
  readonly name: string;
  /** The name was given, so that the connection may be opened. */
  readonly entered: boolean;
  /** Why the last attempt to enter was refused. */
  readonly refusal?: GuestRefusal | undefined;
}

const STORAGE_KEY = 'hibiki.guest';
const noVisit: GuestVisit = { token: null, name: '', entered: false };

export interface GuestVisits extends Observable<GuestVisit> {
  /** A link was opened: anyone who came by another one before is forgotten, but not what they are called. */
  open(token: string): void;
  enter(name: string): void;
  /** Back at the door: the connection is closed, and why no one lets them in. */
  leave(refusal?: GuestRefusal): void;
}

/**
 * Kept for the tab alone (session storage), so that a reload in a call leads back into it and no one who uses the browser
 * later finds the link.
 */
function createGuestVisits(storage: Pick<Storage, 'getItem' | 'setItem'>): GuestVisits {
  const store = createStore(readVisit(storage.getItem(STORAGE_KEY)));
  const change = (visit: GuestVisit) => {
    storage.setItem(STORAGE_KEY, JSON.stringify(visit));
    store.set(visit);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    open(token) {
      const { token: before, name } = store.get();
      if (token !== before) change({ token, name, entered: false });
    },
    enter: (name) => change({ ...store.get(), name, entered: true, refusal: undefined }),
    leave(refusal) {
      if (store.get().entered) change({ ...store.get(), entered: false, refusal });
    },
  };
}

function readVisit(text: string | null): GuestVisit {
  if (text === null) return noVisit;
  try {
    const stored: unknown = JSON.parse(text);
    if (stored === null || typeof stored !== 'object') return noVisit;
    const { token, name, entered } = stored as Readonly<Record<string, unknown>>;
    if (typeof token !== 'string' || typeof name !== 'string') return noVisit;
    return { token, name, entered: entered === true && name !== '' };
  } catch {
    return noVisit;
  }
}

/** From the fragment of a guest link, `#token=…`, which browsers send to no server and name in no `Referer`. */
export const tokenOfLink = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token');

/** This tab's. */
export const guestVisits: GuestVisits = createGuestVisits(sessionStorage);

const KEY_STORAGE_KEY = 'hibiki.guest-key';
const KEY_BYTES = 16;

/** Makes this browser one guest of a link, in each tab and after each reload. It says nothing else, and links see only its hash. */
export function guestKey(storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): string {
  const kept = storage.getItem(KEY_STORAGE_KEY);
  if (kept !== null && /^[A-Za-z0-9_-]{22}$/.test(kept)) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  storage.setItem(KEY_STORAGE_KEY, key);
  return key;
}
