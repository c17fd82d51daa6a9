import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { CustomerId, DeviceId, SessionId } from '#protocol/ids.ts';
import type { Session } from '#server/session.ts';
import { eventually } from '#server/testing/eventually.ts';
import { defaultCustomer } from '#server/testing/rows.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { DeviceSightings } from './device-sightings.ts';

const database = setUpTestDatabase({ per: 'test' });
const sessions = new Set<Session>();
const open: DeviceSightings[] = [];
let customerId: CustomerId;
let count = 0;

beforeEach(async () => {
  customerId = await defaultCustomer(database.db);
});
afterEach(() => {
  sessions.clear();
  for (const sightings of open.splice(0)) sightings.close();
});

async function makeDevice(): Promise<Session> {
  const serial = `S${++count}`;
  const { id } = await database.db
    .insertInto('devices')
    .values({ serial, serial_printed: serial, secret_hash: '', customer_id: customerId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    id: randomUUID() as SessionId,
    partyKey: `device:${id}`,
    party: { kind: 'device', id, name: serial },
    principal: { kind: 'device', id, customerId, familyId: randomUUID() },
    live: true,
    endedBy: null,
    notify: () => {},
  };
}
const start = (intervalMs: number) => {
  const sightings = new DeviceSightings({
    db: database.db,
    directory: { all: () => sessions },
    log: createLog({ name: 'test', level: 'silent' }),
    intervalMs,
  });
  open.push(sightings);
  return sightings;
};
const lastSeen = async ({ party }: Session) => {
  const row = await database.db
    .selectFrom('devices')
    .where('id', '=', party.id as DeviceId)
    .select(['last_seen_at', 'revision'])
    .executeTakeFirstOrThrow();
  // An open form of a manager stays good.
  expect(row.revision).toBe(1);
  return row.last_seen_at;
};

describe('a device', () => {
  it('is seen for as long as it is there', async () => {
    const [there, away] = [await makeDevice(), await makeDevice()];
    sessions.add(there);
    start(20);
    await eventually(async () => expect(await lastSeen(there)).not.toBeNull());
    const first = (await lastSeen(there))?.getTime() ?? 0;
    await eventually(async () => expect((await lastSeen(there))?.getTime()).toBeGreaterThan(first));
    expect(await lastSeen(away)).toBeNull();
  });

  it('was last seen as it went, however many go at once', async () => {
    const gone = await Promise.all(Array.from({ length: 20 }, makeDevice));
    const sightings = start(3_600_000);
    for (const session of gone) sightings.ended(session, 'lost');
    await eventually(async () => {
      for (const session of gone) expect(await lastSeen(session)).not.toBeNull();
    });
  });

  it('that someone changes just now is not waited for', async () => {
    const [changed, other] = [await makeDevice(), await makeDevice()];
    const sightings = start(3_600_000);
    await database.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('devices')
        .select('id')
        .where('serial', '=', changed.party.name)
        .forUpdate()
        .execute();
      sightings.ended(changed, 'closed');
      sightings.ended(other, 'closed');
      await eventually(async () => expect(await lastSeen(other)).not.toBeNull());
    });
    expect(await lastSeen(changed)).toBeNull();
  });

  it('is not said to go where its server ends', async () => {
    const [kept, gone] = [await makeDevice(), await makeDevice()];
    const sightings = start(3_600_000);
    sightings.ended(kept, 'server-closed');
    sightings.ended(gone, 'revoked');
    await eventually(async () => expect(await lastSeen(gone)).not.toBeNull());
    expect(await lastSeen(kept)).toBeNull();
  });
});
