import { useSyncExternalStore } from 'react';
import type { GroupCall } from '#client/call/group/group-call.ts';
import type { RoomView } from '#client/call/group/room-view.ts';
import type { ChatOptions } from '#client/stage/chat/use-chat.tsx';

/** What is written in the call: in its room, or in the 1-to-1 call that has moved there (SPEC.md, D19). */
export function useRoomChat(
  { chat, meeting }: GroupCall,
  room: RoomView,
): Pick<ChatOptions, 'messages' | 'lastEarlier' | 'readLater' | 'recorded' | 'onSay'> {
  const messages = useSyncExternalStore(
    chat?.subscribe ?? nothingChanges,
    () => chat?.get() ?? room.messages,
  );
  const recorded = room.recordedByServer;
  if (chat) return { messages, lastEarlier: null, recorded, onSay: chat.say };
  return { messages, lastEarlier: room.lastEarlier, readLater: true, recorded, onSay: meeting.say };
}

const nothingChanges = () => () => {};
