import { expect, it } from 'vitest';
import type { ManagedCall } from '#protocol/signal/manage.ts';
import { changed, LINGER_MS, type LiveList, listOf, sorted, swept, withClosings } from './live-list.ts';
import { managedCall } from './testing/managed-call.ts';

const at = '2026-11-25T09:00:00.000Z';
const totals = { calls: 1, people: 2 };
const call = (callId: string, more: Partial<ManagedCall> = {}) =>
  managedCall({ callId, startedAt: at, ...more });
const list = (...calls: ManagedCall[]): LiveList => listOf(at, { shown: calls, totals });
const ids = ({ rows }: LiveList) => rows.map((row) => row.call.callId);

it('changes calls in their place, and adds new ones at the end', () => {
  const next = changed(
    list(call('b'), call('a')),
    { at, changed: [call('a', { interrupted: true }), call('c')], ended: [], totals },
    0,
  );
  expect(ids(next)).toEqual(['b', 'a', 'c']);
  expect(next.rows[1]?.call.interrupted).toBe(true);
});

it('keeps a call that is over in its place for ten seconds', () => {
  const over = changed(
    list(call('a'), call('b')),
    { at, changed: [], ended: ['a', 'unknown'], totals },
    1_000,
  );
  expect(over.rows.map(({ endedAt }) => endedAt)).toEqual([1_000, null]);
  expect(swept(over, 1_000 + LINGER_MS - 1)).toBe(over);
  expect(ids(swept(over, 1_000 + LINGER_MS))).toEqual(['b']);
  // Told once more, it has ended when it did.
  const again = changed(over, { at, changed: [], ended: ['a'], totals }, 5_000);
  expect(again.rows[0]?.endedAt).toBe(1_000);
});

it('shows a call again that has come back', () => {
  const over = changed(list(call('a')), { at, changed: [], ended: ['a'], totals }, 0);
  expect(changed(over, { at, changed: [call('a')], ended: [], totals }, 1).rows[0]?.endedAt).toBeNull();
});

it('has the worst first: interrupted, relayed, the oldest', () => {
  const mixed = list(
    call('new', { startedAt: '2026-11-25T09:01:00.000Z' }),
    call('old'),
    call('relayed', { relayed: true }),
    call('interrupted', { interrupted: true }),
  );
  expect(ids(sorted(mixed))).toEqual(['interrupted', 'relayed', 'old', 'new']);
});

it('shows a call that this page ends as it was, and counts it no longer', () => {
  const ending = call('a', { size: 3, groupName: 'Staff' });
  const told = changed(
    listOf(at, { shown: [ending, call('b')], totals: { calls: 2, people: 5 } }),
    { at, changed: [call('a', { size: 1, groupName: 'Staff' })], ended: [], totals: { calls: 2, people: 3 } },
    0,
  );
  const closings = new Map([['a ', { at: 1_000, call: ending }]]);
  const list = withClosings(told, closings);
  expect(list.totals).toEqual({ calls: 1, people: 2 });
  expect(list.rows).toMatchObject([{ call: ending, endedAt: 1_000 }, { endedAt: null }]);
  const over = changed(told, { at, changed: [], ended: ['a'], totals: { calls: 1, people: 2 } }, 4_000);
  expect(withClosings(over, closings)).toMatchObject({
    totals: { calls: 1, people: 2 },
    rows: [{ endedAt: 1_000 }, {}],
  });
});
