import { LEAST_WAIT_MS, type Rate } from '#platform/token-bucket.ts';
import { type Draw, TokenBuckets } from '#platform/token-buckets.ts';
import { AppError } from '#protocol/app-error.ts';
import { partyKey } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';

/** Kept for members who join later. The number of messages and of characters is limited, so that a reply stays small. */
const KEPT_MESSAGES = 200;
const KEPT_CHARACTERS = 100_000;

/** How often may be written in a call. Another name or key of a guest does not raise the limit of all guests of one link. */
export const messageRates = {
  'messages-person': { burst: 5, refillMs: 1_000 },
  'messages-link': { burst: 20, refillMs: 250 },
} as const satisfies Readonly<Record<string, Rate>>;
type MessageLimit = keyof typeof messageRates;

const draw = (limit: MessageLimit, of: string): Draw<MessageLimit> => ({
  limit,
  of,
  rate: messageRates[limit],
});

/** What is written in a call, and how often one may write (SPEC.md, G10, D19). In memory only: it ends with the call. */
export class ChatLog<Message extends CallMessage> {
  readonly #messages: Message[] = [];
  /** Keyed by person, so that joining again does not refill the bucket. */
  readonly #rate = new TokenBuckets<MessageLimit>();
  #characters = 0;

  /** Oldest first. */
  get messages(): Message[] {
    return [...this.#messages];
  }

  /**
   * @param guestLinkId of a guest, whose messages count for the link as well
   * @throws `too-many-requests`
   */
  add(message: Message, guestLinkId?: string): void {
    const draws = [draw('messages-person', partyKey(message.party))];
    if (guestLinkId !== undefined) draws.push(draw('messages-link', guestLinkId));
    const refused = this.#rate.take(draws);
    if (refused) {
      throw new AppError('too-many-requests', {
        limit: refused.limit,
        retryAfterMs: Math.max(LEAST_WAIT_MS, refused.waitMs),
      });
    }
    this.#messages.push(message);
    this.#characters += message.text.length;
    while (this.#messages.length > KEPT_MESSAGES || this.#characters > KEPT_CHARACTERS) {
      this.#characters -= this.#messages.shift()?.text.length ?? 0;
    }
  }
}
