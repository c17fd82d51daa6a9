import type { Page } from 'playwright';

/** What the server would be asked on a page's signalling socket. */
export interface Refusals {
  /** From now on these requests are answered with an error; all others reach the server. */
  refuse(...requests: readonly string[]): void;
}

/** Stands between a page and the server, as one whose database is gone would answer. Before the page is loaded. */
export const refusals = async (page: Page): Promise<Refusals> => {
  let refused: readonly string[] = [];
  await page.routeWebSocket('**/api/v1/signal', (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, request } = JSON.parse(String(message)) as {
        readonly id: number;
        readonly request: string;
      };
      if (!refused.includes(request)) server.send(message);
      else
        socket.send(JSON.stringify({ id, error: { code: 'internal-error', message: 'As the test has it' } }));
    });
  });
  return {
    refuse: (...requests) => {
      refused = requests;
    },
  };
};
