import type { QueryClient } from '@tanstack/react-query';
import { ClientError } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';
import type { User } from './api-types.ts';
import { callApi, createItem } from './call-api.ts';
import { asStep } from './failed-step.ts';
import { currentCustomerQuery } from './queries/current-customer.ts';
import { currentServicesQuery } from './queries/current-services.ts';
import { currentSettingsQuery } from './queries/current-settings.ts';
import { currentUserQuery } from './queries/current-user.ts';
import { tokenStore } from './token-store.ts';

export interface Credentials {
  /** The mail address. */
  readonly username: string;
  readonly password: string;
}

/** Forgets who was signed in, on this side; what the server knows of it is another matter (sign-out.ts). */
export function forgetAccount(queryClient: QueryClient): void {
  tokenStore.clear();
  // All but the version, which is no one's.
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'version' });
}

/**
 * Signs in (specification A4): nothing is stored before the user has been read with the new token; any
 * failure leaves no one signed in.
 *
 * @param accepts whether this door is for that user, see features/auth
 * @throws AppError `wrong-credentials`, or another code of the server
 * @throws ClientError `wrong-token-answer`; `sign-in-failed` when the user cannot be read
 */
export async function signIn(
  queryClient: QueryClient,
  credentials: Credentials,
  accepts: (user: User) => void = () => {},
): Promise<User> {
  return await enter(queryClient, credentials, async (token) => {
    const user = await readUser(token);
    accepts(user);
    return { account: user, load: () => loadAccount(queryClient, user) };
  });
}

/** Stores the tokens once `read` has made sure who they are for. */
export async function enter<Account>(
  queryClient: QueryClient,
  credentials: Credentials,
  read: (token: string) => Promise<{ readonly account: Account; readonly load: () => unknown }>,
): Promise<Account> {
  forgetAccount(queryClient);
  try {
    const answer = await callApi('auth.signIn', { body: credentials });
    if (!answer?.token || !answer.refresh_token) throw new ClientError('wrong-token-answer', 'wrong token');
    const { account, load } = await read(answer.token);
    tokenStore.store(answer);
    await load();
    return account;
  } catch (error) {
    forgetAccount(queryClient);
    throw error;
  }
}

/**
 * Signs up (specification A5): create the user, store a token, load what the user needs. Who signs up has
 * agreed to the terms, in the form.
 */
export async function signUp(
  queryClient: QueryClient,
  account: {
    readonly email: string;
    readonly nickname: string;
    readonly plainPassword: string;
    readonly lang: 'ja' | 'en';
  },
): Promise<User> {
  forgetAccount(queryClient);
  try {
    await asStep('sign-up-step-failed', createItem('users', account));
    const answer = await callApi('auth.signIn', {
      body: { username: account.email, password: account.plainPassword },
    });
    tokenStore.store(answer);
    const user = await callApi('users.agreeToTerms', { token: answer.token });
    await loadAccount(queryClient, user);
    return user;
  } catch (error) {
    forgetAccount(queryClient);
    throw error;
  }
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

export const readUser = (token: string): Promise<User> => asSignIn(callApi('users.current', { token }));

/** The sign-in was right; without the account it fails all the same. */
export async function asSignIn<Account>(reading: Promise<Account>): Promise<Account> {
  try {
    return await reading;
  } catch (cause) {
    throw new ClientError('sign-in-failed', 'Failed to login', { cause });
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
