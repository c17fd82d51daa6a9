import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { ChatLog } from './chat-log.ts';

it('asks who writes too much to wait for at least a second (W7)', () => {
  const chat = new ChatLog();
  const party = { kind: 'guest', id: 'a', name: 'Guest' } as const;
  const say = () =>
    chat.add({ id: crypto.randomUUID(), party, text: 'Hello', at: new Date().toISOString() }, 'link');
  const refused: unknown[] = [];
  for (let message = 0; message < 50; message++) {
    try {
      say();
    } catch (error) {
      refused.push(error instanceof AppError && error.retryAfterMs);
    }
  }
  expect(new Set(refused)).toEqual(new Set([1_000]));
});
