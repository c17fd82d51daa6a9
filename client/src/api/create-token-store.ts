import { ClientError } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { isFresh, readTokenPair, type TokenPair } from './tokens.ts';

/** Of the browser's storage: an account's tokens. */
export const TOKENS_KEY = 'hibiki.tokens';

export interface TokenState {
  readonly token: string | null;
  readonly refreshToken: string | null;
  /** Only with both. */
  readonly authenticated: boolean;
}

const stateOf = (pair: TokenPair | null): TokenState => ({
  token: pair?.token ?? null,
  refreshToken: pair?.refreshToken ?? null,
  authenticated: Boolean(pair?.token && pair.refreshToken),
});

/** What the store stands on; the browser's own in the application. */
export interface TokenStoreDeps {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Under which the tokens are stored; `TOKENS_KEY` by default. */
  readonly key?: string;
  /** Runs one at a time over all tabs. */
  readonly exclusively: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** `POST /auth/refresh`. */
  readonly refresh: (refreshToken: string) => Promise<unknown>;
  readonly now: () => number;
}

export interface TokenStore {
  readonly state: TokenState;
  /** Why the server has ended the sign-in; null where it has not, or someone has signed in or out since. */
  readonly endedBy: ErrorCode | null;
  subscribe(listener: () => void): () => void;
  /** @throws ClientError `wrong-token-answer` unless both are in the answer */
  store(answer: unknown): void;
  clear(): void;
  /** Takes over what another tab has stored. */
  reload(): void;
  /**
   * An access token that is good for at least half a minute, renewed if need be: once, however many ask at a time and in
   * however many tabs.
   *
   * @param rejected a token that the server did not take although it looked fresh: never returned again
   * @throws AppError `unauthenticated` with no token at all; what the server answered
   * @throws ClientError `has-no-token` without a refresh token; `wrong-token-answer`; `network`
   */
  freshAccessToken(rejected?: string): Promise<string>;
}

export function createTokenStore(deps: TokenStoreDeps): TokenStore {
  const { storage, key = TOKENS_KEY } = deps;
  const listeners = new Set<() => void>();
  let pair: TokenPair | null = readTokenPair(storage.getItem(key));
  let state = stateOf(pair);
  let endedBy: ErrorCode | null = null;
  let renewal: Promise<string> | null = null;

  const setPair = (next: TokenPair | null, why: ErrorCode | null = null) => {
    pair = next;
    state = stateOf(next);
    endedBy = why;
    for (const listener of [...listeners]) listener();
  };

  const keep = (answer: unknown): TokenPair => {
    const { token, refresh_token: refreshToken } = readAnswer(answer);
    if (!token || !refreshToken) throw new ClientError('wrong-token-answer', 'wrong token');
    const next = { token, refreshToken, obtainedAt: deps.now() };
    storage.setItem(key, JSON.stringify(next));
    setPair(next);
    return next;
  };

  const forget = (why: ErrorCode | null = null) => {
    storage.removeItem(key);
    setPair(null, why);
  };

  const usableToken = (rejected: string | undefined): string | undefined =>
    pair && pair.token !== rejected && isFresh(pair, deps.now()) ? pair.token : undefined;

  const renew = async (rejected: string | undefined): Promise<string> =>
    await deps.exclusively(async () => {
      // Another tab may have renewed them, or signed out, while this one waited for the lock.
      store.reload();
      const renewed = usableToken(rejected);
      if (renewed !== undefined) return renewed;
      if (!pair) throw new AppError('unauthenticated');
      if (!pair.refreshToken) throw new ClientError('has-no-token', 'has no token');
      const asked = pair;
      try {
        return keep(await deps.refresh(asked.refreshToken)).token;
      } catch (error) {
        // The sign-in is over: expired, revoked, or its tokens used by someone else.
        if (error instanceof AppError && error.status === 401 && pair === asked) forget(error.code);
        throw error;
      }
    });

  const store: TokenStore = {
    get state() {
      return state;
    },
    get endedBy() {
      return endedBy;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    store(answer) {
      keep(answer);
    },
    clear: () => forget(),
    reload() {
      const stored = readTokenPair(storage.getItem(key));
      if (stored?.token !== pair?.token || stored?.refreshToken !== pair?.refreshToken) setPair(stored);
    },
    async freshAccessToken(rejected) {
      if (!pair) throw new AppError('unauthenticated');
      const present = usableToken(rejected);
      if (present !== undefined) return present;
      renewal ??= renew(rejected).finally(() => {
        renewal = null;
      });
      return await renewal;
    },
  };
  return store;
}

const readAnswer = (answer: unknown): { readonly token?: string; readonly refresh_token?: string } => {
  if (answer === null || typeof answer !== 'object') return {};
  const { token, refresh_token } = answer as { readonly token?: unknown; readonly refresh_token?: unknown };
  return typeof token === 'string' && typeof refresh_token === 'string' ? { token, refresh_token } : {};
};
