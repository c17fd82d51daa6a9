import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { User } from '#client/api/api-types.ts';
import { isUserSignedIn } from '#client/api/is-user-signed-in.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { tokenStore } from '#client/api/token-store.ts';

export const useAuthenticated = (): boolean =>
  useSyncExternalStore(tokenStore.subscribe, () => tokenStore.state.authenticated);

/** Whether a user or manager is signed in, and no administrator, who is no one's party. */
export const useIsUser = (): boolean => useSyncExternalStore(tokenStore.subscribe, isUserSignedIn);

/** The signed-in user; undefined while that is not known, or none is. */
export const useCurrentUser = (): User | undefined => {
  const known = useIsUser();
  const { data } = useQuery({ ...currentUserQuery(), enabled: known });
  return known ? data : undefined;
};
