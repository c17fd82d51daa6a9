import { afterAll, beforeAll, expect } from 'vitest';
import { createNatsBus } from '#platform/bus/nats.ts';
import {
  startTestBroker,
  startTestPartition,
  type TestBroker,
  type TestPartition,
} from '#platform/bus/testing/test-broker.ts';
import type { PairId } from '#protocol/ids.ts';
import { type CallServer, type CallWorld, createCallWorld } from './call-server.ts';
import { eventually } from './eventually.ts';
import type { Person } from './people.ts';
import { MEDIA_NODE_START_MS } from './set-up-servers.ts';

/** Two servers and a media node over NATS, for all tests of a block; the far server can be cut off from the others. */
export const setUpPartition = () => {
  let broker: TestBroker;
  let partition: TestPartition;
  let world: CallWorld;
  let near: CallServer;
  let far: CallServer;

  beforeAll(async () => {
    broker = await startTestBroker();
    partition = await startTestPartition(broker);
    // The world's own bus, which the media node is on, and each server's.
    const urls = [broker.url, broker.url, partition.url];
    world = await createCallWorld({ connectBus: () => createNatsBus(urls.shift() ?? broker.url) });
    near = await world.startServer();
    far = await world.startServer();
    world.startMediaNode();
    for (const { sfu } of [near, far]) expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
  });
  afterAll(async () => {
    try {
      await world.close();
    } finally {
      await partition.close();
      await broker.stop();
    }
  });

  return {
    get partition() {
      return partition;
    },
    get world() {
      return world;
    },
    get near() {
      return near;
    },
    get far() {
      return far;
    },
    /** A 1-to-1 call that the caller's server owns and the callee has answered. */
    async talk(
      from: { readonly server: CallServer; readonly person: Person },
      to: { readonly server: CallServer; readonly person: Person },
      pairId: PairId,
    ) {
      const [caller, callee] = [await from.server.enter(from.person), await to.server.enter(to.person)];
      await eventually(() => expect(from.server.presence.stateOf(to.person.key)).toBe('online'));
      const { callId } = await caller.request('directCall.invite', { pairId });
      await callee.notice('directCall.rang');
      await callee.request('directCall.accept', { callId });
      await caller.notice('directCall.accepted');
      return { caller, callee, callId };
    },
    /** Stops the broker. Returns what starts it again, at the same address. */
    async stopBroker(): Promise<() => Promise<void>> {
      const { port } = broker;
      await broker.stop();
      return async () => {
        broker = await startTestBroker({ port });
      };
    },
  };
};
