import { randomUUID } from 'node:crypto';
import { ChatLog } from '#platform/chat/chat-log.ts';
import type { Rate } from '#platform/chat/message-rate.ts';
import type { GuestLinkId, MemberId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { ChatMessage } from '#protocol/signal/group-call.ts';

/** Shared by all guests of one link: another name or key does not raise the limit. */
const LINK_RATE: Rate = { burst: 20, refillMs: 250 };

export interface Writer {
  readonly memberId: MemberId;
  readonly party: Party;
  readonly guestLinkId: GuestLinkId | undefined;
}

/** The chat of a room (SPEC.md, G10). */
export class Chat {
  readonly #log = new ChatLog<ChatMessage>();

  /** Oldest first. */
  get messages(): ChatMessage[] {
    return this.#log.messages;
  }

  /** @throws `too-many-requests` */
  add({ memberId, party, guestLinkId }: Writer, text: string): ChatMessage {
    const message = { id: randomUUID(), memberId, party, text, at: new Date().toISOString() };
    this.#log.add(message, new Map(guestLinkId === undefined ? [] : [[guestLinkId, LINK_RATE]]));
    return message;
  }
}
