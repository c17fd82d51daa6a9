import { iri } from '#protocol/rest/field.ts';
import { startEphemeralDatabase } from '#scripts/embedded-database.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { type OpenApi, openTestApi } from '#server/rest/open-test-api.ts';
import type { Benchmark, Report, Row } from './benchmark.ts';
import { likelierGreater, spreadOf } from './statistics.ts';

/** Requests of each kind, a probe. */
const REQUESTS = Number(process.env.TIMING_REQUESTS ?? 400);
const WARM_UP = 100;
/** Probes at once: an answer that is held back until a stroke (server/src/rest/even-time.ts) leaves the machine idle. */
const AT_ONCE = 4;
/**
 * How often, of two answers, the one about what is there is the slower: half the time where time tells nothing. Who
 * could tell the two apart by a single answer would be right 100 % of the time; at 55 % it takes hundreds of answers to
 * be fairly sure, and rate limits end that.
 */
const TOLERATED = 0.05;

interface Probe {
  readonly name: string;
  /** What the asker must not learn of, and the same with something that is not there. */
  ask(there: boolean): Promise<{ readonly status: number; readonly text: string }>;
}

/** Another customer's manager, asking for a customer's things by their ids. */
async function probesOf(api: OpenApi): Promise<readonly Probe[]> {
  const home = await api.makeCustomer('home');
  const away = await api.makeCustomer('away');
  const owner = await api.makeUser({ mail: 'owner@example.com', customerId: home, nickname: 'Owner' });
  const { id: device } = await api.makeDevice({ number: 1, customerId: home });
  const pair = await api.makePair(owner.id, { device });
  const group = await api.makeGroup(owner.id, 'Group', [pair]);
  const { id: notification } = await api.db
    .insertInto('notifications')
    .values({ customer_id: home, title_ja: '題', title_en: 'Title' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rival = await api.makeUser({ mail: 'rival@example.com', customerId: away, manages: [away] });
  // So that tables are not so small that PostgreSQL reads them differently for either.
  for (let number = 0; number < 200; number += 1) {
    const { id } = await api.makeUser({
      mail: `filler${number}@example.com`,
      customerId: number % 2 ? home : away,
    });
    await api.makePair(id, owner.id);
  }
  const nothing = '01900000-0000-7000-8000-000000000000';
  const { token } = rival;
  const probe = (name: string, id: string, ask: (id: string) => ReturnType<Probe['ask']>): Probe => ({
    name,
    ask: (there) => ask(there ? id : nothing),
  });
  const items = {
    users: owner.id,
    devices: device,
    pairs: pair,
    groups: group,
    customers: home,
    notifications: notification,
  };
  const bodies: Readonly<Record<string, object>> = {
    users: { nickname: 'Mine' },
    devices: { name: 'Mine' },
    pairs: { name: 'Mine' },
    groups: { name: 'Mine' },
    customers: { name: 'Mine' },
    notifications: { title: { ja: '題', en: 'Mine' } },
  };
  return [
    ...Object.entries(items).flatMap(([path, id]) => [
      probe(`read ${path}`, id, (each) => api.get(`${path}/${each}`, token)),
      probe(`change ${path}`, id, (each) => api.patch(`${path}/${each}`, bodies[path], token)),
      probe(`delete ${path}`, id, (each) => api.delete(`${path}/${each}`, token)),
    ]),
    probe('filter by owner', owner.id, (each) => api.get(`pairs?owner=${each}`, token)),
    probe('filter by customer', home, (each) => api.get(`users?customer=${each}`, token)),
    probe('refer to an owner', owner.id, (each) =>
      api.post('groups', { name: 'x', owner: iri('users', each) }, token),
    ),
    probe('refer to a member', pair, (each) =>
      api.post('groups', { name: 'x', memberPairs: [iri('pairs', each)] }, token),
    ),
    probe("an owner's services", owner.id, (each) => api.get(`services/current?owner=${each}`, token)),
    probe("a user's pairs", owner.id, (each) => api.get(`users/${each}/pairs`, token)),
    probe('statistics of a customer', home, (each) =>
      api.get(`connection_summaries/byday?customer=${each}`, token),
    ),
    {
      name: 'find by mail',
      ask: (there) => api.get(`users/by_email?email=${there ? 'owner' : 'nobody'}@example.com`, token),
    },
    {
      name: 'search by mail',
      ask: (there) => api.get(`users?search=${there ? 'owner' : 'nowhr'}@example.com`, token),
    },
  ];
}

async function measure({ name, ask }: Probe, invalid: string[]): Promise<Row & { readonly slower: number }> {
  const there: number[] = [];
  const missing: number[] = [];
  const answers = new Set<string>();
  const one = async (isThere: boolean): Promise<void> => {
    const before = performance.now();
    const { status, text } = await ask(isThere);
    (isThere ? there : missing).push((performance.now() - before) * 1_000);
    // Ids and queries that were asked for come back in lists.
    answers.add(`${status} ${text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|(owner|nobody|nowhr)(%40|@)/g, '')}`);
  };
  for (let round = 0; round < WARM_UP; round += 1) await one(round % 2 === 0);
  there.length = 0;
  missing.length = 0;
  for (let round = 0; round < REQUESTS; round += 1) {
    // In turn, and neither always after the other.
    const first = round % 2 === 0;
    await one(first);
    await one(!first);
  }
  if (answers.size > 1)
    invalid.push(`${name}: the answers differ: ${[...answers].join(' | ').slice(0, 300)}`);
  const [ours, anchor] = [spreadOf(there), spreadOf(missing)];
  const slower = likelierGreater(there, missing);
  return {
    load: `${name}: ${(slower * 100).toFixed(1)} %`,
    ours,
    anchor: { name: 'missing', ...anchor },
    ratio: ours.median / anchor.median,
    slower,
  };
}

async function run(progress: (line: string) => void): Promise<Report> {
  const database = await startEphemeralDatabase();
  try {
    const db = openDatabase({ url: database.url });
    await migrate(db, database.url);
    await db.destroy();
    const api = await openTestApi({ database: { url: database.url } });
    try {
      const invalid: string[] = [];
      const rows: Awaited<ReturnType<typeof measure>>[] = [];
      const waiting = [...(await probesOf(api))];
      const work = async (): Promise<void> => {
        for (let probe = waiting.shift(); probe; probe = waiting.shift()) {
          progress(probe.name);
          rows.push(await measure(probe, invalid));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const missed = rows
        .filter(({ slower }) => Math.abs(slower - 0.5) > TOLERATED)
        .map(({ load }) => `${load} of the answers about what is there are slower`);
      return { unit: 'µs (and how often what is there is slower)', rows, invalid, missed };
    } finally {
      await api.close();
    }
  } finally {
    await database.stop();
  }
}

export const accessTiming: Benchmark = {
  name: 'access-timing',
  measures: "whether the time of an answer tells another customer's object from one that does not exist",
  goal: `what is there is slower in 50 ± ${TOLERATED * 100} % of the cases`,
  run,
};
