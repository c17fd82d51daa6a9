import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createNatsBus } from '#platform/bus/nats.ts';
import type { CallId, CustomerId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from './call-server.ts';
import { eventually } from './eventually.ts';
import { type NatsBroker, startNatsBroker } from './nats-broker.ts';
import type { Person } from './people.ts';
import type { TestSignalClient } from './signal-client.ts';

/** How long a call rings. */
export const RING_MS = 2_000;
const GRACE_MS = 600;
export const HANG_UP = { reason: 'hung-up' } as const;

/** Both callers on one server, and each on its own: the same must happen. */
export const layouts = ['one server', 'two servers', 'two servers over NATS'] as const;

/** Servers for the calls of one block of tests; the sockets that a test has opened are closed after it. */
export const setUpDirectCalls = (layout: (typeof layouts)[number]) => {
  let broker: NatsBroker | undefined;
  let world: CallWorld;
  let server: CallServer;
  let other: CallServer;
  let customer: CustomerId;
  const clients: TestSignalClient[] = [];

  beforeAll(async () => {
    if (layout === 'two servers over NATS') broker = await startNatsBroker();
    const url = broker?.url;
    world = await createCallWorld(url === undefined ? {} : { connectBus: () => createNatsBus(url) });
    const options = { ringTimeoutMs: RING_MS, graceMs: GRACE_MS };
    server = await world.startServer(options);
    other = layout === 'one server' ? server : await world.startServer(options);
    customer = await world.people.customer();
  });
  afterAll(async () => {
    try {
      await world.close();
    } finally {
      await broker?.stop();
    }
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });

  const connect = (to: CallServer) => {
    const client = to.connect();
    clients.push(client);
    return client;
  };
  const enter = async (to: CallServer, person: Person) => {
    const client = await to.enter(person);
    clients.push(client);
    return client;
  };
  /** New people, so that no test sees what another has left: Hana who calls, and Ken who is called. */
  const meet = async () => {
    const hana = await world.people.user('Hana', customer);
    const ken = await world.people.user('Ken', customer);
    const pairId = await world.people.pair(hana, ken);
    const callee = await enter(other, ken);
    const caller = await enter(server, hana);
    await eventually(() => expect(server.presence.stateOf(ken.key)).toBe('online'));
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
  /** Its rows in the history, once there are so many: one for each side that has a history. */
  const history = (callId: CallId, sides = 2) =>
    eventually(async () => {
      const rows = await world.db
        .selectFrom('connections')
        .where('call_id', '=', callId)
        .selectAll()
        .execute();
      expect(rows).toHaveLength(sides);
      return rows;
    });
  const missedCalls = (person: Person) =>
    world.db.selectFrom('notifications').where('user_id', '=', person.id).selectAll().execute();
  const idle = (person: Person) =>
    eventually(() =>
      expect([server, other].map(({ presence }) => presence.stateOf(person.key))).not.toContain('busy'),
    );

  return {
    get world() {
      return world;
    },
    /** The caller's. */
    get server() {
      return server;
    },
    /** The callee's. */
    get other() {
      return other;
    },
    get customer() {
      return customer;
    },
    connect,
    enter,
    meet,
    ring,
    talk,
    history,
    missedCalls,
    idle,
  };
};

export const endOf = (client: TestSignalClient, callId: CallId) =>
  client.notice('directCall.ended', (ended) => ended.callId === callId);
