import { describe, expect, it } from 'vitest';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { markOf, noMark, unreadMessages } from './unread.ts';

const messages = ['1', '2', '3'].map(
  (id): CallMessage => ({
    id,
    party: { kind: 'user', id: 'bob', name: 'Bob' },
    text: id,
    at: '2026-07-01T09:00:00Z',
  }),
);
const unread = (mark: typeof noMark, lastEarlier: string | null, callKey = 'call') =>
  unreadMessages(messages, markOf(mark, callKey, lastEarlier), lastEarlier).map(({ id }) => id);

describe('messages that were not read', () => {
  it('are none of those written before one joined', () => {
    expect(unread(noMark, '3')).toEqual([]);
    expect(unread(noMark, '2')).toEqual(['3']);
    expect(unread({ callKey: 'another', last: '1' }, '2')).toEqual(['3']);
  });

  it('are all of them where nothing was written before', () => {
    expect(unread(noMark, null)).toEqual(['1', '2', '3']);
  });

  it('stay the same after a reload, whose reply has all messages', () => {
    expect(unread({ callKey: 'call', last: '1' }, '3')).toEqual(['2', '3']);
    expect(unread({ callKey: 'call', last: null }, '3')).toEqual(['1', '2', '3']);
    expect(unread({ callKey: 'call', last: '3' }, '3')).toEqual([]);
  });

  it('are those since joining where the mark is of an earlier call', () => {
    expect(unread({ callKey: 'call', last: 'gone' }, '2')).toEqual(['3']);
  });
});
