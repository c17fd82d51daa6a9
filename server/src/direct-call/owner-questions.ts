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
/** Pause before it is looked up again who owns a call whose owner does not answer. */
const LOOK_UP_PAUSE_MS = 250;
/**
 * How long an owner that does not answer is waited for: until it does, or counts as gone (`STALE_MS`) and is replaced. Less than
 * a client waits for an answer.
 */
const PATIENCE_MS = 8_000;

/** A call, and who owns it as far as is known. */
export interface Address {
  readonly callId: CallId;
  readonly ownerId: ServerId;
}

/** An address that is kept up to date. */
export interface Route extends Address {
  ownerId: ServerId;
}

export interface Insistence {
  /** Time for one answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** To be carried out twice does no harm: an owner that does not answer is asked again, though no other one replaces it. */
  readonly repeatable?: boolean;
}

export interface OwnerQuestionsDeps extends Pick<CallDeps, 'db' | 'bus' | 'serverId' | 'log'> {
  readonly owned: Pick<OwnedCalls, 'get' | 'claim'>;
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

  /**
   * As `ask`, of whichever server owns the call by then: one that is gone is replaced (SPEC.md, D14), and the route leads to
   * the new owner from then on. What is not `repeatable` is asked again only of another owner than before.
   */
  async insist<Name extends OwnerRequestName>(
    route: Route,
    session: Session,
    request: Name,
    data: Question<Name>['data'],
    { timeoutMs = OWNER_TIMEOUT_MS, repeatable = false }: Insistence = {},
  ): Promise<ReplyOf<OwnerRequests, Name>> {
    const { owned } = this.#deps;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      const { callId, ownerId: asked } = route;
      const isOwn = owned.get(callId) !== undefined;
      try {
        return await this.ask(route, session, request, data, timeoutMs);
      } catch (error) {
        if (isOwn || !isUnanswered(error)) throw error;
        let owner: ServerId | null;
        do {
          if (!session.live || this.#closing.signal.aborted || performance.now() > deadline) throw error;
          owner = await this.#nextOwner({ callId, ownerId: asked });
        } while (owner === asked && !owned.get(callId) && !repeatable);
        // It is over, or was never written down.
        if (owner === null) throw error;
        route.ownerId = owner;
      }
    }
  }

  /** The owner of one of this server's sessions is gone: the call gets another one (SPEC.md, D14). */
  follow(route: Route, session: Session): void {
    this.insist(route, session, 'directCall.look', { callId: route.callId }, { timeoutMs: RETRY_MS }).catch(
      (error: unknown) => this.#report(route.callId, error),
    );
  }

  /** This server, if it could replace the owner; else who owns the call, after a pause where no one else does. */
  async #nextOwner({ callId, ownerId }: Address): Promise<ServerId | null> {
    const { db, serverId, owned } = this.#deps;
    // Its silence on the bus alone says nothing: the database knows whether it lives. Anyone who claims first owns the call.
    if (owned.get(callId) || (await owned.claim(callId, ownerId))) return serverId;
    const owner = await ownerOf(db, callId);
    if (owner === ownerId) await sleep(LOOK_UP_PAUSE_MS, undefined, { signal: this.#closing.signal });
    return owner;
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
      owner = await this.#nextOwner({ callId, ownerId: before }).catch(() => before);
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
