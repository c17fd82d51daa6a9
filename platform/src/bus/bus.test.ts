import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { Bus } from './bus.ts';
import { MAX_MESSAGE_BYTES } from './exchange.ts';
import { linkChildBus } from './ipc.ts';
import { createLocalBus } from './local.ts';
import { createNatsBus } from './nats.ts';
import { actAsPeer } from './testing/contract-peer.ts';
import { startTestBroker } from './testing/test-broker.ts';

const TIMEOUT = { timeoutMs: 5_000 };
const silent = { report: () => {} };

/** The bus under test, with the peer of contract-peer.ts on it. */
interface Setting {
  readonly bus: Bus;
  stop(): Promise<void>;
}

const peerIsThere = (bus: Bus) =>
  new Promise<void>((resolve) => {
    bus.subscribe('peer-is-there', () => resolve());
  });

async function localSetting(): Promise<Setting> {
  const bus = createLocalBus(silent);
  actAsPeer(bus);
  return { bus, stop: () => bus.close() };
}

async function startPeerProcess(bus: Bus): Promise<ChildProcess> {
  const there = peerIsThere(bus);
  const child = fork(new URL('./testing/contract-peer-process.ts', import.meta.url), { execArgv: [] });
  linkChildBus(bus, child, silent);
  await there;
  return child;
}

async function ipcSetting(): Promise<Setting> {
  const bus = createLocalBus(silent);
  const child = await startPeerProcess(bus);
  return {
    bus,
    async stop() {
      await bus.close();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

async function natsSetting(): Promise<Setting> {
  const broker = await startTestBroker();
  const { url } = broker;
  const [bus, peerBus] = await Promise.all([createNatsBus(url, silent), createNatsBus(url, silent)]);
  const there = peerIsThere(bus);
  // The broker knows of a subscription once something sent after it has come back.
  await bus.request('nobody', null, TIMEOUT).catch(() => {});
  actAsPeer(peerBus);
  await there;
  return {
    bus,
    async stop() {
      await Promise.all([bus.close(), peerBus.close()]);
      await broker.stop();
    },
  };
}

describe.each([
  ['local', localSetting],
  ['IPC', ipcSetting],
  ['NATS', natsSetting],
])('the %s bus', (_name, start) => {
  let setting: Setting;
  let bus: Bus;
  beforeEach(async () => {
    setting = await start();
    bus = setting.bus;
  });
  afterEach(() => setting.stop());

  it('brings a request to the one that serves the subject, and the reply back', async () => {
    const value = { text: '響き', list: [1, null, { deep: true }], zero: 0 };
    expect(await bus.request('peer.echo', value, TIMEOUT)).toEqual(value);
  });

  it('carries JSON and nothing else', async () => {
    const reply = await bus.request('peer.echo', { at: new Date(0), gone: undefined }, TIMEOUT);
    expect(reply).toEqual({ at: '1970-01-01T00:00:00.000Z' });
    expect(await bus.request('peer.echo', undefined, TIMEOUT)).toBeNull();
  });

  it('shares no object between the two sides', async () => {
    const value = { changed: false };
    const reply = bus.request('peer.echo', value, TIMEOUT);
    value.changed = true;
    expect(await reply).toEqual({ changed: false });
  });

  it('refuses what is larger than a message may be, and carries on', async () => {
    const tooLong = 'x'.repeat(MAX_MESSAGE_BYTES);
    await expect(bus.request('peer.echo', tooLong, TIMEOUT)).rejects.toMatchObject({
      code: 'message-too-large',
    });
    await expect(bus.request('peer.write', MAX_MESSAGE_BYTES, TIMEOUT)).rejects.toMatchObject({
      code: 'message-too-large',
    });
    bus.publish('said-to-peer', tooLong);
    bus.publish('said-to-peer', 'short');
    await vi.waitFor(
      async () => expect(await bus.request('peer.heard', null, TIMEOUT)).toEqual(['short']),
      SLOW,
    );
    expect(await bus.request('peer.write', MAX_MESSAGE_BYTES - 100, TIMEOUT)).toHaveLength(
      MAX_MESSAGE_BYTES - 100,
    );
  });

  it('keeps the code, the message, the violations, the waiting time and the limit of an error', async () => {
    await expect(bus.request('peer.fail', 'room-full', TIMEOUT)).rejects.toMatchObject({
      name: 'AppError',
      code: 'room-full',
      message: 'The call is full',
      retryAfterMs: 1500,
      limit: 'seats',
      violations: [{ propertyPath: 'a.b', message: 'Wrong', code: 'invalid' }],
    });
  });

  it('hides what an unexpected error says', async () => {
    await expect(bus.request('peer.fail', null, TIMEOUT)).rejects.toMatchObject({
      code: 'internal-error',
      message: 'An error occurred.',
    });
  });

  it('fails at once where nobody serves', async () => {
    const begun = performance.now();
    await expect(bus.request('nobody', {}, TIMEOUT)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(performance.now() - begun).toBeLessThan(TIMEOUT.timeoutMs / 2);
  });

  it('gives a request up after its time-out, and the next ones work', async () => {
    await expect(bus.request('peer.never', {}, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'request-timeout',
    });
    expect(await bus.request('peer.echo', 1, TIMEOUT)).toBe(1);
  });

  it('serves the other side as well', async () => {
    const stop = bus.serve('test.served', async (payload) => ({ asked: payload }));
    expect(await bus.request('peer.ask', 'test.served', TIMEOUT)).toEqual({ asked: { from: 'peer' } });
    stop();
    await expect(bus.request('peer.ask', 'test.served', TIMEOUT)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
  });

  it('stops serving when told to, on the far side too', async () => {
    await bus.request('peer.serve', null, TIMEOUT);
    await vi.waitFor(
      async () => expect(await bus.request('for-a-while', null, TIMEOUT)).toBe('served'),
      SLOW,
    );
    await bus.request('peer.stopServing', null, TIMEOUT);
    await vi.waitFor(
      () =>
        expect(bus.request('for-a-while', null, TIMEOUT)).rejects.toMatchObject({
          code: 'service-unavailable',
        }),
      SLOW,
    );
  });

  it('gives each request to one of those who serve a subject', async () => {
    let served = 0;
    const stops = [1, 2, 3].map(() => bus.serve('shared', async () => ++served));
    for (let asked = 1; asked <= 6; asked++) {
      expect(await bus.request('peer.ask', 'shared', TIMEOUT)).toBe(asked);
    }
    for (const stop of stops) stop();
  });

  it('tells every subscriber in the order of publishing, oneself included', async () => {
    const near: unknown[] = [];
    const nearToo: unknown[] = [];
    bus.subscribe('said-to-peer', (payload) => near.push(payload));
    bus.subscribe('said-to-peer', (payload) => nearToo.push(payload));
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    for (const number of numbers) bus.publish('said-to-peer', number);
    await vi.waitFor(async () => {
      expect(await bus.request('peer.heard', null, TIMEOUT)).toEqual(numbers);
      expect(near).toEqual(numbers);
      expect(nearToo).toEqual(numbers);
    }, SLOW);
  });

  it('hears what the other side publishes until it unsubscribes', async () => {
    const heard: unknown[] = [];
    const unsubscribe = bus.subscribe('said-by-peer', (payload) => heard.push(payload));
    const all: unknown[] = [];
    bus.subscribe('said-by-peer', (payload) => all.push(payload));
    await bus.request('peer.say', { number: 1 }, TIMEOUT);
    await vi.waitFor(() => expect(heard).toEqual([{ number: 1 }]), SLOW);
    unsubscribe();
    await bus.request('peer.say', { number: 2 }, TIMEOUT);
    await vi.waitFor(() => expect(all).toEqual([{ number: 1 }, { number: 2 }]), SLOW);
    expect(heard).toEqual([{ number: 1 }]);
  });

  it('delivers nothing while the publisher is still speaking', async () => {
    const heard: unknown[] = [];
    bus.subscribe('later', (payload) => heard.push(payload));
    await vi.waitFor(() => {
      bus.publish('later', 'first');
      expect(heard.length).toBeGreaterThan(0);
    }, SLOW);
    const before = heard.length;
    bus.publish('later', 'second');
    expect(heard).toHaveLength(before);
  });

  it('goes on when a subscriber throws', async () => {
    const heard: unknown[] = [];
    bus.subscribe('said-by-peer', () => {
      throw new Error('a bug');
    });
    bus.subscribe('said-by-peer', (payload) => heard.push(payload));
    await bus.request('peer.say', 1, TIMEOUT);
    await vi.waitFor(() => expect(heard).toEqual([1]), SLOW);
  });

  it('confirms that messages get through, after all that was published before has arrived', async () => {
    const heard: unknown[] = [];
    bus.subscribe('said-by-peer', (payload) => heard.push(payload));
    await bus.request('peer.say', 1, TIMEOUT);
    expect([bus.connected, await bus.confirm(TIMEOUT.timeoutMs), heard]).toEqual([true, true, [1]]);
    await bus.close();
    expect([bus.connected, await bus.confirm(TIMEOUT.timeoutMs)]).toEqual([false, false]);
  });

  it('fails what is pending when it closes, and can be closed twice', async () => {
    const pending = expect(bus.request('peer.never', {}, TIMEOUT)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    await bus.close();
    await bus.close();
    await pending;
    await expect(bus.request('peer.echo', {}, TIMEOUT)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    expect(() => bus.publish('later', {})).not.toThrow();
  });
});

describe('a child on the bus', () => {
  it('that is killed fails what it was asked, is served no more, and its successor takes over', async () => {
    const bus = createLocalBus(silent);
    const first = await startPeerProcess(bus);
    const asked = bus.request('peer.never', {}, TIMEOUT);
    const refused = expect(asked).rejects.toMatchObject({ code: 'service-unavailable' });
    first.kill('SIGKILL');
    await refused;
    await expect(bus.request('peer.echo', {}, TIMEOUT)).rejects.toMatchObject({
      code: 'service-unavailable',
    });

    const second = await startPeerProcess(bus);
    expect(await bus.request('peer.echo', 'back', TIMEOUT)).toBe('back');
    const exited = once(second, 'exit');
    second.disconnect();
    await exited;
    await bus.close();
  });

  it('that goes while it is being asked does not harm the others', async () => {
    const bus = createLocalBus(silent);
    const child = await startPeerProcess(bus);
    bus.serve('other', async () => 'unharmed');
    const exited = once(child, 'exit');
    await expect(bus.request('peer.die', null, TIMEOUT)).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    await exited;
    expect(await bus.request('other', null, TIMEOUT)).toBe('unharmed');
    await bus.close();
  });
});
