import { createServer } from 'node:http';
import { freePort } from './ports.ts';

export interface BarePage {
  readonly url: string;
  close(): void;
}

const HTML =
  '<!doctype html><title>Bare</title><link rel="icon" href="data:,"><h1>A page with a button</h1>' +
  '<button onclick="this.textContent += 1">1</button>';

/** Serves the anchor of page benchmarks: a page with one button. */
export const serveBarePage = async (): Promise<BarePage> => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(HTML);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return { url: `http://localhost:${port}/`, close: () => void server.close() };
};
