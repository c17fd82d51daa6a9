import type { Page, Request } from 'playwright';
import { followRequests } from './api-requests.ts';
import { firstRow, paintedAfter, type Shown } from './paint-timer.ts';

/** One answer to an input, beside the bare answer of the API to the request that it was made from; in ms. */
export interface Answer {
  readonly kind: 'answer';
  readonly load: string;
  readonly ms: number;
  readonly apiMs: number;
}

export interface AnswerWatch {
  /** When the page has nothing to do and nothing is asked for any more. */
  readonly settled: () => Promise<void>;
  /** Measures from the input until its answer is painted; from the request of a search, where `search` says so. */
  readonly measure: (
    load: string,
    act: () => Promise<unknown>,
    shown: Shown,
    from?: 'input' | 'search',
  ) => Promise<Answer>;
  /** The same of another first row of the list that is shown. */
  readonly measureRows: (
    load: string,
    act: () => Promise<unknown>,
    from?: 'input' | 'search',
  ) => Promise<Answer>;
}

/** When the newest search was asked for, by the page's own clock. Its second page is loaded ahead. */
const searchedAt = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const searches = performance.getEntriesByType('resource').filter(({ name }) => {
      const { searchParams } = new URL(name);
      return searchParams.has('search') && searchParams.get('page') === '1';
    });
    return searches.at(-1)?.startTime ?? Number.NaN;
  });

/** The same request again, without a browser. */
async function repeat(request: Request): Promise<number> {
  const headers = await request.allHeaders();
  const begun = performance.now();
  const answer = await fetch(request.url(), {
    headers: { authorization: headers.authorization ?? '', accept: headers.accept ?? '*/*' },
  });
  await answer.text();
  if (!answer.ok) throw new Error(`${request.url()} answered ${answer.status}`);
  return performance.now() - begun;
}

/** Follows what a page of the console asks for and shows. Needs `watchPaints`. */
export function watchAnswers(page: Page): AnswerWatch {
  const requests = followRequests(page);
  const measure: AnswerWatch['measure'] = async (load, act, shown, from = 'input') => {
    const { inputAt, shownAt } = await paintedAfter(page, act, shown);
    const begunAt = from === 'input' ? inputAt : await searchedAt(page);
    return { kind: 'answer', load, ms: shownAt - begunAt, apiMs: await repeat(requests.newest()) };
  };
  return {
    settled: requests.settled,
    measure,
    measureRows: async (load, act, from) =>
      await measure(
        load,
        act,
        { kind: 'rows', path: new URL(page.url()).pathname, otherThan: await firstRow(page) },
        from,
      ),
  };
}
