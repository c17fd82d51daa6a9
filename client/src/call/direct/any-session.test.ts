import { describe, expect, it } from 'vitest';
import type { Signal, SignalState } from '#client/signal/signal.ts';
import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import { inAnySession } from './any-session.ts';

const FIRST = 'session-1' as string as SessionId;
const SECOND = 'session-2' as string as SessionId;

const signalIn = (sessionId: SessionId) => {
  const open = (id: SessionId): SignalState => ({ phase: 'open', party: null, sessionId: id });
  let state = open(sessionId);
  const signal: Signal = {
    get state() {
      return state;
    },
    subscribe: () => () => {},
    check: () => {},
    request: () => Promise.reject(new AppError('session-lost')),
    on: () => () => {},
    onSessionReplaced: () => () => {},
  };
  return {
    signal,
    replace(id: SessionId) {
      state = open(id);
    },
  };
};

describe('what a call asks of the server', () => {
  it('is asked again in the next session, which names the one that was lost', async () => {
    const { signal, replace } = signalIn(FIRST);
    const asked: object[] = [];
    const answer = await inAnySession(signal, FIRST, async (earlier) => {
      asked.push(earlier);
      if (asked.length > 1) return 'answered';
      replace(SECOND);
      throw new AppError('session-lost');
    });
    expect(answer).toBe('answered');
    expect(asked).toEqual([{}, { before: FIRST }]);
  });

  it('names the session of the call, also where it is asked in a later one only', async () => {
    const { signal } = signalIn(SECOND);
    expect(await inAnySession(signal, FIRST, async (earlier) => earlier)).toEqual({ before: FIRST });
  });

  it.each(['service-unavailable', 'call-not-found'] as const)(
    'fails with %s where the server says so in the same session',
    async (code) => {
      const { signal } = signalIn(FIRST);
      let asked = 0;
      const failing = inAnySession(signal, FIRST, async () => {
        asked += 1;
        throw new AppError(code);
      });
      await expect(failing).rejects.toMatchObject({ code });
      expect(asked).toBe(1);
    },
  );
});
