import { QueryClient } from '@tanstack/react-query';
import { ClientError } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';

/** Of what may go through at the next attempt: no answer, or the server's own trouble. */
const RETRIES = 2;
/** The server tells of changes (`resource.changed`); this is for what it cannot tell of. */
const STALE_AFTER_MS = 30_000;

const mayRetry = (failures: number, error: unknown): boolean =>
  failures < RETRIES && !(error instanceof AppError && error.status < 500);

/** No answer, or the server's own trouble. */
const mayPass = (error: unknown): boolean =>
  error instanceof AppError ? error.status >= 500 : error instanceof ClientError && error.code === 'network';

/** For what a page cannot do without: asked for until there is an answer, every 5 s in the end. */
export const untilAnswered = {
  retry: (_failures: number, error: Error) => mayPass(error),
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, 5_000),
} as const;

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
