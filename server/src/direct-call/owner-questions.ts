import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import type { Db } from '#server/db/database.ts';
import type { Session } from '#server/session.ts';
import type { DirectCall } from './direct-call.ts';
import { ownerOf } from './live-calls.ts';
import { type Action, type Answer, callSubject, isAnswer, type Question } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';

/** Time for another server's answer. */
const OWNER_TIMEOUT_MS = 5_000;
/** Pause before an owner that did not answer is told again. */
const RETRY_MS = 1_000;

/** A call, and who owns it as far as is known. */
export interface Address {
  readonly callId: CallId;
  readonly ownerId: ServerId;
}

export interface OwnerQuestionsDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly owned: Pick<OwnedCalls, 'get'>;
  readonly log: Logger;
  readonly answer: (call: DirectCall, question: Question) => Promise<Answer>;
}

/** What sessions of this server ask of the owners of their calls. */
export class OwnerQuestions {
  readonly #deps: OwnerQuestionsDeps;
  readonly #closing = new AbortController();

  constructor(deps: OwnerQuestionsDeps) {
    this.#deps = deps;
  }

  /** Throws what the owner throws, and what `isUnanswered` is true of. Own calls are asked without the bus. */
  async ask(
    { callId, ownerId }: Address,
    { id: sessionId, partyKey: party }: Session,
    action: Action,
    timeoutMs = OWNER_TIMEOUT_MS,
  ): Promise<Answer> {
    const { bus, serverId, owned, answer } = this.#deps;
    const question: Question = { sessionId, party, serverId, action };
    const own = owned.get(callId);
    if (own) return await answer(own, question);
    const reply = await bus.request(callSubject(callId, ownerId), question, { timeoutMs });
    if (!isAnswer(reply)) throw new TypeError('An answer about a call that is none');
    return reply;
  }

  /** For what no one waits for; a call that is over is what it would bring about anyway. */
  notify(address: Address, session: Session, action: Action): void {
    this.ask(address, session, action).catch((error: unknown) => this.#report(address, action, error));
  }

  /** As `notify`, for what must be known: until an owner has been told, whichever server it is by then. */
  deliver(address: Address, session: Session, action: Action): void {
    this.#deliver(address, session, action).catch((error: unknown) => this.#report(address, action, error));
  }

  close(): void {
    this.#closing.abort();
  }

  async #deliver({ callId, ownerId }: Address, session: Session, action: Action): Promise<void> {
    let owner: ServerId | null = ownerId;
    while (owner !== null) {
      try {
        return void (await this.ask({ callId, ownerId: owner }, session, action));
      } catch (error) {
        if (!isUnanswered(error)) throw error;
      }
      await sleep(RETRY_MS, undefined, { signal: this.#closing.signal });
      // Without the database it is the same as before.
      const before: ServerId = owner;
      owner = await ownerOf(this.#deps.db, callId).catch(() => before);
    }
  }

  #report({ callId }: Address, { type: action }: Action, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    if (error instanceof AppError && error.code === 'call-not-found') return;
    this.#deps.log.warn({ err: error, callId, action }, 'call not told');
  }
}

const UNANSWERED: ReadonlySet<ErrorCode> = new Set([
  'service-unavailable',
  'bus-unavailable',
  'request-timeout',
]);

/** No one has answered: the server asked may be gone, or cannot be reached for now. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && UNANSWERED.has(error.code);
