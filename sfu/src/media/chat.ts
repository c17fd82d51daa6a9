import { randomUUID } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { ChatMessage } from '#protocol/signal/group-call.ts';

/** Kept for those who join later: so many messages, and so many characters of them that a reply to a join stays small. */
const KEPT_MESSAGES = 200;
const KEPT_CHARACTERS = 100_000;
/** Messages of one person at once, and the time after which there is one more. */
const BURST = 5;
const REFILL_MS = 1_000;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** What is written in a room, and how often one may write (SPEC.md, G10). */
export class Chat {
  readonly #messages: ChatMessage[] = [];
  /** By person, so that joining anew fills nobody's bucket. */
  readonly #buckets = new Map<string, Bucket>();
  #characters = 0;

  /** Oldest first. */
  get messages(): ChatMessage[] {
    return [...this.#messages];
  }

  /**
   * @param person whose limit counts
   * @throws `too-many-requests`
   */
  add(person: string, memberId: MemberId, party: Party, text: string): ChatMessage {
    this.#takeToken(person);
    const message = { id: randomUUID(), memberId, party, text, at: new Date().toISOString() };
    this.#messages.push(message);
    this.#characters += text.length;
    while (this.#messages.length > KEPT_MESSAGES || this.#characters > KEPT_CHARACTERS) {
      this.#characters -= this.#messages.shift()?.text.length ?? 0;
    }
    return message;
  }

  #takeToken(person: string): void {
    const nowMs = performance.now();
    const bucket = this.#buckets.get(person) ?? { tokens: BURST, filledAtMs: nowMs };
    this.#buckets.set(person, bucket);
    bucket.tokens = Math.min(BURST, bucket.tokens + (nowMs - bucket.filledAtMs) / REFILL_MS);
    bucket.filledAtMs = nowMs;
    if (bucket.tokens < 1) {
      throw new AppError('too-many-requests', { retryAfterMs: Math.ceil((1 - bucket.tokens) * REFILL_MS) });
    }
    bucket.tokens -= 1;
  }
}
