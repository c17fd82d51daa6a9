import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { User } from '#client/api/api-types.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { tokenStore } from '#client/api/token-store.ts';

export const useAuthenticated = (): boolean =>
  useSyncExternalStore(tokenStore.subscribe, () => tokenStore.state.authenticated);

/** The signed-in account; undefined while that is not known, or no one is. */
export const useCurrentUser = (): User | undefined => {
  const authenticated = useAuthenticated();
  const { data } = useQuery({ ...currentUserQuery(), enabled: authenticated });
  return authenticated ? data : undefined;
};
