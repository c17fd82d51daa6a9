import type { QueryClient } from '@tanstack/react-query';
import { ClientError } from '#client/client-error.ts';
import { forgetAccount, loadAccount } from './account-data.ts';
import type { User } from './api-types.ts';
import { callApi, createItem } from './call-api.ts';
import { asStep } from './failed-step.ts';
import { tokenStore } from './token-store.ts';

export interface Credentials {
  /** The mail address. */
  readonly username: string;
  readonly password: string;
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

export const readUser = (token: string): Promise<User> => asSignIn(callApi('users.current', { token }));

/** The sign-in was right; without the account it fails all the same. */
export async function asSignIn<Account>(reading: Promise<Account>): Promise<Account> {
  try {
    return await reading;
  } catch (cause) {
    throw new ClientError('sign-in-failed', 'Failed to login', { cause });
  }
}
