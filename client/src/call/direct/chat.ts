import type { CallChat } from '#client/call/call-chat.ts';
import { withMessages } from '#client/call/messages.ts';
import type { Signal } from '#client/signal/signal.ts';
import { createStore } from '#client/store.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CallId } from '#protocol/ids.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';

/** The chat of whichever call is under way. */
export interface DirectChat extends CallChat {
  /** The call that one talks in; null: none, and what was written is forgotten. */
  follow(callId: CallId | null): void;
  /** What the server has kept of it. */
  add(messages: readonly CallMessage[]): void;
  close(): void;
}

export function createDirectChat(signal: Signal): DirectChat {
  const store = createStore<readonly CallMessage[]>([]);
  let followed: CallId | null = null;
  const add = (messages: readonly CallMessage[]) => store.set(withMessages(store.get(), messages));
  const unsubscribe = signal.on('directCall.said', ({ callId, ...message }) => {
    if (callId === followed) add([message]);
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    async say(text) {
      if (followed === null) throw new AppError('call-state');
      await signal.request('directCall.say', { callId: followed, text });
    },
    follow(callId) {
      if (callId === followed) return;
      followed = callId;
      store.set([]);
    },
    add,
    close: unsubscribe,
  };
}
