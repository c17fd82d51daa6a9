import { useEffect, useState } from 'react';
import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { isOwn } from './own-message.ts';

/** The messages of others that came since the chat was open last, oldest first. */
export function useUnread(
  messages: readonly CallMessage[],
  self: Party | null,
  open: boolean,
): readonly CallMessage[] {
  const [seen, setSeen] = useState<string | null>(null);
  const last = messages.at(-1)?.id ?? null;
  useEffect(() => {
    if (open) setSeen(last);
  }, [open, last]);
  if (open || !self) return [];
  const from = messages.findIndex(({ id }) => id === seen) + 1;
  return messages.slice(from).filter((message) => !isOwn(message, self));
}
