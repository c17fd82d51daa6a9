import type { Page, Request } from 'playwright';
import { atRest } from './page-speed.ts';
import { until } from './until.ts';

export interface ApiRequests {
  /** The newest one for the part of a list, or for figures. */
  readonly newest: () => Request;
  /** When the page has nothing to do and nothing is asked for any more. */
  readonly settled: () => Promise<void>;
}

/** Follows what a page of the console asks the API for. */
export function followRequests(page: Page): ApiRequests {
  const open = new Set<Request>();
  let newest: Request | undefined;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/v1/')) return;
    open.add(request);
    if (/^\/api\/v1\/(users|devices|connections|connection_summaries\/\w+)$/.test(pathname)) newest = request;
  });
  const close = (request: Request) => open.delete(request);
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return {
    newest() {
      if (!newest) throw new Error('Nothing was asked for');
      return newest;
    },
    async settled() {
      await atRest(page);
      await until('everything was answered', () => open.size === 0);
    },
  };
}
