import type { OpenApi } from '#server/rest/testing/open-test-api.ts';
import type { Benchmark, Report, Row } from './benchmark.ts';
import { openApi } from './open-api.ts';
import { compared, likelierGreater } from './statistics.ts';
import { timed } from './timed.ts';

/** Requests of each kind, a probe. */
const REQUESTS = Number(process.env.TIMING_REQUESTS ?? 400);
const WARM_UP = 100;
/**
 * How far the share of pairs in which the answer about an existing address is the slower one may be from one half. At one
 * half, time reveals nothing; at 55 % an attacker needs hundreds of answers to be fairly sure, and rate limits prevent that.
 */
const TOLERATED = 0.05;

interface Probe {
  readonly name: string;
  /** With an address that has an account, or with one that has none. */
  ask(there: boolean): Promise<{ readonly status: number; readonly text: string }>;
}

/** All requests with a mail address, whose timing must not reveal whether it has an account (docs/adr/0011). */
async function probesOf(api: OpenApi): Promise<readonly Probe[]> {
  const home = await api.makeCustomer('home');
  const away = await api.makeCustomer('away');
  await api.makeUser({ mail: 'owner@example.com', customerId: home, nickname: 'Owner' });
  await api.makeUser({ mail: 'fresh@example.com', customerId: home, verified: false });
  await api.makeAdmin('admin@example.com');
  const rival = await api.makeUser({ mail: 'rival@example.com', customerId: away, manages: [away] });
  // Enough rows that PostgreSQL plans both queries alike.
  for (let number = 0; number < 200; number += 1) {
    await api.makeUser({ mail: `filler${number}@example.com`, customerId: number % 2 ? home : away });
  }
  const { token } = rival;
  const probe = (name: string, local: string, ask: (mail: string) => ReturnType<Probe['ask']>): Probe => ({
    name,
    ask: (there) => ask(`${there ? local : 'nobody'}@example.com`),
  });
  const signIn = (mail: string) => api.post('auth', { username: mail, password: 'a wrong password' });
  return [
    probe('sign in, a user', 'owner', signIn),
    probe('sign in, an admin', 'admin', signIn),
    probe('reset, a user', 'owner', (email) => api.post('users/reset', { email })),
    probe('reset, a manager', 'rival', (email) => api.post('users/resetm', { email })),
    probe('reset, an admin', 'admin', (email) => api.post('admins/reset', { email })),
    probe('verify again', 'fresh', (email) => api.post('users/resend_verification', { email })),
    probe('invite who is not verified', 'fresh', (mail) => api.post('pairs', { mail }, token)),
    probe('find by mail', 'owner', (mail) => api.get(`users/by_email?email=${mail}`, token)),
    probe('search by mail', 'owner', (mail) => api.get(`users?search=${mail}`, token)),
  ];
}

async function measure({ name, ask }: Probe, invalid: string[]): Promise<Row & { readonly slower: number }> {
  const there: number[] = [];
  const missing: number[] = [];
  const answers = new Set<string>();
  const one = async (isThere: boolean): Promise<void> => {
    const { ms, value } = await timed(() => ask(isThere));
    const { status, text } = value;
    (isThere ? there : missing).push(ms * 1_000);
    // Lists repeat the query.
    answers.add(`${status} ${text.replaceAll(/\w+(%40|@)example/g, '')}`);
  };
  for (let round = 0; round < WARM_UP; round += 1) await one(round % 2 === 0);
  there.length = 0;
  missing.length = 0;
  for (let round = 0; round < REQUESTS; round += 1) {
    // In turn, and in alternating order.
    const first = round % 2 === 0;
    await one(first);
    await one(!first);
  }
  if (answers.size > 1)
    invalid.push(`${name}: the answers differ: ${[...answers].join(' | ').slice(0, 300)}`);
  const slower = likelierGreater(there, missing);
  return { ...compared(`${name}: ${(slower * 100).toFixed(1)} %`, there, 'missing', missing), slower };
}

async function run(progress: (line: string) => void): Promise<Report> {
  await using owned = new AsyncDisposableStack();
  const api = await openApi(owned);
  const invalid: string[] = [];
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  for (const probe of await probesOf(api)) {
    progress(probe.name);
    rows.push(await measure(probe, invalid));
  }
  const missed = rows
    .filter(({ slower }) => Math.abs(slower - 0.5) > TOLERATED)
    .map(({ load }) => `${load} of the answers about what is there are slower`);
  return { unit: 'µs (and how often what is there is slower)', rows, invalid, missed };
}

export const accessTiming: Benchmark = {
  name: 'access-timing',
  measures: 'whether the time of an answer tells a mail address that has an account from one that has none',
  goal: `what is there is slower in 50 ± ${TOLERATED * 100} % of the cases`,
  run,
};
