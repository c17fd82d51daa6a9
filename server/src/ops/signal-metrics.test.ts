import { Registry } from '@prometheus-io/client';
import { expect, it } from 'vitest';
import type { GroupId } from '#protocol/ids.ts';
import { HANG_UP, setUpDirectCalls } from '#server/testing/direct-calls.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createRefusalMetrics } from './refusal-metrics.ts';
import { createSignalMetrics } from './signal-metrics.ts';

const refusals = createRefusalMetrics();
const metrics = createSignalMetrics(refusals);
const registry = new Registry();
refusals.register(registry);
metrics.register(registry);
const { talk } = setUpDirectCalls('one server', { observer: metrics.observer });

const value = async (sample: string): Promise<number> => {
  const lines = (await registry.metrics()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${sample} `))?.slice(sample.length + 1) ?? 0);
};
const requests = (request: string, code: string) =>
  value(`hibiki_signal_request_duration_seconds_count{request="${request}",code="${code}"}`);

it('counts requests by name and outcome, and each notice of both sides with its reason', async () => {
  const { caller, callee, callId } = await talk();
  await caller.request('directCall.hangUp', { callId, ...HANG_UP });
  await callee.notice('directCall.ended');
  expect(await requests('directCall.invite', 'ok')).toBe(1);
  expect(await value('hibiki_signal_notices_total{notice="directCall.rang",reason=""}')).toBe(1);
  expect(
    await value('hibiki_signal_notices_total{notice="directCall.ended",reason="hung-up"}'),
  ).toBeGreaterThanOrEqual(1);

  const target = { kind: 'group', groupId: crypto.randomUUID() as GroupId } as const;
  await expect(caller.request('groupCall.join', { target })).rejects.toThrow();
  expect(await requests('groupCall.join', 'not-found')).toBe(1);
});

it('counts what it refuses by the limit that was reached', async () => {
  const { caller } = await talk();
  const refused = () => value('hibiki_refused_total{limit="frames-socket"}');
  expect(await refused()).toBe(0);
  for (let id = 100; id < 380; id += 1) caller.send({ id, request: 'session.ping', data: {} });
  await eventually(async () => expect(await refused()).toBeGreaterThan(0));
  expect(await value('hibiki_refused_total{limit="requests-person"}')).toBe(0);
});

it('keeps one name for all that clients make up', async () => {
  const { caller } = await talk();
  const madeUp = ['made.up', 'toString', '__proto__'];
  for (const [i, request] of madeUp.entries()) caller.send({ id: 40 + i, request, data: {} });
  await caller.requestAs(50, 'session.ping', {});
  expect(await requests('unknown', 'unknown-request')).toBe(madeUp.length);
  expect(await registry.metrics()).not.toMatch(/made\.up|toString|__proto__/);
});
