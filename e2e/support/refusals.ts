import type { Page } from 'playwright';

/** `refused`: answered as by a server that cannot do it now. `silent`: not answered at all. */
export type Manner = 'refused' | 'silent';

/** What the server would be asked on a page's signalling socket. */
export interface Refusals {
  /** From now on these requests are answered with an error; all others reach the server. */
  refuse(...requests: readonly string[]): void;
  /** From now on so many of each of these requests fail, and those after them reach the server. */
  fail(requests: readonly string[], times: number, manner?: Manner): void;
  /** When each request that failed was sent since `fail` or `refuse`, in ms of `performance.now()`. */
  failed(): readonly number[];
  /** When the first one reached the server after that; null: none has. */
  passed(): number | null;
}

/** Stands between a page and the server, as one whose database is gone would answer. Before the page is loaded. */
export const refusals = async (page: Page): Promise<Refusals> => {
  let left = new Map<string, number>();
  let how: Manner | 'broken' = 'broken';
  let failed: number[] = [];
  let passed: number | null = null;
  const begin = (requests: readonly string[], times: number, manner: typeof how) => {
    left = new Map(requests.map((request) => [request, times]));
    how = manner;
    failed = [];
    passed = null;
  };
  await page.routeWebSocket('**/api/v1/signal', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, request } = JSON.parse(String(message)) as {
        readonly id: number;
        readonly request: string;
      };
      const times = left.get(request);
      if (times === undefined || times === 0) {
        if (times === 0) passed ??= performance.now();
        server.send(message);
        return;
      }
      left.set(request, times - 1);
      failed.push(performance.now());
      const code = how === 'broken' ? 'internal-error' : 'service-unavailable';
      if (how !== 'silent')
        socket.send(JSON.stringify({ id, error: { code, message: 'As the test has it' } }));
    });
  });
  return {
    refuse: (...requests) => begin(requests, Number.POSITIVE_INFINITY, 'broken'),
    fail: (requests, times, manner = 'refused') => begin(requests, times, manner),
    failed: () => failed,
    passed: () => passed,
  };
};
