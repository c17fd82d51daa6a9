import type { QueryClient } from '@tanstack/react-query';
import { ClientError } from '#client/client-error.ts';
import { loadAccount } from './account-data.ts';
import type { Admin, User } from './api-types.ts';
import { callApi } from './call-api.ts';
import { currentAdminQuery } from './queries/current-admin.ts';
import { asSignIn, type Credentials, enter, readUser } from './sign-in.ts';
import { isAdminToken } from './tokens.ts';

/**
 * As `signIn`, at the door of the console: for managers, and for administrators, who have no party and nothing of a
 * user's to load.
 *
 * @throws ClientError also `not-a-manager`
 */
export async function signInToConsole(
  queryClient: QueryClient,
  credentials: Credentials,
): Promise<User | Admin> {
  return await enter<User | Admin>(queryClient, credentials, async (token) => {
    if (isAdminToken(token)) {
      const admin = await asSignIn(callApi('admins.current', { token }));
      return { account: admin, load: () => queryClient.setQueryData(currentAdminQuery().queryKey, admin) };
    }
    const user = await readUser(token);
    if (!user.isManager) throw new ClientError('not-a-manager', 'The account is not a manager');
    return { account: user, load: () => loadAccount(queryClient, user) };
  });
}
