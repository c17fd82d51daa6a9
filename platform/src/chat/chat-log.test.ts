import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { ChatLog } from './chat-log.ts';

it('asks who writes too much to wait for at least a second (W7)', () => {
  const chat = new ChatLog();
  // Others of one link, who get their next token after a quarter of a second.
  const say = (guest: number) =>
    chat.add(
      {
        id: crypto.randomUUID(),
        party: { kind: 'guest', id: `${guest}`, name: 'Guest' },
        text: 'Hello',
        at: new Date().toISOString(),
      },
      'link',
    );
  const refused: unknown[] = [];
  for (let message = 0; message < 50; message++) {
    try {
      say(message);
    } catch (error) {
      refused.push(error instanceof AppError && error.retryAfterMs);
    }
  }
  expect(new Set(refused)).toEqual(new Set([1_000]));
});
