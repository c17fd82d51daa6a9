import { createTokenStore, TOKENS_KEY, type TokenStore } from './create-token-store.ts';
import { sendHttp } from './http.ts';

/** Of the Web Lock under which the tokens are renewed. */
const LOCK = 'hibiki.tokens';

/** Web Locks exist in secure contexts only; elsewhere one renewal a tab has to do. */
const exclusively = async <Result>(task: () => Promise<Result>): Promise<Result> =>
  navigator.locks === undefined ? await task() : await navigator.locks.request(LOCK, task);

/** The signed-in account's tokens, the same in every tab. */
export const tokenStore: TokenStore = createTokenStore({
  storage: localStorage,
  exclusively,
  refresh: (refreshToken) =>
    sendHttp({ method: 'POST', path: 'auth/refresh', json: true, body: { refresh_token: refreshToken } }),
  now: Date.now,
});

window.addEventListener('storage', (event) => {
  if (event.key === TOKENS_KEY || event.key === null) tokenStore.reload();
});

export const freshAccessToken = (rejected?: string): Promise<string> => tokenStore.freshAccessToken(rejected);
