import type { Page, Request } from 'playwright';
import { until } from './until.ts';

/** What a page has been told by the server since it was opened. */
export interface Overheard {
  /** Waits until every answer is there, then says where one of these texts occurs; nothing where none does. */
  occurrences(texts: readonly string[]): Promise<readonly string[]>;
  /** Frames of its sockets and answers of the API so far: a walk that has heard nothing has shown nothing. */
  readonly counts: { readonly frames: number; readonly answers: number };
  /** Waits until no request is under way. */
  settled(): Promise<void>;
}

const API = '/api/v1/';
/** Of a place where something occurs. */
const AROUND = 60;

interface Heard {
  readonly from: string;
  readonly text: string;
}

/** The pages of a list repeat the address that was asked for, which tells the asker nothing new. */
const withoutOwnWords = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), (key, value) => (key === 'hydra:view' ? undefined : value));
  } catch {
    return text;
  }
};

/** Listens to everything that the server tells a page: the bodies of its answers and the frames of its sockets. */
export const overhear = (page: Page): Overheard => {
  const heard: Heard[] = [];
  const underWay = new Set<Request>();
  const reading: Promise<unknown>[] = [];
  const counts = { frames: 0, answers: 0 };
  // The body of a download is the browser's own: the test reads the file.
  const isDownload = (request: Request) => request.url().includes('?access=');
  page.on('request', (request) => {
    if (!isDownload(request)) underWay.add(request);
  });
  page.on('requestfailed', (request) => underWay.delete(request));
  page.on('requestfinished', (request) => {
    if (isDownload(request)) return;
    if (!request.url().includes(API)) return void underWay.delete(request);
    const read = async () => {
      const answer = await request.response();
      const body = await answer?.text().catch(() => '');
      counts.answers += 1;
      heard.push({ from: `${request.method()} ${request.url()}`, text: withoutOwnWords(body ?? '') });
    };
    reading.push(read().finally(() => underWay.delete(request)));
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      counts.frames += 1;
      heard.push({ from: socket.url(), text: payload.toString() });
    });
  });
  const settled = async (): Promise<void> => {
    await until('no request is under way', () => underWay.size === 0);
  };
  return {
    counts,
    settled,
    async occurrences(texts) {
      await settled();
      await Promise.all(reading);
      return heard.flatMap(({ from, text }) =>
        texts
          .map((each) => text.indexOf(each))
          .filter((at) => at >= 0)
          .map((at) => `${from}: …${text.slice(Math.max(0, at - AROUND), at + AROUND)}…`),
      );
    },
  };
};
