import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { User } from '#client/api/api-types.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { tokenStore } from '#client/api/token-store.ts';

/** Who is signed in on this browser, verified or not. Read again when the tab is looked at again. */
export const useAccount = (): User | undefined => {
  const authenticated = useSyncExternalStore(tokenStore.subscribe, () => tokenStore.state.authenticated);
  const { data } = useQuery({
    ...currentUserQuery(),
    enabled: authenticated,
    refetchOnWindowFocus: 'always',
  });
  return authenticated ? data : undefined;
};
