import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createNatsBus } from '#platform/bus/nats.ts';
import { startTestBroker, type TestBroker } from '#platform/bus/testing/test-broker.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { Supervisor } from '#server/sfu/supervisor.ts';
import { type CallServer, type CallServerOptions, type CallWorld, createCallWorld } from './call-server.ts';
import type { Person } from './people.ts';
import type { TestSignalClient } from './signal-client.ts';

/** Both callers on one server, and each on its own: the same must happen. */
export const layouts = ['one server', 'two servers', 'two servers over NATS'] as const;

/** A worker starts, and its node is heard of on every server. */
export const MEDIA_NODE_START_MS = 60_000;

export interface ServersOptions {
  /** Two servers by default. */
  readonly layout?: (typeof layouts)[number];
  /** Of each server. */
  readonly options?: CallServerOptions;
  /** None by default. */
  readonly withMediaNode?: boolean;
}

/** The servers of one block of tests, and a customer; the sockets that a test has opened are closed after it. */
export const setUpServers = ({ layout, options, withMediaNode = false }: ServersOptions = {}) => {
  let broker: TestBroker | undefined;
  let world: CallWorld;
  let server: CallServer;
  let other: CallServer;
  let mediaNode: Supervisor | undefined;
  let customer: CustomerId;
  const clients: TestSignalClient[] = [];

  beforeAll(async () => {
    if (layout === 'two servers over NATS') broker = await startTestBroker();
    const url = broker?.url;
    world = await createCallWorld(url === undefined ? {} : { connectBus: () => createNatsBus(url) });
    server = await world.startServer(options);
    other = layout === 'one server' ? server : await world.startServer(options);
    customer = await world.people.customer();
    if (!withMediaNode) return;
    mediaNode = world.startMediaNode();
    for (const { sfu } of [server, other]) expect(await sfu.whenAvailable(MEDIA_NODE_START_MS)).toBe(true);
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

  return {
    get world() {
      return world;
    },
    /** The caller's, or the owner's. */
    get server() {
      return server;
    },
    /** The callee's, or the members'. */
    get other() {
      return other;
    },
    get mediaNode() {
      if (!mediaNode) throw new Error('These tests have asked for no media node');
      return mediaNode;
    },
    get customer() {
      return customer;
    },
    connect(to: CallServer) {
      const client = to.connect();
      clients.push(client);
      return client;
    },
    async enter(to: CallServer, person: Person) {
      const client = await to.enter(person);
      clients.push(client);
      return client;
    },
  };
};

export type Servers = ReturnType<typeof setUpServers>;
