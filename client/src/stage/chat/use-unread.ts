import { useAtom, useSetAtom } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { useEffect } from 'react';
import type { Party } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { isOwn } from './own-message.ts';
import { markOf, noMark, type ReadMark, unreadMessages } from './unread.ts';

/** Of this tab: kept over a reload, and when the call continues on another screen. */
const readMarkAtom = atomWithStorage<ReadMark>(
  'hibiki.chatRead',
  noMark,
  createJSONStorage(() => sessionStorage),
  { getOnInit: true },
);

export interface UnreadOptions {
  /** Empty: there is no call. */
  readonly callKey: string;
  readonly messages: readonly CallMessage[];
  /** Id of the last message that was written before one joined; null: there was none. */
  readonly lastEarlier: string | null;
  readonly self: Party | null;
  /** The chat is shown. */
  readonly open: boolean;
}

/** The messages of others that came since the chat was open last, oldest first. */
export function useUnread({
  callKey,
  messages,
  lastEarlier,
  self,
  open,
}: UnreadOptions): readonly CallMessage[] {
  const [kept, keep] = useAtom(readMarkAtom);
  const known = markOf(kept, callKey, lastEarlier);
  const newest = messages.at(-1)?.id ?? null;
  const last = open ? newest : known.last;
  useEffect(() => {
    if (callKey !== '' && (kept.callKey !== callKey || kept.last !== last)) keep({ callKey, last });
  }, [kept, keep, callKey, last]);
  if (open || !self) return [];
  return unreadMessages(messages, known, lastEarlier).filter((message) => !isOwn(message, self));
}

/** Forgets what was read when a call ends: in the group's next call all messages are new. */
export function useForgetRead(): () => void {
  const keep = useSetAtom(readMarkAtom);
  return () => keep(noMark);
}
