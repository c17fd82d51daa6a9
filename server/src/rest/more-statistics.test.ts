import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type {
  CustomerId,
  DeviceId,
  GroupId,
  MemberId,
  NodeId,
  RoomId,
  ServerId,
  UserId,
} from '#protocol/ids.ts';
import { addGuestVisit } from '#server/guest-visits.ts';
import { rebuildQueuedStatistics } from '#server/stats/rebuilds.ts';
import { checkRollups, rebuildRollups } from '#server/stats/rollups.ts';
import { setUpTestApi } from './testing/test-api.ts';

/** What statistics.test.ts does not say: periods, comparisons, calls, guests, and the further kinds. */
const api = setUpTestApi();
const log = createLog({ name: 'test', level: 'silent' });
let tokyo: CustomerId;
let paris: CustomerId;
let user: UserId;
let device: DeviceId;
let manager: string;
let admin: string;

const Figures = Type.Object({
  count: Type.Integer(),
  minutes: Type.Number(),
  calls: Type.Union([Type.Integer(), Type.Null()]),
  guests: Type.Union([Type.Integer(), Type.Null()]),
});
const LinesSchema = Type.Array(
  Type.Intersect([
    Type.Object({ id: Type.String(), key: Type.String(), name: Type.String() }),
    Figures,
    Type.Object({ previous: Type.Optional(Figures) }),
  ]),
);
const lines = async (path: string, token = manager) => {
  const { status, body, text } = await api.get(`connection_summaries/${path}`, token);
  expect(status, text).toBe(200);
  return Value.Parse(LinesSchema, body['hydra:member']);
};

/** Into another time zone, with all statistics. */
const moveTo = async (zone: string, customer: CustomerId): Promise<void> => {
  await api.db.updateTable('customers').set({ time_zone: zone }).where('id', '=', customer).execute();
  await rebuildQueuedStatistics(api.db, log);
};

interface Part {
  readonly at: string | Date;
  readonly seconds?: number;
  readonly call?: string;
  readonly customer?: CustomerId;
  readonly of?: { readonly device: DeviceId };
  readonly reason?: string;
  readonly setUpMs?: number;
  /** Seconds in which the connection was good, fair and poor. */
  readonly quality?: readonly [number, number, number];
}
/** One participant's part in a call. */
const part = async ({
  at,
  seconds = 60,
  call = crypto.randomUUID(),
  customer,
  of,
  reason = 'hung-up',
  setUpMs,
  quality,
}: Part) => {
  const startedAt = new Date(at);
  const [good, fair, poor] = quality ?? [null, null, null];
  await api.db
    .insertInto('connections')
    .values({
      kind: 'direct',
      call_id: call,
      customer_id: customer ?? tokyo,
      user_id: of ? null : user,
      device_id: of?.device ?? null,
      peer_id: crypto.randomUUID(),
      started_at: startedAt,
      ended_at: new Date(startedAt.getTime() + seconds * 1_000),
      duration_s: seconds,
      end_reason: reason,
      set_up_ms: setUpMs,
      good_s: good,
      fair_s: fair,
      poor_s: poor,
    })
    .execute();
  return call;
};
/** Both sides of a call. */
const call = async (options: Part) => {
  const id = await part(options);
  await part({ ...options, call: id, of: { device } });
  return id;
};
const guest = (at: string, customerId = tokyo) =>
  addGuestVisit(api.db, {
    callId: crypto.randomUUID(),
    customerId,
    startedAt: Date.parse(at),
    endedAt: Date.parse(at) + 90_000,
  });

beforeAll(async () => {
  tokyo = await api.makeCustomer('tokyo');
  paris = await api.makeCustomer('paris');
  await api.db.updateTable('customers').set({ time_zone: 'Europe/Paris' }).where('id', '=', paris).execute();
  ({ token: manager } = await api.makeUser({
    mail: 'boss@example.com',
    customerId: tokyo,
    manages: [tokyo, paris],
  }));
  ({ token: admin } = await api.makeAdmin('admin@example.com'));
  ({ id: user } = await api.makeUser({ mail: 'user@example.com', customerId: tokyo }));
  ({ id: device } = await api.makeDevice({ number: 7, customerId: tokyo }));
});
afterEach(async () => {
  expect(await checkRollups(api.db)).toEqual([]);
  await api.db.deleteFrom('connections').execute();
  await api.db.deleteFrom('guest_visits').execute();
  expect(await checkRollups(api.db)).toEqual([]);
});

describe('a period', () => {
  it('has the days from one to another, both included', async () => {
    // The first and last seconds of 2 to 4 March in Tokyo, and what lies outside.
    for (const at of [
      '2026-03-01T14:59:59Z',
      '2026-03-01T15:00:00Z',
      '2026-03-04T14:59:59Z',
      '2026-03-04T15:00:00Z',
    ]) {
      await part({ at });
    }
    const days = await lines('byday?from=2026-03-02&to=2026-03-04');
    expect(days.map(({ key, count }) => [key, count])).toEqual([
      ['2026-03-02', 1],
      ['2026-03-03', 0],
      ['2026-03-04', 1],
    ]);
    for (const kind of ['byhour', 'byweek', 'bymonth', 'bypeerid', 'bydevice', 'byreason', 'byweekhour']) {
      const all = await lines(`${kind}?from=2026-03-02&to=2026-03-04&pageSize=100`);
      expect(
        all.reduce((sum, { count }) => sum + count, 0),
        kind,
      ).toBe(kind === 'bydevice' ? 0 : 2);
    }
    const month = await lines('bymonth?from=2026-01-15&to=2026-03-04');
    expect(month.map(({ key, count }) => [key, count])).toEqual([
      ['2026-01', 0],
      ['2026-02', 0],
      ['2026-03', 3],
    ]);
  });

  it('ends today where it only begins', async () => {
    const today = (await lines('byday?lastXDays=1'))[0]?.key ?? '';
    expect((await lines(`byday?from=${today}`)).map(({ key }) => key)).toEqual([today]);
  });

  it("each of a line's addresses shows the line", async () => {
    await call({ at: '2026-03-02T03:00:00Z' });
    for (const kind of [
      'byday',
      'byhour',
      'bymonth',
      'byweek',
      'byweekhour',
      'bypeak',
      'bypeerid',
      'bydevice',
      'byreason',
    ]) {
      const [line] = (
        await lines(`${kind}?from=2026-03-02&to=2026-03-02&pageSize=100&customer=${tokyo}`)
      ).filter(({ count }) => count > 0);
      expect((await api.get(`connection_summaries/${line?.id}`, manager)).body, kind).toMatchObject({
        ...line,
      });
    }
  });

  it.each([
    'from=2026-02-30',
    'from=0000-01-01&to=0000-01-02',
    'from=2026-03-02&to=2026-03-01',
    'from=2016-01-01&to=2026-03-01',
    'from=2026-03-01&to=2026-04-31',
    'from=2026-3-1',
    'to=2026-03-01',
    'from=2026-03-01&lastXDays=3',
    'compare=no',
    'from=2999-01-01',
    // The period before would lie before the first year.
    'from=0001-01-01&to=0001-01-02&compare=1',
  ])('is refused as ?%s', async (query) => {
    expect((await api.get(`connection_summaries/byday?${query}`, manager)).status).toBe(400);
  });

  it('of a fixed number of lines comes on one page, however long it is', async () => {
    expect(await lines('byday?from=2025-01-01&to=2025-12-31&pageSize=400')).toHaveLength(365);
    expect(await lines('byweekhour?pageSize=168')).toHaveLength(168);
    expect((await api.get('connection_summaries/bypeerid?pageSize=101', manager)).status).toBe(400);
  });
});

describe('calls', () => {
  it('are counted beside those who were in them, and beside guests', async () => {
    await call({ at: '2026-03-02T03:00:00Z', seconds: 120 });
    await part({ at: '2026-03-02T04:00:00Z', reason: 'no-answer', seconds: 0 });
    await guest('2026-03-02T03:00:10Z');
    await guest('2026-03-02T03:00:20Z');
    const [day] = await lines('byday?from=2026-03-02&to=2026-03-02');
    expect(day).toMatchObject({ count: 3, minutes: 4, calls: 2, guests: 2 });
    const hours = await lines('byhour?from=2026-03-02&to=2026-03-02');
    expect(
      hours
        .filter(({ calls, guests }) => calls || guests)
        .map(({ key, calls, guests }) => [key, calls, guests]),
    ).toEqual([
      ['12', 1, 2],
      ['13', 1, 0],
    ]);
    expect(await lines('bypeerid?from=2026-03-02&to=2026-03-02')).toMatchObject([
      { count: 1, calls: null, guests: null },
      { count: 1 },
      { count: 1 },
    ]);
  });

  it('begin when the first party joins and end as the last one leaves, in any order of writing', async () => {
    // The first to come leaves last, on the next day.
    const id = await part({ at: '2026-03-02T14:50:00Z', seconds: 60, reason: 'left' });
    await part({ at: '2026-03-02T14:59:00Z', seconds: 600, call: id, of: { device }, reason: 'lost' });
    await part({ at: '2026-03-02T13:30:00Z', seconds: 7_200, call: id, of: { device }, reason: 'left' });
    expect(await checkRollups(api.db)).toEqual([]);
    const hours = await lines('byhour?from=2026-03-02&to=2026-03-02');
    expect(hours.filter(({ calls }) => calls).map(({ key, calls }) => [key, calls])).toEqual([['22', 1]]);
    expect(await lines('byreason?from=2026-03-02&to=2026-03-03')).toMatchObject([
      { key: 'left', count: 2, calls: 1 },
      { key: 'lost', count: 1, calls: 0 },
    ]);
    // Without the first it began later.
    await api.db.deleteFrom('connections').where('duration_s', '=', 7_200).execute();
    expect(await checkRollups(api.db)).toEqual([]);
    expect(await lines('byreason?from=2026-03-02&to=2026-03-03')).toMatchObject([
      { key: 'lost', count: 1, calls: 1 },
      { key: 'left', count: 1, calls: 0 },
    ]);
  });

  it('count once of many who leave at the same moment', async () => {
    const id = crypto.randomUUID();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        part({
          at: `2026-03-02T0${index % 6}:59:${10 + index}Z`,
          call: id,
          customer: index % 2 ? tokyo : paris,
          seconds: 90 + index,
        }),
      ),
    );
    for (const customer of [tokyo, paris]) {
      const days = await lines(`byday?from=2026-03-01&to=2026-03-03&customer=${customer}`);
      expect(days.reduce((sum, { calls }) => sum + (calls ?? 0), 0)).toBe(1);
    }
  });

  it('and their rollups are made again where they were wrong, and follow the time zone', async () => {
    await call({ at: '2026-03-02T23:00:00Z', customer: paris });
    await guest('2026-03-02T23:00:00Z', paris);
    await api.db.deleteFrom('calls').execute();
    await sql`update call_days set guests = 7`.execute(api.db);
    const differences = (await checkRollups(api.db)).map(({ rollup }) => rollup);
    expect(differences).toEqual(expect.arrayContaining(['calls', 'call_days']));
    await rebuildRollups(api.db, log);
    expect(await checkRollups(api.db)).toEqual([]);
    const dayOf = async () =>
      (await lines(`byday?from=2026-03-01&to=2026-03-04&customer=${paris}`)).find(({ calls }) => calls)?.key;
    expect(await dayOf()).toBe('2026-03-03');
    await moveTo('America/New_York', paris);
    expect(await dayOf()).toBe('2026-03-02');
    await moveTo('Europe/Paris', paris);
  });
});

describe('a comparison', () => {
  it('has the days before beside each day, and the same hour, weekday, peer and way to end of them', async () => {
    await call({ at: '2026-03-01T03:00:00Z', seconds: 60 });
    await call({ at: '2026-03-03T03:00:00Z', seconds: 30 });
    await part({ at: '2026-03-03T03:00:00Z', reason: 'busy', seconds: 0 });
    // 2 to 3 March, and before them 28 February to 1 March.
    const query = 'from=2026-03-02&to=2026-03-03&compare=1&pageSize=100';
    const days = await lines(`byday?${query}`);
    expect(days).toMatchObject([
      { key: '2026-03-02', count: 0, previous: { count: 0, calls: 0 } },
      { key: '2026-03-03', count: 3, calls: 2, previous: { count: 2, minutes: 2, calls: 1, guests: 0 } },
    ]);
    expect((await lines(`byhour?${query}`))[12]).toMatchObject({ count: 3, previous: { count: 2 } });
    expect((await lines(`byweek?${query}`))[0]).toMatchObject({ key: '0', count: 0, previous: { count: 2 } });
    expect(await lines(`byreason?${query}`)).toMatchObject([
      { key: 'busy', calls: 1, previous: { count: 0, calls: 0 } },
      { key: 'hung-up', calls: 1, previous: { count: 2, calls: 1 } },
    ]);
    expect(await lines(`bydevice?${query}`)).toMatchObject([
      { count: 1, previous: { count: 1, minutes: 1 } },
    ]);
    expect(await lines(`bypeak?${query}`)).toMatchObject([
      { count: 0, previous: { count: 0 } },
      { count: 1, previous: { count: 1 } },
    ]);
    // The second page goes on where the first ends.
    expect(await lines('byday?from=2026-03-02&to=2026-03-03&compare=1&pageSize=1&page=2')).toMatchObject([
      days[1],
    ]);
    expect((await lines('byday?from=2026-03-02&to=2026-03-03'))[0]).not.toHaveProperty('previous');
  });

  it('of peers, devices and ways to end has those, too, that were only in the period before', async () => {
    await call({ at: '2026-03-01T03:00:00Z', seconds: 60 });
    const query = 'from=2026-03-02&to=2026-03-03&compare=1';
    for (const kind of ['bypeerid', 'bydevice', 'byreason']) {
      const former = await lines(`${kind}?${query}`);
      expect(former.length).toBeGreaterThan(0);
      for (const { count, previous } of former)
        expect([count, previous?.count]).toEqual([0, expect.any(Number)]);
      expect(await lines(`${kind}?from=2026-03-02&to=2026-03-03`)).toEqual([]);
    }
    await part({ at: '2026-03-03T03:00:00Z', reason: 'busy', seconds: 0 });
    const reasons = [
      { key: 'busy', calls: 1, previous: { calls: 0 } },
      { key: 'hung-up', calls: 0, count: 0, previous: { calls: 1, count: 2 } },
    ];
    expect(await lines(`byreason?${query}`)).toMatchObject(reasons);
    // They follow the last line, on whichever page it is.
    for (const [place, reason] of reasons.entries()) {
      const { body } = await api.get(
        `connection_summaries/byreason?${query}&pageSize=1&page=${place + 1}`,
        manager,
      );
      expect(body['hydra:member']).toMatchObject([reason]);
    }
    expect(await lines(`byreason?${query}&pageSize=1&page=3`)).toEqual([]);
  });

  it('of months is with as many whole months before', async () => {
    await part({ at: '2025-12-31T14:59:00Z' });
    await part({ at: '2026-01-01T00:00:00Z' });
    const months = await lines('bymonth?from=2026-01-01&to=2026-02-10&compare=1');
    expect(months).toMatchObject([
      { key: '2026-01', count: 1, previous: { count: 0 } },
      { key: '2026-02', count: 0, previous: { count: 1 } },
    ]);
  });
});

describe('further kinds', () => {
  it('by weekday and hour, through the night in which the clocks change', async () => {
    // Sunday 29 March 2026 in Paris: 1:59 is followed by 3:00.
    for (const at of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z']) await part({ at, customer: paris });
    // Sunday 25 October: 2:30 comes twice.
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) await part({ at, customer: paris });
    const cells = await lines(`byweekhour?from=2026-01-01&to=2026-12-31&pageSize=168&customer=${paris}`);
    expect(cells.map(({ key }) => key).slice(22, 26)).toEqual(['0-22', '0-23', '1-0', '1-1']);
    expect(cells.filter(({ count }) => count).map(({ key, count, calls }) => [key, count, calls])).toEqual([
      ['0-1', 1, 1],
      ['0-2', 2, 2],
      ['0-3', 1, 1],
    ]);
  });

  it('by device, under its present name', async () => {
    const { id: other } = await api.makeDevice({ number: 8, customerId: tokyo });
    await api.db.updateTable('devices').set({ name: 'Lobby' }).where('id', '=', device).execute();
    await part({ at: '2026-03-02T03:00:00Z', of: { device: other } });
    for (const hour of [4, 5]) await part({ at: `2026-03-02T0${hour}:00:00Z`, of: { device } });
    await part({ at: '2026-03-02T06:00:00Z' });
    const devices = await lines('bydevice?from=2026-03-02&to=2026-03-02');
    expect(devices).toMatchObject([
      { key: device, name: 'Lobby', count: 2, minutes: 2 },
      { key: other, count: 1 },
    ]);
    await api.db.deleteFrom('devices').where('id', '=', other).execute();
    expect((await lines('bydevice?from=2026-03-02&to=2026-03-02'))[1]?.name).toBe('deleted device');
  });

  it('peaks: the most calls at the same time on each day, as its zone has it', async () => {
    await call({ at: '2026-03-02T03:00:00Z', seconds: 600 });
    await call({ at: '2026-03-02T03:05:00Z', seconds: 600 });
    // Begins as the first ends.
    await call({ at: '2026-03-02T03:10:00Z', seconds: 60 });
    await call({ at: '2026-03-02T03:10:30Z', seconds: 60 });
    // Nobody answered.
    await part({ at: '2026-03-02T03:10:00Z', seconds: 0, reason: 'no-answer' });
    // Over midnight in Tokyo.
    await call({ at: '2026-03-03T14:00:00Z', seconds: 7_200 });
    const peaks = await lines('bypeak?from=2026-03-02&to=2026-03-05');
    expect(peaks.map(({ key, count }) => [key, count])).toEqual([
      ['2026-03-02', 3],
      ['2026-03-03', 1],
      ['2026-03-04', 1],
      ['2026-03-05', 0],
    ]);
    expect((await lines('bypeak?from=2026-03-04&to=2026-03-04')).map(({ count }) => count)).toEqual([1]);
  });

  it('by the time until media came, with its median and 95th percentile, also of the period before', async () => {
    const at = '2026-03-02T03:00:00Z';
    for (const setUpMs of [0, 250, 251, 1_000, 10_001]) await part({ at, setUpMs });
    await part({ at });
    await part({ at: '2026-03-01T03:00:00Z', setUpMs: 420 });
    const query = 'from=2026-03-02&to=2026-03-02&compare=1';
    const bins = await lines(`bysetup?${query}`);
    expect(bins.map(({ key, count }) => [key, count])).toEqual([
      ...[
        ['250', 2],
        ['500', 1],
        ['750', 0],
        ['1000', 1],
        ['1500', 0],
        ['2000', 0],
      ],
      ...[
        ['3000', 0],
        ['5000', 0],
        ['10000', 0],
        ['longer', 1],
      ],
    ]);
    expect(bins[1]?.previous).toMatchObject({ count: 1 });
    const times = await api.get(`set_up_times?${query}`, manager);
    expect(times.body).toEqual({
      count: 5,
      medianMs: 300,
      p95Ms: 10_050,
      previous: { count: 1, medianMs: 450, p95Ms: 450 },
    });
    const none = await api.get('set_up_times?from=2026-04-02&to=2026-04-02', manager);
    expect(none.body).toEqual({ count: 0, medianMs: null, p95Ms: null });
    expect((await api.get('set_up_times?from=nothing', manager)).status).toBe(400);
  });

  it('by how connections were: poor, or else not good, for a tenth of the time', async () => {
    const at = '2026-03-02T03:00:00Z';
    for (const quality of [
      [91, 9, 0],
      [90, 10, 0],
      [95, 0, 5],
      [50, 40, 10],
      [0, 0, 0],
    ] as const)
      await part({ at, quality });
    await part({ at });
    expect(await lines('byquality?from=2026-03-02&to=2026-03-02')).toMatchObject([
      { key: 'good', count: 2, minutes: 5.43 },
      { key: 'fair', count: 1, minutes: 0.98 },
      { key: 'poor', count: 1, minutes: 0.25 },
    ]);
  });

  it('follow what a browser reports after the end, and the customer into another time zone', async () => {
    // 2 March in Tokyo, 1 March in UTC.
    const id = await part({ at: '2026-03-01T20:00:00Z', setUpMs: 400, quality: [10, 0, 0] });
    await api.db
      .updateTable('connections')
      .set({ set_up_ms: 900, good_s: 10, poor_s: 10 })
      .where('call_id', '=', id)
      .execute();
    const counted = async (kind: string, day: string) =>
      (await lines(`${kind}?from=${day}&to=${day}`))
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => [key, count]);
    expect(await counted('bysetup', '2026-03-02')).toEqual([['1000', 1]]);
    expect(await counted('byquality', '2026-03-02')).toEqual([['poor', 1]]);
    await moveTo('UTC', tokyo);
    expect(await counted('bysetup', '2026-03-01')).toEqual([['1000', 1]]);
    expect(await counted('byquality', '2026-03-02')).toEqual([]);
    expect(await checkRollups(api.db)).toEqual([]);
    await moveTo('Asia/Tokyo', tokyo);
  });

  it('stand in the history, too', async () => {
    const id = await part({ at: '2026-03-02T03:00:00Z', setUpMs: 400, quality: [8, 2, 0] });
    const { body } = await api.get(`connections?callId=${id}`, manager);
    expect(body['hydra:member']).toMatchObject([
      { setUpTime: 400, connectionQuality: 'fair', goodTime: 8, fairTime: 2, poorTime: 0, loss: null },
    ]);
  });

  it('say nothing of a call that nobody answered', async () => {
    const at = '2026-03-02T03:00:00Z';
    const id = await part({ at, seconds: 0, reason: 'no-answer', setUpMs: 400, quality: [8, 2, 0] });
    const { body } = await api.get(`connections?callId=${id}`, manager);
    expect(body['hydra:member']).toMatchObject([
      { setUpTime: null, connectionQuality: null, goodTime: null, fairTime: null, poorTime: null },
    ]);
  });

  it("count the asker's customers alone", async () => {
    await call({ at: '2026-03-02T03:00:00Z', customer: paris, reason: 'failed' });
    const other = await api.makeCustomer('other');
    const { token } = await api.makeUser({ mail: 'other@example.com', customerId: other, manages: [other] });
    await part({ at: '2026-03-02T03:00:00Z', customer: paris, setUpMs: 10, quality: [1, 0, 0] });
    for (const kind of ['byweekhour', 'bydevice', 'byreason', 'bypeak', 'bysetup', 'byquality']) {
      const sum = async (as: string) =>
        (await lines(`${kind}?from=2026-03-02&to=2026-03-02&pageSize=100`, as)).reduce(
          (all, { count }) => all + count,
          0,
        );
      expect([await sum(token), (await sum(admin)) > 0], kind).toEqual([0, true]);
      expect((await api.get(`connection_summaries/${kind}?customer=${paris}`, token)).status).toBe(404);
    }
  });
});

describe('today', () => {
  /** The time of day in a zone, so many days and minutes ago, as a moment. */
  const momentOf = async (zone: string, daysBack: number, minutesBack: number): Promise<Date> => {
    const { rows } = await sql<{ at: Date }>`
      select ((now() at time zone ${zone}) - ${daysBack} * interval '1 day' - ${minutesBack} * interval '1 minute')
        at time zone ${zone} as at`.execute(api.db);
    return rows[0]?.at ?? new Date(0);
  };
  /** In it, it is noon: the day has begun hours ago wherever this runs. */
  const noonZone = `Etc/GMT${((hour) => (hour >= 12 ? `+${hour - 12}` : `-${12 - hour}`))(new Date().getUTCHours())}`;

  it('is compared with the same weekday last week, up to the same time of day', async () => {
    const noon = await api.makeCustomer('noon');
    await api.db.updateTable('customers').set({ time_zone: noonZone }).where('id', '=', noon).execute();
    const { token } = await api.makeUser({ mail: 'noon@example.com', customerId: noon, manages: [noon] });
    await part({ at: await momentOf(noonZone, 0, 5), customer: noon, seconds: 120 });
    await part({ at: await momentOf(noonZone, 0, 4), customer: noon, seconds: 0, reason: 'no-answer' });
    await addGuestVisit(api.db, {
      callId: crypto.randomUUID(),
      customerId: noon,
      startedAt: (await momentOf(noonZone, 0, 5)).getTime(),
      endedAt: Date.now(),
    });
    await part({ at: await momentOf(noonZone, 7, 5), customer: noon });
    // Later on that day, and on other days.
    await part({ at: await momentOf(noonZone, 7, -5), customer: noon });
    await part({ at: await momentOf(noonZone, 6, 5), customer: noon });
    await part({ at: await momentOf(noonZone, 1, 5), customer: noon });
    const { status, body } = await api.get(`today?customer=${noon}`, token);
    expect([status, body]).toMatchObject([
      200,
      {
        timeZone: noonZone,
        today: { count: 2, minutes: 2, calls: 2, guests: 1, failed: 1 },
        lastWeek: { count: 1, minutes: 1, calls: 1, guests: 0, failed: 0 },
        inProgress: 0,
      },
    ]);
    // No more than is documented.
    expect(body.today).toEqual({ count: 2, minutes: 2, calls: 2, guests: 1, failed: 1 });
    expect((await api.get('today', admin)).body).toMatchObject({ timeZone: null, today: { count: 2 } });
  });

  it('counts no call in progress as failed, nor do the reasons: who was lost may have come back', async () => {
    const customer = await api.makeCustomer('lost');
    await api.db.updateTable('customers').set({ time_zone: noonZone }).where('id', '=', customer).execute();
    const { id, token } = await api.makeUser({
      mail: 'lost@example.com',
      customerId: customer,
      manages: [customer],
    });
    const started = await momentOf(noonZone, 0, 5);
    const callId = await part({ at: started, customer, seconds: 60, reason: 'lost' });
    const today = async () => (await api.get(`today?customer=${customer}`, token)).body.today;
    const reasons = async () =>
      (await lines(`byreason?lastXDays=1&customer=${customer}`, token)).map(({ key, calls, count }) => [
        key,
        calls,
        count,
      ]);
    const back = {
      id: crypto.randomUUID(),
      server_id: crypto.randomUUID() as ServerId,
      call_id: callId as RoomId,
      group_id: crypto.randomUUID() as GroupId,
      group_name: 'Group',
      customer_id: customer,
      user_id: id,
      device_id: null,
      node_id: crypto.randomUUID() as NodeId,
      room_id: callId as RoomId,
      member_id: crypto.randomUUID() as MemberId,
    };
    await api.db.insertInto('live_group_members').values(back).execute();
    // The notes of the console say so: only the reasons wait until a call is over.
    const [day] = await lines(`byday?lastXDays=1&customer=${customer}`, token);
    expect(day).toMatchObject({ calls: 1, count: 1 });
    expect([await today(), await reasons()]).toMatchObject([{ failed: 0 }, [['lost', 0, 1]]]);
    await api.db.deleteFrom('live_group_members').where('id', '=', back.id).execute();
    // Had no one come back, it would have failed.
    expect([await today(), await reasons()]).toMatchObject([{ failed: 1 }, [['lost', 1, 1]]]);
    const again = await momentOf(noonZone, 0, 4);
    await part({ at: again, customer, seconds: 120, call: callId, reason: 'ended-by-manager' });
    expect([await today(), await reasons()]).toMatchObject([
      { failed: 0 },
      [
        ['ended-by-manager', 1, 1],
        ['lost', 0, 1],
      ],
    ]);
  });

  it('counts the calls in progress of the customers that are looked at', async () => {
    await api.db
      .insertInto('live_calls')
      .values({
        call_id: crypto.randomUUID() as never,
        server_id: crypto.randomUUID() as never,
        call: JSON.stringify({
          seats: [{ participant: { customerId: tokyo } }, { participant: { customerId: tokyo } }],
        }),
      })
      .execute();
    await api.db
      .insertInto('live_group_calls')
      .values({
        call_id: crypto.randomUUID() as never,
        group_id: crypto.randomUUID() as GroupId,
        room_id: crypto.randomUUID() as never,
        customer_ids: [tokyo, paris],
        parties: '[]',
      })
      .execute();
    const inProgress = async (query: string, token: string) =>
      (await api.get(`today${query}`, token)).body.inProgress;
    expect(await inProgress('', manager)).toBe(2);
    expect(await inProgress(`?customer=${paris}`, manager)).toBe(1);
    expect(await inProgress('', admin)).toBe(2);
    const other = await api.makeCustomer('quiet');
    expect(await inProgress(`?customer=${other}`, admin)).toBe(0);
  });
});
