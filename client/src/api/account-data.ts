import type { QueryClient } from '@tanstack/react-query';
import { ClientError } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';
import type { User } from './api-types.ts';
import { callApi } from './call-api.ts';
import { currentCustomerQuery } from './queries/current-customer.ts';
import { currentServicesQuery } from './queries/current-services.ts';
import { currentSettingsQuery } from './queries/current-settings.ts';
import { currentUserQuery } from './queries/current-user.ts';
import { tokenStore } from './token-store.ts';

/** Forgets who was signed in, on this side; what the server knows of it is another matter (`signOut`). */
export function forgetAccount(queryClient: QueryClient): void {
  tokenStore.clear();
  // All but the version, which is no one's.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'version' });
}

/**
 * Forgets the account first (specification A4), and then ends the sign-in on the server too. A server that cannot be
 * reached keeps no one signed in here.
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  const { token, refreshToken } = tokenStore.state;
  forgetAccount(queryClient);
  if (!token) return;
  try {
    await endSignIn(token, refreshToken);
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof ClientError)) throw error;
  }
}

/** With tokens that are stored no more. After a long time without a call the access token has to be renewed for it. */
async function endSignIn(token: string, refreshToken: string | null): Promise<void> {
  try {
    await callApi('auth.signOut', { token });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'token-expired' || !refreshToken) throw error;
    const renewed = await callApi('auth.refresh', { body: { refresh_token: refreshToken } });
    await callApi('auth.signOut', { token: renewed.token });
  }
}

/** What the first screen needs. Where it cannot be had yet (an unverified user), that screen says so itself. */
export async function loadAccount(queryClient: QueryClient, user: User): Promise<void> {
  queryClient.setQueryData(currentUserQuery().queryKey, user);
  if (user.verified !== 'VERIFIED') return;
  await Promise.all([
    queryClient.prefetchQuery(currentSettingsQuery()),
    queryClient.prefetchQuery(currentServicesQuery()),
    queryClient.prefetchQuery(currentCustomerQuery()),
  ]);
}
