import { useEffect, useState } from 'react';
import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { isOwn } from './own-message.ts';

/** Id of the message that was seen last on this page: its call may go on, on another screen. */
let lastSeen: string | null = null;

/** The messages of others that came since the chat was open last, oldest first. */
export function useUnread(
  messages: readonly CallMessage[],
  self: Party | null,
  open: boolean,
): readonly CallMessage[] {
  const [seen, setSeen] = useState(lastSeen);
  const last = messages.at(-1)?.id ?? null;
  useEffect(() => {
    if (!open) return;
    lastSeen = last;
    setSeen(last);
  }, [open, last]);
  if (open || !self) return [];
  const from = messages.findIndex(({ id }) => id === seen) + 1;
  return messages.slice(from).filter((message) => !isOwn(message, self));
}
