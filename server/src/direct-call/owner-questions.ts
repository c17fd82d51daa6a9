import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#protocol/app-error.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import type { ReplyOf } from '#protocol/wire.ts';
import { UNANSWERED } from '#server/errors.ts';
import type { Session } from '#server/session.ts';
import type { CallDeps } from './call-deps.ts';
import { ownerOf } from './live-calls.ts';
import {
  callSubject,
  isReply,
  type OwnerRequestName,
  type OwnerRequests,
  type Question,
} from './messages.ts';
import type { Answer, OwnedCalls } from './owned-calls.ts';

/** Time for another server's answer. */
const OWNER_TIMEOUT_MS = 5_000;
/** Pause before an owner that did not answer is told again. */
const RETRY_MS = 1_000;

/** A call, and who owns it as far as is known. */
export interface Address {
  readonly callId: CallId;
  readonly ownerId: ServerId;
}

export interface OwnerQuestionsDeps extends Pick<CallDeps, 'db' | 'bus' | 'serverId' | 'log'> {
  readonly owned: Pick<OwnedCalls, 'get'>;
  readonly answer: Answer;
}

/** What sessions of this server ask of the owners of their calls. */
export class OwnerQuestions {
  readonly #deps: OwnerQuestionsDeps;
  readonly #closing = new AbortController();

  constructor(deps: OwnerQuestionsDeps) {
    this.#deps = deps;
  }

  /** Throws what the owner throws, and what `isUnanswered` is true of. Own calls are asked without the bus. */
  async ask<Name extends OwnerRequestName>(
    { callId, ownerId }: Address,
    { id: sessionId, partyKey: party }: Session,
    request: Name,
    data: Question<Name>['data'],
    timeoutMs = OWNER_TIMEOUT_MS,
  ): Promise<ReplyOf<OwnerRequests, Name>> {
    const { bus, serverId, owned, answer } = this.#deps;
    const question = { request, asker: { sessionId, party, serverId }, data };
    const own = owned.get(callId);
    if (own) return await answer(own, question);
    const reply = await bus.request(callSubject(callId, ownerId), question, { timeoutMs });
    if (!isReply(request, reply)) throw new TypeError(`The answer to ${request} breaks the contract`);
    return reply;
  }

  /** For what no one waits for; a call that is over is what it would bring about anyway. */
  setAway(address: Address, session: Session, away: boolean): void {
    const { callId } = address;
    this.ask(address, session, 'directCall.setAway', { callId, away }).catch((error: unknown) =>
      this.#report(callId, error),
    );
  }

  /** For what must be known: until an owner has been told, whichever server it is by then. */
  deliver<Name extends 'directCall.hangUp' | 'directCall.endSession'>(
    address: Address,
    session: Session,
    request: Name,
    data: Question<Name>['data'],
  ): void {
    this.#deliver(address, (to) => this.ask(to, session, request, data)).catch((error: unknown) =>
      this.#report(address.callId, error),
    );
  }

  close(): void {
    this.#closing.abort();
  }

  async #deliver({ callId, ownerId }: Address, ask: (to: Address) => Promise<unknown>): Promise<void> {
    let owner: ServerId | null = ownerId;
    while (owner !== null) {
      try {
        await ask({ callId, ownerId: owner });
        return;
      } catch (error) {
        if (!isUnanswered(error)) throw error;
      }
      await sleep(RETRY_MS, undefined, { signal: this.#closing.signal });
      // Without the database it is the same as before.
      const before: ServerId = owner;
      owner = await ownerOf(this.#deps.db, callId).catch(() => before);
    }
  }

  #report(callId: CallId, err: unknown): void {
    if (this.#closing.signal.aborted) return;
    if (err instanceof AppError && err.code === 'call-not-found') return;
    this.#deps.log.warn({ err, callId }, 'call not told');
  }
}

/** No one has answered: the server asked may be gone, or cannot be reached for now. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof AppError && UNANSWERED.has(error.code);
