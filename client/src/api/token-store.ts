import { createTokenStore, TOKENS_KEY, type TokenStore } from './create-token-store.ts';
import { sendHttp } from './http.ts';

/** A kiosk, which is a device of its own, also on a browser on which a user is signed in. No link leads in or out of it. */
export const isDevicePage = /^\/device(\/|$)/.test(window.location.pathname);
/** A kiosk never sees the tokens of that user. */
const key = isDevicePage ? 'hibiki.device-tokens' : TOKENS_KEY;

/** One at a time over all tabs. Web Locks exist in secure contexts only; elsewhere one renewal a tab has to do. */
const exclusively = async <Result>(task: () => Promise<Result>): Promise<Result> =>
  navigator.locks === undefined ? await task() : await navigator.locks.request(key, task);

/** The tokens of the signed-in account, or of the device that this page is; the same in every tab. */
export const tokenStore: TokenStore = createTokenStore({
  storage: localStorage,
  key,
  exclusively,
  refresh: (refreshToken) =>
    sendHttp({ method: 'POST', path: 'auth/refresh', json: true, body: { refresh_token: refreshToken } }),
  now: Date.now,
});

window.addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) tokenStore.reload();
});

export const freshAccessToken = (rejected?: string): Promise<string> => tokenStore.freshAccessToken(rejected);
