import { partyKey } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import { MessageRate, type Rate } from './message-rate.ts';

/** Kept for members who join later. The number of messages and of characters is limited, so that a reply stays small. */
const KEPT_MESSAGES = 200;
const KEPT_CHARACTERS = 100_000;
const PERSON_RATE: Rate = { burst: 5, refillMs: 1_000 };

/** What is written in a call, and how often one may write (SPEC.md, G10, D19). In memory only: it ends with the call. */
export class ChatLog<Message extends CallMessage> {
  readonly #messages: Message[] = [];
  /** Keyed by person, so that joining again does not refill the bucket. */
  readonly #rate = new MessageRate();
  #characters = 0;

  /** Oldest first. */
  get messages(): Message[] {
    return [...this.#messages];
  }

  /**
   * @param limits what else counts for the writer beside its own rate
   * @throws `too-many-requests`
   */
  add(message: Message, limits: ReadonlyMap<string, Rate> = new Map()): void {
    this.#rate.take(new Map([[partyKey(message.party), PERSON_RATE], ...limits]));
    this.#messages.push(message);
    this.#characters += message.text.length;
    while (this.#messages.length > KEPT_MESSAGES || this.#characters > KEPT_CHARACTERS) {
      this.#characters -= this.#messages.shift()?.text.length ?? 0;
    }
  }
}
