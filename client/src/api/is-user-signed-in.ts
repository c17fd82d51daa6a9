import { tokenStore } from './token-store.ts';
import { isAdminToken } from './tokens.ts';

/** Whether a user or manager is signed in, and no administrator, whom the API refuses everything that users have of their own. */
export const isUserSignedIn = (): boolean =>
  tokenStore.state.authenticated && !isAdminToken(tokenStore.state.token);
