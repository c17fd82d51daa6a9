import { expect } from 'vitest';
import { eventually } from '#server/testing/eventually.ts';
import type { Person } from '#server/testing/people.ts';
import type { Servers } from '#server/testing/set-up-servers.ts';

/** A call between two people on different servers that has moved into a room, where the caller is. */
export async function movedCall({ world, server, other, enter }: Servers, from: Person, to: Person) {
  const pairId = await world.people.pair(from, to);
  const caller = await enter(server, from);
  const callee = await enter(other, to);
  await eventually(() => expect(server.presence.stateOf(to.key)).toBe('online'));
  const { callId } = await caller.request('directCall.invite', { pairId });
  await callee.notice('directCall.rang');
  await callee.request('directCall.accept', { callId });
  await caller.request('directCall.move', { callId, reason: 'recording' });
  const target = { kind: 'call', callId } as const;
  await caller.request('groupCall.join', { target });
  return { callId, target, caller, callee };
}
