import { expect, test } from 'vitest';
import { isReply } from '#client/signal/frames.ts';
import type { Signal } from '#client/signal/signal.ts';
import type { CallId, SessionId } from '#protocol/ids.ts';
import type { IceConfiguration, Party } from '#protocol/party.ts';
import { type DirectCallEvent, idle } from './call-state.ts';
import type { DirectCallContext } from './context.ts';
import { move } from './invitations.ts';
import { transition } from './machine.ts';
import { emptySnapshot } from './snapshot.ts';

const CALL = '01920000-0000-7000-8000-000000000001' as string as CallId;
const SESSION = '01920000-0000-7000-8000-000000000002' as string as SessionId;
const bob: Party = { kind: 'user', id: 'bob', name: 'Bob' };
const ice: IceConfiguration = { iceServers: [], expiresInMs: null };
const place = { peer: bob, pairId: null, outgoing: true, role: 'polite', leg: 1, talksForMs: 0 } as const;

/** A connected call; `onAsked` is what comes from the server before its answer. */
function connectedCall(onAsked: (happens: (event: DirectCallEvent) => void) => void) {
  let state = idle;
  const effects: string[] = [];
  const happens = (event: DirectCallEvent) => {
    const next = transition(state, event);
    if (!next) return;
    state = next[0];
    effects.push(...next[1].map(({ type }) => type));
  };
  happens({ type: 'resumed', callId: CALL, moved: false, ice, place, at: 0 });
  happens({ type: 'linkUp', callId: CALL, at: 0 });
  const signal: Signal = {
    state: { phase: 'open', party: null, sessionId: SESSION },
    subscribe: () => () => {},
    check: () => {},
    async request(name) {
      onAsked(happens);
      const reply: unknown = {};
      if (!isReply(name, reply)) throw new Error(`The reply to ${name} does not match the contract`);
      return reply;
    },
    on: () => () => {},
    onSessionReplaced: () => () => {},
  };
  const context: DirectCallContext = {
    signal,
    get: () => ({ ...emptySnapshot, state }),
    update: () => {},
    dispatch: happens,
    log: () => {},
  };
  return { context, happens, joins: () => effects.filter((type) => type === 'joinRoom').length };
}

test('a call that is to move joins its room once, whether the word of it comes before or after the answer', async () => {
  const moved = { type: 'moved', callId: CALL, reason: 'recording', at: 2_000 } as const;
  const before = connectedCall((happens) => happens(moved));
  await move(before.context, 'recording');
  expect(before.joins()).toBe(1);
  const after = connectedCall(() => {});
  await move(after.context, 'recording');
  after.happens(moved);
  expect(after.joins()).toBe(1);
});

test('a call that had moved already, of which this page was not told, joins its room', async () => {
  const call = connectedCall(() => {});
  await move(call.context, 'recording');
  expect(call.joins()).toBe(1);
});
