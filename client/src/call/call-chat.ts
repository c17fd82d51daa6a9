import type { Observable } from '#client/store.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';

/** What is written in a 1-to-1 call, oldest first; it continues with the call into a room (SPEC.md, D19). */
export interface CallChat extends Observable<readonly CallMessage[]> {
  /** Rejects with what the server answers, e.g. `too-many-requests`. */
  say(text: string): Promise<void>;
}
