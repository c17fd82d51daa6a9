import type { QueryClient } from '@tanstack/react-query';

/** Asks again, at once, for everything on the screen of which nothing has come yet, even if an earlier request still waits. */
export const readMissing = (queryClient: QueryClient): void =>
  void queryClient.resetQueries({ type: 'active', predicate: ({ state }) => state.data === undefined });
