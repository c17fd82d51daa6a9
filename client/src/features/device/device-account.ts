import type { TokenStore } from '#client/api/create-token-store.ts';
import { createStore, type Observable } from '#client/media/store.ts';
import { AppError } from '#protocol/app-error.ts';
import { type DeviceCredentials, keepCredentials, readCredentials } from './device-credentials.ts';

/** Why the server does not let the device in. */
export type Refusal = 'wrong-credentials' | 'device-disabled';

export type DeviceAccountState =
  /** No set-up link has been opened on this browser. */
  | { readonly name: 'not-set-up' }
  | { readonly name: 'signing-in'; readonly serial: string }
  | { readonly name: 'signed-in'; readonly serial: string }
  /** Its secret was renewed, it was deleted or disabled; it asks again by itself. */
  | { readonly name: 'refused'; readonly serial: string; readonly refusal: Refusal }
  /** The server cannot be reached; it asks again by itself. */
  | { readonly name: 'unreachable'; readonly serial: string };

export interface DeviceAccountDeps {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly tokens: Pick<TokenStore, 'state' | 'subscribe' | 'store' | 'clear'>;
  /** `POST /authenticates`. */
  readonly authenticate: (credentials: DeviceCredentials) => Promise<unknown>;
  /** `setTimeout` by default. */
  readonly later?: (task: () => void, ms: number) => () => void;
}

/** A disabled device may be enabled again at any time, and asking costs it nothing (a right secret is not counted). */
const DISABLED_RETRY_MS = 10_000;
/** The server counts wrong secrets: so rarely, a device that was forgotten stays below its limit. */
const WRONG_RETRY_MS = 150_000;
/** First wait for a server that cannot be reached; doubled with each attempt. */
const UNREACHABLE_MIN_MS = 1_000;
const UNREACHABLE_MAX_MS = 30_000;

/** A kiosk's own sign-in: nobody stands by to type a password, so it begins anew by itself whenever it has ended. */
export interface DeviceAccount extends Observable<DeviceAccountState> {
  /** Takes a set-up link's credentials, if given, and signs in. Returns what ends it. */
  start(credentials: DeviceCredentials | null): () => void;
  /** Now instead of when it is due. */
  retry(): void;
}

export function createDeviceAccount(deps: DeviceAccountDeps): DeviceAccount {
  const { storage, tokens } = deps;
  const later = deps.later ?? laterByTimer;
  const store = createStore<DeviceAccountState>({ name: 'not-set-up' });
  let credentials: DeviceCredentials | null = null;
  let failures = 0;
  /** Grows with every attempt and at the end: what an earlier one still brings is dropped. */
  let attempt = 0;
  let cancelRetry = () => {};

  async function signIn(): Promise<void> {
    cancelRetry();
    if (!credentials) return;
    const { serial } = credentials;
    const mine = ++attempt;
    const known = store.get();
    // What is shown stays while it asks again: a kiosk that flickers between two texts says nothing.
    if (known.name === 'not-set-up' || known.name === 'signed-in') store.set({ name: 'signing-in', serial });
    try {
      const answer = await deps.authenticate(credentials);
      if (mine !== attempt) return;
      failures = 0;
      tokens.store(answer);
      store.set({ name: 'signed-in', serial });
    } catch (error) {
      if (mine !== attempt) return;
      const refusal = refusalOf(error);
      store.set(refusal ? { name: 'refused', serial, refusal } : { name: 'unreachable', serial });
      cancelRetry = later(() => void signIn(), retryMs(refusal, error));
    }
  }

  function retryMs(refusal: Refusal | null, error: unknown): number {
    const asked = error instanceof AppError ? (error.retryAfterMs ?? 0) : 0;
    if (refusal === 'device-disabled') return DISABLED_RETRY_MS;
    if (refusal === 'wrong-credentials') return Math.max(asked, WRONG_RETRY_MS);
    return Math.max(asked, Math.min(UNREACHABLE_MAX_MS, UNREACHABLE_MIN_MS * 2 ** failures++));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start(given) {
      if (given) {
        keepCredentials(storage, given);
        // Whatever device this was before.
        tokens.clear();
      }
      credentials = given ?? readCredentials(storage);
      const unsubscribe = tokens.subscribe(() => {
        // Ended on the server: its secret was renewed, it was disabled, or its tokens are too old.
        if (!tokens.state.authenticated && store.get().name === 'signed-in') void signIn();
      });
      if (credentials && tokens.state.authenticated) {
        store.set({ name: 'signed-in', serial: credentials.serial });
      } else void signIn();
      return () => {
        attempt++;
        cancelRetry();
        unsubscribe();
      };
    },
    retry: () => void signIn(),
  };
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null;
  return error.code === 'wrong-credentials' || error.code === 'device-disabled' ? error.code : null;
}

function laterByTimer(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
