import { QueryClient } from '@tanstack/react-query';
import { AppError } from '#protocol/app-error.ts';

/** Of what may go through at the next attempt: no answer, or the server's own trouble. */
const RETRIES = 2;
/** The server tells of changes (`resource.changed`); this is for what it cannot tell of. */
const STALE_AFTER_MS = 30_000;

const mayRetry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && !(error instanceof AppError && error.status < 500);

/** All data of the server. The first part of every key is the name of the resource, so that it can be invalidated by it. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // An attempt that fails can be told in words; one that waits for a network, of which the browser knows too little, cannot.
      queries: {
        retry: mayRetry,
        staleTime: STALE_AFTER_MS,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
