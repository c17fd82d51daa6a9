import type { TaskId } from '#protocol/ids.ts';
import type { ApiAnswer, OpenApi } from '#server/rest/testing/open-test-api.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { openApi } from './open-api.ts';
import { compared } from './statistics.ts';
import { timed } from './timed.ts';

const ROUNDS = 5;
/** Rows of the import in each round. */
const ROWS = 500;
/** Users in each round that are made by a request of their own. */
const REQUESTS = 100;

const nextMail = (() => {
  let count = 0;
  return () => `imported${++count}@example.com`;
})();

const succeeded = (answer: ApiAnswer): ApiAnswer => {
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};

/** In ms a row. */
async function importUsers(
  api: OpenApi,
  token: string,
): Promise<{ readonly check: number; readonly run: number }> {
  const { body } = succeeded(await api.post('tasks', { resource: 'users', action: 'import' }, token));
  const rows = Array.from({ length: ROWS }, () => ({ email: nextMail(), nickname: 'Imported' }));
  succeeded(await api.put(`tasks/${body.id}/chunks/0`, { rows }, token));
  const proceed = async (what: 'check' | 'run') => {
    succeeded(await api.post(`tasks/${body.id}/${what}`, '', token));
    const { ms } = await timed(() => api.workOnTask(body.id as TaskId));
    return ms / ROWS;
  };
  const times = { check: await proceed('check'), run: await proceed('run') };
  const { body: task } = await api.get(`tasks/${body.id}`, token);
  if (task.done !== ROWS) throw new Error(`Of ${ROWS} rows ${task.done} were done`);
  return times;
}

async function postUsers(api: OpenApi, token: string): Promise<number> {
  const { ms } = await timed(async () => {
    for (let request = 0; request < REQUESTS; request += 1) {
      succeeded(await api.post('users', { email: nextMail(), nickname: 'Posted' }, token));
    }
  });
  return ms / REQUESTS;
}

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const api = await openApi(owned);
  const home = await api.makeCustomer('home');
  const { token } = await api.makeUser({ mail: 'boss@example.com', customerId: home, manages: [home] });
  const check: number[] = [];
  const run: number[] = [];
  const posts: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [imported, posted] = [await importUsers(api, token), await postUsers(api, token)];
    // The first one warms up.
    if (round === 0) continue;
    progress(`round ${round} of ${ROUNDS}`);
    check.push(imported.check);
    run.push(imported.run);
    posts.push(posted);
  }
  const rows = [
    compared('check a row', check, 'a request for each', posts),
    compared('run a row', run, 'a request for each', posts),
  ];
  const missed = rows
    .filter(({ ratio }) => ratio > 1)
    .map(({ load }) => `${load} takes longer than a request`);
  return { unit: 'ms', rows, invalid: [], missed };
}

export const importRows: Benchmark = {
  name: 'import-rows',
  measures: 'what a row of an import of users takes, beside a request that makes a user',
  goal: 'less than a request',
  run,
};
