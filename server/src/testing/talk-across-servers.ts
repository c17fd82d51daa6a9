import { expect } from 'vitest';
import type { CallId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import { eventually } from './eventually.ts';
import type { People, Person } from './people.ts';
import type { TestSignalClient } from './signal-client.ts';

interface ServerOfOne {
  enter(person: Person): Promise<TestSignalClient>;
}

/** Hana, whose server owns the call, talks with Ken on another one; resolves once the database has the call. */
export const talkAcrossServers = async (
  { db, people }: { readonly db: Db; readonly people: People },
  owner: ServerOfOne,
  other: ServerOfOne,
) => {
  const customer = await people.customer();
  const [hana, ken] = [await people.user('Hana', customer), await people.user('Ken', customer)];
  const pairId = await people.pair(hana, ken);
  const callee = await other.enter(ken);
  const caller = await owner.enter(hana);
  await eventually(async () => {
    const { states } = await caller.request('presence.watch', {});
    expect(states).toMatchObject([{ state: 'online' }]);
  });
  // Servers that have just started may not know yet that the bus reaches the other one.
  const { callId } = await eventually(() => caller.request('directCall.invite', { pairId }));
  await callee.notice('directCall.rang');
  await callee.request('directCall.accept', { callId });
  await caller.notice('directCall.accepted');
  await eventually(async () =>
    expect(
      await db.selectFrom('live_calls').where('call_id', '=', callId).select('call_id').execute(),
    ).toHaveLength(1),
  );
  return { hana, ken, caller, callee, callId };
};

/** The call's rows in the history. */
export const connectionsOf = (db: Db, callId: CallId) =>
  db.selectFrom('connections').where('call_id', '=', callId).selectAll().execute();
