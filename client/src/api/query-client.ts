import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
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

/**
 * What is invalidated is read again, also where it is just being read. The library joins a first reading, and one that
 * nothing shows: what these bring may be from before the change, and would count as new.
 */
class DataClient extends QueryClient {
  /** Are read again after what is being read, once each. */
  readonly #again = new Set<Query>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const joined = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter((query) => !this.#again.has(query) && (query.state.data === undefined || !query.isActive()));
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...joined.map((query) => this.#readAgain(query)),
    ]);
  }

  async #readAgain(query: Query): Promise<void> {
    this.#again.add(query);
    // Its failure is shown by those who asked for it.
    await query.promise?.catch(() => {});
    this.#again.delete(query);
    await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** All data of the server. The first part of every key is the name of the resource, so that it can be invalidated by it. */
export const createQueryClient = (): QueryClient =>
  new DataClient({
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
