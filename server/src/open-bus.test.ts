import { afterEach, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';
import { openBus } from './open-bus.ts';

const log = createLog({ name: 'test', level: 'silent' });
const { send } = process;
afterEach(() => {
  if (send) process.send = send;
});

const open = (variables: Readonly<Record<string, string>>) =>
  openBus(readConfig({ DATABASE_URL: 'postgres://localhost/none', ...variables }), log, () => {});

it('is the own one of a server that nothing else is said of', async () => {
  const bus = open({});
  expect(bus.connected).toBe(true);
  bus.serve('echo', async (payload) => payload);
  expect(await bus.request('echo', 'said', { timeoutMs: 1_000 })).toBe('said');
  await bus.close();
});

it('is refused to a server that is told to be supervised, and is not', () => {
  Reflect.deleteProperty(process, 'send');
  expect(() => open({ SUPERVISED: 'true' })).toThrow(CannotStart);
});
