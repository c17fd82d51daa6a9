import { randomUUID } from 'node:crypto';
import type { GuestLinkId, MemberId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { ChatMessage } from '#protocol/signal/group-call.ts';
import { MessageRate, type Rate } from './message-rate.ts';
import { personOf } from './person.ts';

/** Kept for those who join later: so many messages, and so many characters of them that a reply to a join stays small. */
const KEPT_MESSAGES = 200;
const KEPT_CHARACTERS = 100_000;
const PERSON_RATE: Rate = { burst: 5, refillMs: 1_000 };
/** Of all guests of one link together: another name or key gives nobody more. */
const LINK_RATE: Rate = { burst: 20, refillMs: 250 };

export interface Writer {
  readonly memberId: MemberId;
  readonly party: Party;
  readonly guestLinkId: GuestLinkId | undefined;
}

/** What is written in a room, and how often one may write (SPEC.md, G10). */
export class Chat {
  readonly #messages: ChatMessage[] = [];
  /** By person, so that joining again fills nobody's bucket. */
  readonly #rate = new MessageRate();
  #characters = 0;

  /** Oldest first. */
  get messages(): ChatMessage[] {
    return [...this.#messages];
  }

  /** @throws `too-many-requests` */
  add({ memberId, party, guestLinkId }: Writer, text: string): ChatMessage {
    const limits = new Map<string, Rate>([[personOf(party), PERSON_RATE]]);
    if (guestLinkId !== undefined) limits.set(guestLinkId, LINK_RATE);
    this.#rate.take(limits);
    const message = { id: randomUUID(), memberId, party, text, at: new Date().toISOString() };
    this.#messages.push(message);
    this.#characters += text.length;
    while (this.#messages.length > KEPT_MESSAGES || this.#characters > KEPT_CHARACTERS) {
      this.#characters -= this.#messages.shift()?.text.length ?? 0;
    }
    return message;
  }
}
