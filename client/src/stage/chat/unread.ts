import type { CallMessage } from '#protocol/signal/chat.ts';

/** How far the chat of a call was read in this tab. */
export interface ReadMark {
  readonly callKey: string;
  /** Id of the last message that was read, or written before one joined; null: none. */
  readonly last: string | null;
}

export const noMark: ReadMark = { callKey: '', last: null };

/** The mark of this call, which begins after what was written before one joined. */
export const markOf = (kept: ReadMark, callKey: string, lastEarlier: string | null): ReadMark =>
  kept.callKey === callKey ? kept : { callKey, last: lastEarlier };

/** The messages that came after the mark, oldest first. */
export function unreadMessages(
  messages: readonly CallMessage[],
  { last }: ReadMark,
  lastEarlier: string | null,
): readonly CallMessage[] {
  const read = messages.findIndex(({ id }) => id === last);
  // The marked message belongs to an earlier call of the group, or is too old to be kept.
  const from = read < 0 && last !== null ? messages.findIndex(({ id }) => id === lastEarlier) : read;
  return messages.slice(from + 1);
}
