import { inject } from 'vitest';
import type { CustomerId, DeviceId, UserId } from '#protocol/ids.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { insertRecording } from '#server/testing/rows.ts';
import type { System } from './system.ts';

const withDatabase = async (work: (db: Db) => Promise<void>): Promise<void> => {
  const db = openDatabase({ url: inject('sharedSystem').databaseUrl });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
};

const idOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

async function peopleOf(system: System) {
  const user = (await system.read('alice', '/users/current')) as { id: UserId; customer: string };
  const { 'hydra:member': devices } = (await system.read('manager', '/devices')) as {
    'hydra:member': readonly { id: DeviceId }[];
  };
  const device = devices[0]?.id;
  if (!device) throw new Error('The customer has no device');
  return { user: user.id, device, customer: idOf(user.customer) as CustomerId };
}

export interface PastCall {
  /** RFC 3339. */
  readonly at: string;
  readonly seconds: number;
  readonly reason?: string;
}

/** Calls between Alice and the device that have ended, as the server would have written them. */
export const addPastCalls = (system: System, calls: readonly PastCall[]): Promise<void> =>
  withDatabase(async (db) => {
    const { user, device, customer } = await peopleOf(system);
    await db
      .insertInto('connections')
      .values(
        calls.flatMap(({ at, seconds, reason = 'hung-up' }) => {
          const call = {
            kind: 'direct' as const,
            call_id: crypto.randomUUID(),
            customer_id: customer,
            started_at: new Date(at),
            ended_at: new Date(Date.parse(at) + seconds * 1_000),
            duration_s: seconds,
            end_reason: reason,
            set_up_ms: 400,
            good_s: seconds,
            fair_s: 0,
            poor_s: 0,
          };
          return [
            { ...call, user_id: user, peer_id: device, peer_name: 'Reception', outgoing: true },
            { ...call, device_id: device, peer_id: user, peer_name: 'Alice' },
          ];
        }),
      )
      .execute();
  });

/** A recording that broke off. */
export const addInterruptedRecording = (system: System, name: string): Promise<void> =>
  withDatabase(async (db) => {
    const { user, customer } = await peopleOf(system);
    await insertRecording(
      db,
      { customerId: customer, userId: user },
      { name, state: 'interrupted', started_at: new Date() },
    );
  });
