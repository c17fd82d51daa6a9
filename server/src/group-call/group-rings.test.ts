import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GroupId, PairId } from '#protocol/ids.ts';
import { RING_TIMEOUT_MS } from '#protocol/limits.ts';
import { partyKey } from '#protocol/party.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import type { RingOutcome } from '#server/push/push-rings.ts';
import type { Session } from '#server/session.ts';
import { GroupRings } from './group-rings.ts';

const groupId = crypto.randomUUID() as GroupId;
const pairId = crypto.randomUUID() as PairId;
const rung = { kind: 'user', id: crypto.randomUUID(), name: 'Carol' } as const;
const owner = { kind: 'user', id: crypto.randomUUID(), name: 'Alice' } as const;
const member = `user:${rung.id}` as const;

/** The bus, the push service and the owner's browser, as far as a ring has to do with them. */
const setUp = () => {
  const listeners = new Set<(event: DomainEvent) => void>();
  const said: DomainEvent[] = [];
  const events = {
    publish(event: DomainEvent) {
      said.push(event);
      for (const listener of [...listeners]) listener(event);
    },
    subscribe(listener: (event: DomainEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const notify = vi.fn<Session['notify']>();
  const pushEnds: RingOutcome[] = [];
  const rings = new GroupRings({ events });
  const by = { notify, party: owner, partyKey: partyKey(owner) };
  const ring = () =>
    rings.began({
      groupId,
      pairId,
      groupName: 'Tea',
      rung,
      by,
      pushed: { taken: Promise.resolve(true), end: (outcome) => pushEnds.push(outcome) },
    });
  return { rings, ring, by, events, said, notify, pushEnds, listeners };
};

const over = { type: 'group-ring-over', groupId, parties: [member] };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a ring that no one answers is over in time, and whoever rang is told', () => {
  const { ring, said, notify, pushEnds } = setUp();
  ring();
  vi.advanceTimersByTime(RING_TIMEOUT_MS - 1);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual([over]);
  expect(notify).toHaveBeenCalledWith('groupCall.ringUnanswered', {
    groupId,
    party: { kind: 'user', id: rung.id },
    reason: 'missed',
  });
  expect(pushEnds).toEqual(['missed']);
});

it('a ring that is repeated rings for the whole time once more, and is missed once', () => {
  const { ring, notify } = setUp();
  ring();
  vi.advanceTimersByTime(RING_TIMEOUT_MS - 1);
  ring();
  vi.advanceTimersByTime(RING_TIMEOUT_MS - 1);
  expect(notify).not.toHaveBeenCalled();
  vi.advanceTimersByTime(RING_TIMEOUT_MS);
  expect(notify).toHaveBeenCalledOnce();
});

it.each<[string, DomainEvent, RingOutcome]>([
  ['they join', { type: 'group-joined', groupId, parties: [member] }, 'answered'],
  ['they decline', { type: 'group-ring-declined', groupId, party: member }, 'declined'],
  ['the call is over', { type: 'group-call-changed', groupId, parties: [], live: false }, 'missed'],
  ['the group is deleted', { type: 'group-deleted', groupId, parties: [] }, 'missed'],
  ['the pair is deleted', { type: 'pair-changed', pairId, parties: [member], callable: false }, 'missed'],
])('a ring is over when %s', (_name, event, outcome) => {
  const { ring, events, notify, pushEnds } = setUp();
  ring();
  events.publish(event);
  expect(pushEnds).toEqual([outcome]);
  notify.mockClear();
  vi.advanceTimersByTime(RING_TIMEOUT_MS);
  expect(notify).not.toHaveBeenCalled();
  expect(pushEnds).toEqual([outcome]);
});

it.each<[string, DomainEvent]>([
  ['a call that begins', { type: 'group-call-changed', groupId, parties: [], live: true }],
  ['someone else who joins', { type: 'group-joined', groupId, parties: ['user:other'] }],
  ['a pair that is renamed', { type: 'pair-changed', pairId, parties: [member], callable: true }],
])('a ring goes on after %s', (_name, event) => {
  const { ring, events, pushEnds } = setUp();
  ring();
  events.publish(event);
  expect(pushEnds).toEqual([]);
});

it('nothing rings on, or listens, once it is closed', () => {
  const { rings, ring, notify, listeners } = setUp();
  ring();
  rings.close();
  vi.advanceTimersByTime(RING_TIMEOUT_MS);
  expect(notify).not.toHaveBeenCalled();
  expect(listeners.size).toBe(0);
});

it('a browser that opens meanwhile rings too', () => {
  const { ring, events, said } = setUp();
  ring();
  events.publish({ type: 'group-rings-wanted', party: 'user:someone-else' });
  expect(said).toHaveLength(1);
  events.publish({ type: 'group-rings-wanted', party: member });
  expect(said.at(-1)).toEqual({
    type: 'group-rang',
    parties: [member],
    groupId,
    groupName: 'Tea',
    by: owner,
  });
});

it('the owner who comes back has the rings that go on, and is told how they end', () => {
  const { rings, ring, by, notify } = setUp();
  ring();
  const again = { ...by, notify: vi.fn<Session['notify']>() };
  expect(rings.takeOver(groupId, { ...again, partyKey: 'user:someone-else' })).toEqual([]);
  expect(rings.takeOver(groupId, again)).toMatchObject([{ pairId, rung }]);
  vi.advanceTimersByTime(RING_TIMEOUT_MS);
  expect(again.notify).toHaveBeenCalledOnce();
  expect(notify).not.toHaveBeenCalled();
});
