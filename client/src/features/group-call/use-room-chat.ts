import { useSyncExternalStore } from 'react';
import type { GroupCall } from '#client/call/group/group-call.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';

/** What is written in the call: in its room, or in the 1-to-1 call that has moved there (SPEC.md, D19). */
export function useRoomChat(
  { chat, meeting }: GroupCall,
  room: RoomView,
): { readonly messages: readonly CallMessage[]; readonly onSay: (text: string) => Promise<void> } {
  const messages = useSyncExternalStore(
    chat?.subscribe ?? nothingChanges,
    () => chat?.get() ?? room.messages,
  );
  return { messages, onSay: chat?.say ?? meeting.say };
}

const nothingChanges = () => () => {};
