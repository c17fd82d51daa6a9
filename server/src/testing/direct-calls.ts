import { expect } from 'vitest';
import type { CallId } from '#protocol/ids.ts';
import type { CallServer, CallServerOptions } from './call-server.ts';
import { eventually } from './eventually.ts';
import type { Person } from './people.ts';
import { type ServersOptions, setUpServers } from './set-up-servers.ts';
import type { TestSignalClient } from './signal-client.ts';

/** How long a call rings. */
export const RING_MS = 2_000;
const GRACE_MS = 600;
export const HANG_UP = { reason: 'hung-up' } as const;

/** Servers for the 1-to-1 calls of one block of tests, and what their people do alike. */
export const setUpDirectCalls = (
  layout: NonNullable<ServersOptions['layout']>,
  options: CallServerOptions = {},
) => {
  const servers = setUpServers({
    layout,
    options: { ringTimeoutMs: RING_MS, graceMs: GRACE_MS, ...options },
  });
  const { connect, enter } = servers;

  /** A server knows that someone is there, and reaches them: on a busy machine the others may be silent for a moment. */
  const seen = (person: Person, by: CallServer = servers.server) =>
    eventually(() => {
      expect(by.presence.stateOf(person.key)).toBe('online');
      expect(by.presence.canReach(person.key)).toBe(true);
    });

  /** New people, so that no test sees what another has left: Hana who calls, and Ken who is called. */
  const meet = async () => {
    const { world, server, other, customer } = servers;
    const hana = await world.people.user('Hana', customer);
    const ken = await world.people.user('Ken', customer);
    const pairId = await world.people.pair(hana, ken);
    const callee = await enter(other, ken);
    const caller = await enter(server, hana);
    await seen(ken, server);
    return { hana, ken, pairId, caller, callee };
  };
  const ring = async () => {
    const sides = await meet();
    const { callId } = await sides.caller.request('directCall.invite', { pairId: sides.pairId });
    await sides.callee.notice('directCall.rang');
    return { ...sides, callId };
  };
  const talk = async () => {
    const sides = await ring();
    const accepted = await sides.callee.request('directCall.accept', { callId: sides.callId });
    await sides.caller.notice('directCall.accepted');
    return { ...sides, accepted };
  };
  /** As `talk`, once the call is written down. */
  const talkKnown = async () => {
    const sides = await talk();
    await eventually(async () => {
      const rows = await servers.world.db
        .selectFrom('live_calls')
        .where('call_id', '=', sides.callId)
        .select('call_id')
        .execute();
      expect(rows).toHaveLength(1);
    });
    return sides;
  };
  /** Its rows in the history, once there are so many: one for each side that has a history. */
  const history = (callId: CallId, sides = 2) =>
    eventually(async () => {
      const rows = await servers.world.db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .selectAll()
        .execute();
      expect(rows).toHaveLength(sides);
      return rows;
    });
  const missedCalls = (person: Person) =>
    servers.world.db.selectFrom('notifications').where('user_id', '=', person.id).selectAll().execute();
  const idle = (person: Person) =>
    eventually(() =>
      expect(
        [servers.server, servers.other].map(({ presence }) => presence.stateOf(person.key)),
      ).not.toContain('busy'),
    );
  return { servers, connect, enter, seen, meet, ring, talk, talkKnown, history, missedCalls, idle };
};

export const endOf = (client: TestSignalClient, callId: CallId) =>
  client.notice('directCall.ended', (ended) => ended.callId === callId);
