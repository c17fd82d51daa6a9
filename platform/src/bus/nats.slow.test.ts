import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { makeCertificate } from '#platform/testing/make-certificate.ts';
import { SLOW } from '#platform/testing/slow.ts';
import type { Bus } from './bus.ts';
import { openNatsBus } from './nats.ts';
import type { NatsSettings } from './nats-settings.ts';
import { openClusterBus } from './open-cluster-bus.ts';
import { startTestBroker, startTestPartition } from './testing/test-broker.ts';

const TIMEOUT = { timeoutMs: 2_000 };
/** A port that no one listens at. */
const NOBODY = 'nats://127.0.0.1:1';

const owned: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of owned.splice(0).reverse()) await one.close();
});

const start = async (...options: Parameters<typeof startTestBroker>) => {
  const broker = await startTestBroker(...options);
  owned.push({ close: broker.stop });
  return broker;
};
const open = (settings: NatsSettings, onWaiting?: (error: unknown) => void): Bus => {
  const bus = openNatsBus(settings, { report: () => {}, ...(onWaiting && { onWaiting }) });
  owned.push(bus);
  return bus;
};
const isConnected = (bus: Bus, connected = true) =>
  vi.waitFor(() => expect(bus.connected).toBe(connected), SLOW);
const outcome = (work: Promise<unknown>) => work.catch((error) => error.code);

describe('the NATS bus', () => {
  it('is there before its broker, says that it waits, and serves once the broker has come', async () => {
    const probe = await startTestBroker();
    await probe.stop();
    const onWaiting = vi.fn();
    const [bus, other] = [open({ url: probe.url }, onWaiting), open({ url: probe.url })];
    bus.serve('late', async () => 'served');
    await vi.waitFor(() => expect(onWaiting).toHaveBeenCalledOnce(), SLOW);
    expect([bus.connected, await bus.confirm(100)]).toEqual([false, false]);
    await start({ port: probe.port });
    await isConnected(bus);
    await isConnected(other);
    await vi.waitFor(
      async () => expect(await outcome(other.request('late', null, TIMEOUT))).toBe('served'),
      SLOW,
    );
    expect(onWaiting).toHaveBeenCalledOnce();
  });

  it('closes while it still waits for a broker', async () => {
    const bus = open({ url: NOBODY });
    await bus.close();
    expect(bus.connected).toBe(false);
  });

  it('tells of a broker that is lost and is back, and keeps what is served', async () => {
    const broker = await start();
    const [bus, other] = [open({ url: broker.url }), open({ url: broker.url })];
    const told: boolean[] = [];
    bus.onConnection((connected) => told.push(connected));
    bus.serve('kept', async () => 'served');
    await isConnected(bus);
    await broker.stop();
    await isConnected(bus, false);
    await isConnected(other, false);
    expect(await outcome(other.request('kept', null, TIMEOUT))).toBe('bus-unavailable');
    await start({ port: broker.port });
    await isConnected(bus);
    await vi.waitFor(
      async () => expect(await outcome(other.request('kept', null, TIMEOUT))).toBe('served'),
      SLOW,
    );
    expect(told).toEqual([true, false, true]);
  });

  it('goes on within its own process while there is no broker', async () => {
    const bus = open({ url: NOBODY });
    const heard: unknown[] = [];
    bus.subscribe('said', (payload) => heard.push(payload));
    bus.serve('own', async (payload) => payload);
    bus.publish('said', 'here');
    expect(await bus.request('own', 'asked', TIMEOUT)).toBe('asked');
    expect(heard).toEqual(['here']);
    expect(await outcome(bus.request('others', null, TIMEOUT))).toBe('bus-unavailable');
  });

  it('finds out by a round trip that nothing gets through, and breaks with a broker that is silent', async () => {
    const broker = await start();
    const partition = await startTestPartition(broker);
    owned.push(partition);
    const bus = open({ url: partition.url });
    await isConnected(bus);
    expect(await bus.confirm(TIMEOUT.timeoutMs)).toBe(true);
    partition.begin();
    expect([bus.connected, await bus.confirm(200)]).toEqual([true, false]);
    await isConnected(bus, false);
    partition.end();
    await isConnected(bus);
    expect(await bus.confirm(TIMEOUT.timeoutMs)).toBe(true);
  });

  it('takes a list of brokers, and goes to the next when one is lost', async () => {
    const first = await start({ cluster: [] });
    const second = await start({ cluster: first.routeUrl === null ? [] : [first.routeUrl] });
    const url = `${first.url},${second.url}`;
    const [bus, other] = [open({ url }), open({ url: second.url })];
    bus.serve('moved', async () => 'served');
    await isConnected(other);
    const ask = () => outcome(other.request('moved', null, TIMEOUT));
    await vi.waitFor(async () => expect(await ask()).toBe('served'), SLOW);
    await first.stop();
    await vi.waitFor(
      async () => expect([await bus.confirm(500), await ask()]).toEqual([true, 'served']),
      SLOW,
    );
  });

  it.each([
    ['user and password', ['--user', 'hibiki', '--pass', 'se:cret'], 'hibiki:se%3Acret@', 'hibiki:wrong@'],
    ['a token', ['--auth', 'a-token'], 'a-token@', 'wrong@'],
  ])('signs in with %s', async (_name, args, right, wrong) => {
    const { port } = await start({ args });
    const onWaiting = vi.fn();
    const refused = open({ url: `nats://${wrong}127.0.0.1:${port}` }, onWaiting);
    const bus = open({ url: `nats://${right}127.0.0.1:${port}` });
    await isConnected(bus);
    await vi.waitFor(() => expect(onWaiting).toHaveBeenCalledOnce(), SLOW);
    expect(refused.connected).toBe(false);
  });

  it('says which file with credentials cannot be read', () => {
    expect(() => openNatsBus({ url: NOBODY, credentialsFile: '/no/such.creds' })).toThrow('/no/such.creds');
  });

  it('trusts a broker by the given certificates', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bus-'));
    owned.push({ close: () => rm(folder, { recursive: true }) });
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    await makeCertificate('localhost', cert, key);
    const { port } = await start({ args: ['--tls', '--tlscert', cert, '--tlskey', key] });
    const distrusting = open({ url: `tls://localhost:${port}` });
    await isConnected(open({ url: `nats://localhost:${port}`, caFile: cert }));
    expect(distrusting.connected).toBe(false);
  });
});

describe('the log of the bus', () => {
  it('has one line for a loss and one for the return', async () => {
    const lines: { msg: string; level: number; awayMs?: number }[] = [];
    const log = createLog({ name: 'test', destination: { write: (line) => lines.push(JSON.parse(line)) } });
    const broker = await start();
    const bus = openClusterBus({ url: broker.url }, log, () => {});
    owned.push(bus);
    await isConnected(bus);
    await broker.stop();
    await isConnected(bus, false);
    await start({ port: broker.port });
    await isConnected(bus);
    expect(lines).toMatchObject([
      { msg: 'Lost: bus', level: 40 },
      { msg: 'Regained: bus', level: 30, awayMs: expect.any(Number) },
    ]);
  });
});
