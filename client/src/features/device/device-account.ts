import type { TokenStore } from '#client/api/create-token-store.ts';
import { createStore, type Observable } from '#client/store.ts';
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
  /** A set-up link that was opened does not sign in; it goes back to what it was by itself. */
  | { readonly name: 'link-refused'; readonly serial: string }
  /** The server cannot be reached; it asks again by itself. */
  | { readonly name: 'unreachable'; readonly serial: string };

export interface DeviceAccountDeps {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** The server has taken a set-up link: a forgotten PIN is reset by it. */
  readonly onSetUp?: () => void;
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
/** Long enough to read why a set-up link was refused. */
const LINK_REFUSED_MS = 10_000;

/** A kiosk's own sign-in: no one stands by to type a password, so it starts over by itself whenever it has ended. */
export interface DeviceAccount extends Observable<DeviceAccountState> {
  /** Opens a set-up link's credentials, if given, and signs in otherwise. Returns what ends it. */
  start(link: DeviceCredentials | null): () => void;
  /** Tries a set-up link's credentials. They replace the kept ones only once they have signed in. */
  open(link: DeviceCredentials): void;
  /** Now instead of when it is due. */
  retry(): void;
}

export function createDeviceAccount(deps: DeviceAccountDeps): DeviceAccount {
  const { storage, tokens } = deps;
  const later = deps.later ?? laterByTimer;
  const store = createStore<DeviceAccountState>({ name: 'not-set-up' });
  /** Of a set-up link that has not signed in yet. */
  let link: DeviceCredentials | null = null;
  let failures = 0;
  /** Grows with every attempt and at the end, so that late answers to earlier attempts are dropped. */
  let attempt = 0;
  let cancelRetry = () => {};

  async function signIn(): Promise<void> {
    cancelRetry();
    const opened = link;
    const credentials = opened ?? readCredentials(storage);
    if (!credentials) {
      store.set({ name: 'not-set-up' });
      return;
    }
    const { serial } = credentials;
    const mine = ++attempt;
    const known = store.get();
    // The text stays while it asks again: it must not flicker.
    if (known.name !== 'refused' && known.name !== 'unreachable') store.set({ name: 'signing-in', serial });
    try {
      const answer = await deps.authenticate(credentials);
      if (mine !== attempt) return;
      failures = 0;
      accept(opened);
      tokens.store(answer);
      store.set({ name: 'signed-in', serial });
    } catch (error) {
      if (mine !== attempt) return;
      const refusal = refusalOf(error);
      if (opened && refusal !== 'device-disabled' && isRefusal(error)) {
        link = null;
        store.set({ name: 'link-refused', serial });
        cancelRetry = later(resume, LINK_REFUSED_MS);
        return;
      }
      if (opened && refusal === 'device-disabled') {
        accept(opened);
        // Those of the device that this was before.
        tokens.clear();
      }
      store.set(refusal ? { name: 'refused', serial, refusal } : { name: 'unreachable', serial });
      cancelRetry = later(() => void signIn(), retryMs(refusal, error));
    }
  }

  /** The server knows the link's secret. */
  function accept(opened: DeviceCredentials | null): void {
    if (!opened) return;
    keepCredentials(storage, opened);
    deps.onSetUp?.();
    link = null;
  }

  /** With what is kept: at once where its tokens still hold. */
  function resume(): void {
    cancelRetry();
    const kept = readCredentials(storage);
    if (kept && tokens.state.authenticated) store.set({ name: 'signed-in', serial: kept.serial });
    else void signIn();
  }

  function open(opened: DeviceCredentials): void {
    link = opened;
    failures = 0;
    store.set({ name: 'signing-in', serial: opened.serial });
    void signIn();
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
    start(opened) {
      const unsubscribe = tokens.subscribe(() => {
        // Ended on the server: its secret was renewed, it was disabled, or its tokens are too old.
        if (!tokens.state.authenticated && store.get().name === 'signed-in') void signIn();
      });
      if (opened) open(opened);
      else resume();
      return () => {
        attempt++;
        cancelRetry();
        unsubscribe();
      };
    },
    open,
    retry: () => (store.get().name === 'link-refused' ? resume() : void signIn()),
  };
}

/** The server has judged the credentials or limits the rate; any other failure may pass. */
function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status >= 400 && error.status < 500;
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof AppError)) return null;
  return error.code === 'wrong-credentials' || error.code === 'device-disabled' ? error.code : null;
}

function laterByTimer(task: () => void, ms: number): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
