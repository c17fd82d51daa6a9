import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId, UserId } from '#protocol/ids.ts';
import { rebuildQueuedStatistics } from '#server/stats/rebuilds.ts';
import { checkRollups, rebuildRollups } from '#server/stats/rollups.ts';
import { PASSWORD } from './testing/open-test-api.ts';
import { setUpTestApi } from './testing/test-api.ts';

const api = setUpTestApi();
const log = createLog({ name: 'test', level: 'silent' });
let tokyo: CustomerId;
let paris: CustomerId;
let user: UserId;
let manager: string;
let admin: string;
const PEER = '018f0000-0000-7000-8000-000000000001';
const OTHER_PEER = '018f0000-0000-7000-8000-000000000002';

const DAY_MS = 86_400_000;

/** A call that began some days before today's midnight in Tokyo, plus an offset within the day. */
const callAt = async (
  startedAt: Date,
  options: { customer?: CustomerId; seconds?: number; peer?: string; name?: string } = {},
) => {
  const seconds = options.seconds ?? 60;
  await api.db
    .insertInto('connections')
    .values({
      kind: 'direct',
      call_id: crypto.randomUUID(),
      customer_id: options.customer ?? tokyo,
      user_id: user,
      peer_id: options.peer ?? PEER,
      peer_name: options.name ?? 'Peer',
      started_at: startedAt,
      ended_at: new Date(startedAt.getTime() + seconds * 1_000),
      duration_s: seconds,
      end_reason: 'hung-up',
    })
    .execute();
};

/** Local midnight of today in a zone, as PostgreSQL has it. */
const midnight = async (zone: string): Promise<Date> => {
  const { rows } = await sql<{ at: Date }>`
    select date_trunc('day', now() at time zone ${zone}) at time zone ${zone} as at`.execute(api.db);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row.at;
};

const LinesSchema = Type.Array(
  Type.Object({ id: Type.String(), key: Type.String(), count: Type.Integer(), minutes: Type.Number() }),
);
type Lines = Static<typeof LinesSchema>;
const lines = async (path: string, token = manager): Promise<Lines> => {
  const { status, body } = await api.get(`connection_summaries/${path}`, token);
  expect(status).toBe(200);
  return Value.Parse(LinesSchema, body['hydra:member']);
};
const counted = (all: Lines) =>
  all.filter(({ count }) => count > 0).map(({ key, count, minutes }) => [key, count, minutes]);

let today: Date;
const dayKey = (offset: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(
    new Date(today.getTime() + offset * DAY_MS),
  );

beforeAll(async () => {
  tokyo = await api.makeCustomer('tokyo');
  paris = await api.makeCustomer('paris');
  await api.db.updateTable('customers').set({ time_zone: 'Europe/Paris' }).where('id', '=', paris).execute();
  ({ token: manager } = await api.makeUser({
    mail: 'boss@example.com',
    customerId: tokyo,
    manages: [tokyo],
  }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
  ({ id: user } = await api.makeUser({ mail: 'user@example.com', customerId: tokyo }));
  today = await midnight('Asia/Tokyo');
  await callAt(new Date(today.getTime() - DAY_MS), { seconds: 90 });
  // Over midnight: counts in the day it began.
  await callAt(new Date(today.getTime() - 2 * DAY_MS - 30_000), {
    seconds: 3_600,
    peer: OTHER_PEER,
    name: 'Other',
  });
  await callAt(new Date(today.getTime() - 29 * DAY_MS));
  await callAt(new Date(today.getTime() - 30 * DAY_MS), { name: 'Former name' });
  await callAt(new Date(today.getTime() - DAY_MS), { customer: paris });
});

describe('connection summaries', () => {
  it('by day: each of the last days in the time zone of the customer, zeros included', async () => {
    const all = await lines('byday');
    expect(all).toHaveLength(30);
    expect([all[0]?.key, all.at(-1)?.key]).toEqual([dayKey(-29), dayKey(0)]);
    expect(counted(all)).toEqual([
      [dayKey(-29), 1, 1],
      [dayKey(-3), 1, 60],
      [dayKey(-1), 1, 1.5],
    ]);
    expect(counted(await lines('byday?lastXDays=31&pageSize=100'))).toHaveLength(4);
    expect(await lines('byday?lastXDays=1')).toMatchObject([{ key: dayKey(0), count: 0, minutes: 0 }]);
  });

  it('by hour and weekday: 24 and 7, Sunday first', async () => {
    const hours = await lines('byhour');
    expect(hours.map(({ key }) => key)).toEqual(Array.from({ length: 24 }, (_, hour) => String(hour)));
    expect(counted(hours)).toEqual([
      ['0', 2, 2.5],
      ['23', 1, 60],
    ]);
    const week = await lines('byweek');
    expect(week.map(({ key }) => key)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    const weekday = (offset: number) => String(new Date(`${dayKey(offset)}T00:00:00Z`).getUTCDay());
    expect(week.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(week.find(({ key }) => key === weekday(-3))?.minutes).toBeGreaterThanOrEqual(60);
  });

  it('by month: the present one and those before it', async () => {
    const months = await lines('bymonth');
    expect(months).toHaveLength(12);
    expect(months.at(-1)?.key).toBe(dayKey(0).slice(0, 7));
    expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(await lines('bymonth?lastXMonths=3')).toHaveLength(3);
  });

  it('by peer: the most called first, under the newest name, in pages', async () => {
    expect(await lines('bypeerid?lastXDays=60')).toMatchObject([
      { key: PEER, name: 'Peer', count: 3, minutes: 3.5 },
      { key: OTHER_PEER, name: 'Other', count: 1, minutes: 60 },
    ]);
    const { body } = await api.get('connection_summaries/bypeerid?pageSize=1&page=2', manager);
    expect(body).toMatchObject({ 'hydra:totalItems': 2, 'hydra:member': [{ key: OTHER_PEER }] });
  });

  it("each of a line's addresses shows the line", async () => {
    for (const path of ['byday', 'byhour', 'bymonth', 'byweek', 'bypeerid', `byday?customer=${tokyo}`]) {
      for (const line of (await lines(path)).slice(0, 3)) {
        const read = await api.get(`connection_summaries/${line.id}`, manager);
        expect(read.body, path).toMatchObject(line);
      }
    }
    for (const id of [
      'byday.2001-01-01.30.all',
      'byyear.1.1.all',
      `byweek.0.30.${paris}`,
      'byweek.9.30.all',
    ]) {
      expect((await api.get(`connection_summaries/${id}`, manager)).status, id).toBe(404);
    }
  });

  it('come as CSV too, whole, for spreadsheets', async () => {
    const asCsv = (path: string, token: string | undefined = manager) =>
      api.request('GET', `connection_summaries/${path}`, {
        ...(token !== '' && { token }),
        headers: { accept: 'text/csv, application/ld+json;q=0.5' },
      });
    const week = await asCsv('byweek');
    expect([week.status, week.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(week.headers['content-disposition']).toBe('attachment; filename="byweek.csv"');
    const counts = (await lines('byweek')).map(
      ({ key, count, minutes }) => `${key},${key},${count},${minutes}`,
    );
    expect(week.text).toBe(`\ufeff${['key,name,count,minutes', ...counts].join('\r\n')}\r\n`);
    // All days, not a page of them.
    expect((await asCsv('byday?lastXDays=365')).text.trim().split('\r\n')).toHaveLength(366);
    await callAt(new Date(today.getTime() - DAY_MS), {
      peer: '018f0000-0000-7000-8000-000000000003',
      name: '=HYPERLINK("http://x.example","a, b")',
    });
    expect((await asCsv('bypeerid')).text).toContain(`"'=HYPERLINK(""http://x.example"",""a, b"")",1,1`);
    await api.db
      .deleteFrom('connections')
      .where('peer_id', '=', '018f0000-0000-7000-8000-000000000003')
      .execute();
    const refused = await asCsv('byday', '');
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
    // Where there is no table to be had.
    expect(
      (await api.request('GET', 'users', { token: manager, headers: { accept: 'text/csv' } })).status,
    ).toBe(406);
  });

  it("count the asker's customers alone", async () => {
    expect((await api.get(`connection_summaries/byday?customer=${paris}`, manager)).status).toBe(404);
    const total = async (query: string) =>
      (await lines(`byday${query}`, admin)).reduce((sum, { count }) => sum + count, 0);
    expect(await total('?lastXDays=100&pageSize=100')).toBe(5);
    expect(await total(`?customer=${paris}`)).toBe(1);
  });

  it.each(['lastXDays=0', 'lastXDays=3701', 'lastXDays=1.5', 'lastXMonths=3', 'order[key]=asc'])(
    'refuse ?%s',
    async (query) => {
      expect((await api.get(`connection_summaries/byday?${query}`, manager)).status).toBe(400);
    },
  );
});

describe('the rollups', () => {
  it('count by the clock of the place, through the nights in which it is changed', async () => {
    const customer = await api.makeCustomer('dst');
    await api.db
      .updateTable('customers')
      .set({ time_zone: 'Europe/Paris' })
      .where('id', '=', customer)
      .execute();
    for (const at of [
      // Clocks go from 2:00 to 3:00 at 1:00 UTC …
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:00Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z',
      // … and back from 3:00 to 2:00 at 1:00 UTC, so that 2:30 comes twice.
      '2025-10-26T00:30:00Z',
      '2025-10-26T01:30:00Z',
      '2025-10-26T22:59:59Z',
      '2025-10-26T23:00:00Z',
    ]) {
      await callAt(new Date(at), { customer });
    }
    const { rows } = await sql<{ day: string; hour: number; calls: number }>`
      select day::text, hour, calls from connection_hours where customer_id = ${customer} order by 1, 2`.execute(
      api.db,
    );
    expect(rows.map(({ day, hour, calls }) => [day, hour, calls])).toEqual([
      ['2025-10-26', 2, 2],
      ['2025-10-26', 23, 1],
      ['2025-10-27', 0, 1],
      ['2026-03-29', 0, 1],
      ['2026-03-29', 1, 1],
      ['2026-03-29', 3, 1],
      ['2026-03-29', 23, 1],
      ['2026-03-30', 0, 1],
    ]);
    expect(await checkRollups(api.db)).toEqual([]);
  });

  it('cannot be put wrong by rewriting a call', async () => {
    for (const change of [
      { duration_s: 1 },
      { peer_id: crypto.randomUUID() },
      { started_at: new Date(0) },
      { customer_id: paris },
    ]) {
      // The types of the columns forbid some of it already.
      await expect(
        api.db
          .updateTable('connections')
          .set(change as never)
          .where('customer_id', '=', tokyo)
          .execute(),
      ).rejects.toThrow('does not change');
    }
    expect(await checkRollups(api.db)).toEqual([]);
  });

  it('are right after writers, deleters and changes of the time zone at once', async () => {
    const customer = await api.makeCustomer('busy');
    const zones = ['Asia/Tokyo', 'America/St_Johns', 'Pacific/Chatham', 'UTC'];
    const write = async (writer: number) => {
      for (let call = 0; call < 10; call += 1) {
        await callAt(new Date(today.getTime() - (writer * 10 + call) * 1_800_000), {
          customer,
          peer: `018f0000-0000-7000-8000-00000000010${call}`,
        });
      }
    };
    const erase = async () => {
      for (let round = 0; round < 10; round += 1) {
        await sql`delete from connections where id in (
          select id from connections where customer_id = ${customer} order by random() limit 3)`.execute(
          api.db,
        );
      }
    };
    const move = async () => {
      for (const zone of zones) {
        await api.db.updateTable('customers').set({ time_zone: zone }).where('id', '=', customer).execute();
      }
    };
    const rebuild = async () => {
      for (const _ of zones) await rebuildQueuedStatistics(api.db, log);
    };
    await Promise.all([write(1), write(2), write(3), erase(), move(), rebuild()]);
    await rebuildQueuedStatistics(api.db, log);
    expect(await checkRollups(api.db)).toEqual([]);
  });

  it('follow a deletion, a changed time zone, and writers at once', async () => {
    expect(await checkRollups(api.db)).toEqual([]);
    const gone = await api.makeUser({ mail: 'gone@example.com', customerId: tokyo });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        callAt(new Date(today.getTime() - index * 3_600_000), { customer: index % 2 ? tokyo : paris }),
      ),
    );
    await api.db.updateTable('connections').set({ user_id: gone.id }).where('kind', '=', 'direct').execute();
    expect(await checkRollups(api.db)).toEqual([]);
    const changed = await api.patch(`customers/${tokyo}`, { timeZone: 'America/St_Johns' }, manager);
    expect(changed.status).toBe(200);
    await rebuildQueuedStatistics(api.db, log);
    expect(await checkRollups(api.db)).toEqual([]);
    const before = await lines('byday');
    expect(counted(before)).not.toEqual([]);
    const deletion = { token: gone.token, body: { currentPassword: PASSWORD } };
    expect((await api.request('DELETE', `users/${gone.id}`, deletion)).status).toBe(204);
    expect(await checkRollups(api.db)).toEqual([]);
    expect(await lines('byday')).toEqual(before);
  });

  it('are made again from the raw rows where they were wrong', async () => {
    await callAt(new Date(today.getTime() - DAY_MS));
    await api.db.updateTable('connection_days').set({ calls: 99 }).execute();
    await api.db.deleteFrom('connection_hours').execute();
    const differences = await checkRollups(api.db);
    expect(differences.map(({ rollup }) => rollup)).toEqual(['connection_hours', 'connection_days']);
    await rebuildRollups(api.db, log);
    expect(await checkRollups(api.db)).toEqual([]);
  });
});
