import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { User } from '#client/api/api-types.ts';
import { isUserSignedIn } from '#client/api/is-user-signed-in.ts';
import { currentUserQuery } from '#client/api/queries/current-user.ts';
import { tokenStore } from '#client/api/token-store.ts';

/** The signed-in user of this browser, verified or not. Refetched when the tab becomes visible. */
export const useAccount = (): User | undefined => {
  const isUser = useSyncExternalStore(tokenStore.subscribe, isUserSignedIn);
  const { data } = useQuery({
    ...currentUserQuery(),
    enabled: isUser,
    refetchOnWindowFocus: 'always',
  });
  return isUser ? data : undefined;
};
