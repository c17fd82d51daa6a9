import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustomerId, GroupId, MemberId, NodeId, RoomId, ServerId, UserId } from '#protocol/ids.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import { ExperienceSum } from '#server/experience.ts';
import { defaultCustomer } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { enterGuest, finishGuest } from './guest-rows.ts';
import { type Entry, lostRows } from './lost-rows.ts';
import { addCarried, enterMember, finishMember, noteExperience } from './member-rows.ts';
import type { GuestParticipation, MediaPlace, MemberParticipation } from './participation.ts';

const SILENT_MS = 60_000;
/** Longer than a server may be silent before it is replaced, and shorter than `SILENT_MS`. */
const GONE_MS = 10_000;
/** When everyone came. */
const CAME = Date.parse('2026-11-21T05:00:00Z');
const MINUTE_MS = 60_000;

const database = setUpTestDatabase();
let customerId: CustomerId;
let groupId: GroupId;
let userId: UserId;
beforeAll(async () => {
  customerId = await defaultCustomer(database.db);
});
beforeEach(() => {
  groupId = randomUUID() as GroupId;
  userId = randomUUID() as UserId;
});

/** One that was last seen so long ago. */
const server = async (silentForMs = 0, closed = false): Promise<ServerId> => {
  const serverId = randomUUID() as ServerId;
  const seenAt = new Date(Date.now() - silentForMs);
  await database.db
    .insertInto('server_heartbeats')
    .values({ server_id: serverId, seen_at: seenAt, closed })
    .execute();
  return serverId;
};
const fallSilent = async (serverId: ServerId, forMs = GONE_MS) => {
  await database.db
    .updateTable('server_heartbeats')
    .set({ seen_at: new Date(Date.now() - forMs) })
    .where('server_id', '=', serverId)
    .execute();
};
const place = (roomId = randomUUID() as RoomId): MediaPlace => ({
  nodeId: randomUUID() as NodeId,
  roomId,
  memberId: randomUUID() as MemberId,
});
const entryOn = (serverId: ServerId, more: Partial<Entry> = {}): Entry => ({
  serverId,
  place: place(),
  lastMember: null,
  at: CAME,
  silentMs: SILENT_MS,
  steady: true,
  ...more,
});
/** As one server knows it: another one gives it another id. */
const member = (of = userId): MemberParticipation => ({
  kind: 'member',
  id: randomUUID(),
  groupId,
  groupName: 'Test group',
  customerId,
  userId: of,
  deviceId: null,
  experience: new ExperienceSum(),
});
const guest = (personId: string): GuestParticipation => ({
  kind: 'guest',
  id: randomUUID(),
  groupId,
  customerId,
  personId,
  experience: new ExperienceSum(),
});
const enter = async (participation: MemberParticipation, entry: Entry) => ({
  continued: await enterMember(database.db, participation, entry),
  ...participation,
  place: entry.place,
});
const members = () =>
  database.db
    .selectFrom('live_group_members')
    .where('group_id', '=', groupId)
    .orderBy('started_at')
    .selectAll()
    .execute();
const history = () =>
  database.db.selectFrom('connections').where('peer_id', '=', groupId).selectAll().execute();
const leave = (id: string, at: number, bytes: number | null = null) =>
  database.db
    .transaction()
    .execute((trx) =>
      finishMember(trx, id, { reason: 'left', at, carried: { bytes, relayed: null }, experience: null }),
    );

describe('a member who comes back on another server', () => {
  it('continues the row of the member that its browser names, and the first server has it no more', async () => {
    const [first, second] = [await server(), await server()];
    const here = await enter(member(), entryOn(first));
    const lastMember = here.place.memberId;
    const later = entryOn(second, { lastMember, at: CAME + MINUTE_MS });
    const there = await enter(member(), later);
    expect(there.continued?.place).toEqual(here.place);
    expect(await members()).toMatchObject([
      { id: there.id, server_id: second, started_at: new Date(CAME), call_id: here.place.roomId },
    ]);
    // The grace time of its first session is over.
    expect(await leave(here.id, CAME + 2 * MINUTE_MS)).toBeNull();
    await leave(there.id, CAME + 5 * MINUTE_MS);
    expect(await history()).toMatchObject([{ duration_s: 300, call_id: here.place.roomId }]);
  });

  it('without naming one continues the row of its lost server, and no row of a server that may live', async () => {
    const [first, second] = [await server(), await server()];
    await enter(member(), entryOn(first));
    const secondPage = await enter(member(), entryOn(second));
    expect(secondPage.continued).toBeNull();
    await fallSilent(first);
    // A server that was away itself cannot tell.
    const third = await enter(member(), entryOn(second, { steady: false }));
    expect(third.continued).toBeNull();
    const reloaded = await enter(member(), entryOn(second));
    expect(reloaded.continued).not.toBeNull();
    expect(await members()).toHaveLength(3);
  });

  it('continues what a server has left that ended in order, whoever was away', async () => {
    const [ended, next] = [await server(0, true), await server()];
    await enter(member(), entryOn(ended));
    expect((await enter(member(), entryOn(next, { steady: false }))).continued).not.toBeNull();
  });

  it('never continues the row of someone else', async () => {
    const [first, second] = [await server(), await server()];
    const hers = await enter(member(), entryOn(first));
    await fallSilent(first);
    const his = member(randomUUID() as UserId);
    const entry = entryOn(second, { lastMember: hers.place.memberId });
    expect((await enter(his, entry)).continued).toBeNull();
  });

  it('begins another row where its server was gone for too long', async () => {
    const [first, second] = [await server(), await server()];
    const before = await enter(member(), entryOn(first));
    await fallSilent(first, SILENT_MS + 1_000);
    const back = entryOn(second, { lastMember: before.place.memberId, at: CAME + 10 * MINUTE_MS });
    expect((await enter(member(), back)).continued).toBeNull();
    const { id } = before;
    const lost = await lostRows(database.db, 'live_group_members', {
      silentMs: SILENT_MS,
      decidedAt: Date.now(),
    });
    expect(lost).toContainEqual({ id, place: before.place, seenAt: expect.any(Date) });
    const heldUp = { silentMs: SILENT_MS, decidedAt: Date.now() - SILENT_MS };
    expect(await lostRows(database.db, 'live_group_members', heldUp)).toEqual([]);
    expect(await members()).toMatchObject([
      { started_at: new Date(CAME), call_id: before.place.roomId },
      { started_at: new Date(back.at), call_id: back.place.roomId },
    ]);
  });

  it('from two pages continues both rows, each of them once', async () => {
    const [first, second] = [await server(), await server()];
    for (const minute of [0, 1]) await enter(member(), entryOn(first, { at: CAME + minute * MINUTE_MS }));
    await fallSilent(first);
    const back = await Promise.all([1, 2, 3].map(() => enter(member(), entryOn(second))));
    expect(back.filter(({ continued }) => continued !== null)).toHaveLength(2);
    expect(await members()).toHaveLength(3);
  });

  it('finds the page that its browser was, of two', async () => {
    const [first, second] = [await server(), await server()];
    await enter(member(), entryOn(first));
    const phone = await enter(member(), entryOn(first, { at: CAME + MINUTE_MS }));
    await fallSilent(first);
    const back = await enter(member(), entryOn(second, { lastMember: phone.place.memberId }));
    expect(back.continued?.place).toEqual(phone.place);
  });
});

it('a member who comes into the next room of a call is in the same call as those who stayed', async () => {
  const serverId = await server();
  const ken = member(randomUUID() as UserId);
  const here = await enter(ken, entryOn(serverId));
  const moved = place();
  await enter(ken, entryOn(serverId, { place: moved }));
  await enter(member(), entryOn(serverId, { place: place(moved.roomId), at: CAME + 1 }));
  expect(await members()).toMatchObject([
    { room_id: moved.roomId, call_id: here.place.roomId },
    { room_id: moved.roomId, call_id: here.place.roomId },
  ]);
});

it('what was carried for a member is added once, although its node says it again (G16)', async () => {
  const [first, second] = [await server(), await server()];
  const here = await enter(member(), entryOn(first));
  const carried = { bytes: 700, relayed: true };
  await addCarried(database.db, here.id, here.place.memberId, carried);
  await fallSilent(first);
  const there = await enter(member(), entryOn(second, { lastMember: here.place.memberId }));
  // The next server asks the node, too.
  await addCarried(database.db, there.id, here.place.memberId, carried);
  await addCarried(database.db, there.id, there.place.memberId, { bytes: 40, relayed: false });
  // Its room is gone, and so is this server before it was in another one.
  await leave(there.id, CAME + MINUTE_MS, 40);
  expect(await history()).toMatchObject([{ bytes: 740, relayed: true }]);
});

it('what a page has measured continues on another server, and what ended pages have measured stays (Q2)', async () => {
  const [first, second] = [await server(), await server()];
  const measured = (good: number): Experience => ({ good, fair: 0, poor: 0, loss: null, roundTripMs: null });
  const one = member();
  const here = await enter(one, entryOn(first));
  // A page, and the one after its reload.
  for (const good of [100, 10, 30]) one.experience.report(measured(good));
  await noteExperience(database.db, one);
  await fallSilent(first);
  const other = member();
  const { continued } = await enter(other, entryOn(second, { lastMember: here.place.memberId }));
  // The same page goes on, and reports before the row is here.
  other.experience.report(measured(50));
  if (continued) other.experience.continueFrom(continued.pages);
  expect(other.experience.get()).toMatchObject({ good: 150 });
  other.experience.report(measured(4));
  expect(other.experience.get()).toMatchObject({ good: 154 });
});

it('a member whose end was not committed is still to be ended', async () => {
  const here = await enter(member(), entryOn(await server()));
  const end = { reason: 'lost', at: CAME, carried: { bytes: 5, relayed: null }, experience: null };
  const died = database.db.transaction().execute(async (trx) => {
    await finishMember(trx, here.id, end);
    throw new Error('The server that wrote it has died');
  });
  await expect(died).rejects.toThrow();
  expect([(await members()).length, (await history()).length]).toEqual([1, 0]);
  const ends = [1, 2].map(() => database.db.transaction().execute((trx) => finishMember(trx, here.id, end)));
  expect((await Promise.all(ends)).filter((finished) => finished !== null)).toHaveLength(1);
  expect(await history()).toHaveLength(1);
});

describe('a guest', () => {
  const visits = (callId: RoomId) =>
    database.db.selectFrom('guest_visits').where('call_id', '=', callId).selectAll().execute();
  const finish = (id: string, at: number) =>
    database.db.transaction().execute((trx) => finishGuest(trx, id, at));

  it('who comes back on another server is counted once, with all of the time', async () => {
    const [first, second] = [await server(), await server()];
    const grace = randomUUID();
    const here = entryOn(first);
    await enterGuest(database.db, guest(grace), here);
    const [other, again] = [guest(randomUUID()), guest(grace)];
    const lastMember = here.place.memberId;
    expect(await enterGuest(database.db, other, entryOn(second, { lastMember }))).toBeNull();
    expect(await enterGuest(database.db, again, entryOn(second, { lastMember }))).toEqual(here.place);
    await finish(again.id, CAME + 2 * MINUTE_MS);
    expect(await visits(here.place.roomId)).toMatchObject([{ duration_s: 120, started_at: new Date(CAME) }]);
  });

  it('who stands there by the hand of an older server is counted by that', async () => {
    const id = randomUUID();
    await database.db
      .insertInto('live_group_guests')
      .values({ id, group_id: groupId, server_id: await server() })
      .execute();
    expect(await finish(id, CAME)).toBe(groupId);
    expect(await finish(id, CAME)).toBeNull();
  });
});
