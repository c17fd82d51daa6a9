import { useEffect, useState } from 'react';
import type { Party } from '#protocol/party.ts';
import type { ChatMessage } from '#protocol/signal/group-call.ts';

/** The messages of others that came since the chat was open last, oldest first. */
export function useUnread(
  messages: readonly ChatMessage[],
  self: Party,
  open: boolean,
): readonly ChatMessage[] {
  const [seen, setSeen] = useState<string | null>(null);
  const last = messages.at(-1)?.id ?? null;
  useEffect(() => {
    if (open) setSeen(last);
  }, [open, last]);
  if (open) return [];
  const from = messages.findIndex(({ id }) => id === seen) + 1;
  return messages
    .slice(from)
    .filter(({ party }) => party.id !== self.id || party.kind !== self.kind || party.name !== self.name);
}
