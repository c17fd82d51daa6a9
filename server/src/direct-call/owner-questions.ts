import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { type Answer, isAnswer, ownerSubject, type Question } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';
import type { RemoteCalls } from './remote-calls.ts';

/** Time for another server's answer. */
const OWNER_TIMEOUT_MS = 5_000;
/** Pause before an owner that did not answer is told again. */
const RETRY_MS = 1_000;

export interface OwnerQuestionsDeps {
  readonly bus: Bus;
  readonly serverId: ServerId;
  readonly owned: OwnedCalls;
  readonly remoteCalls: RemoteCalls;
  readonly log: Logger;
  /** What this server answers about a call that it owns. */
  readonly answer: (question: Question) => Promise<Answer>;
}

/** What sessions of this server ask of the servers that own their calls. */
export class OwnerQuestions {
  readonly #deps: OwnerQuestionsDeps;
  readonly #closing = new AbortController();

  constructor(deps: OwnerQuestionsDeps) {
    this.#deps = deps;
  }

  /** Throws what the owner throws, `call-not-found`, and what `isUnanswered` is true of. */
  async ask(question: Question): Promise<Answer> {
    const { owned, remoteCalls, serverId, answer } = this.#deps;
    if (owned.owns(question.callId)) return await answer(question);
    const owner = remoteCalls.ownerOf(question.callId);
    if (owner === undefined || owner === serverId) throw new AppError('call-not-found');
    return await this.askServer(owner, question);
  }

  async askServer(owner: ServerId, question: Question, timeoutMs = OWNER_TIMEOUT_MS): Promise<Answer> {
    const reply = await this.#deps.bus.request(ownerSubject(owner), question, { timeoutMs });
    if (!isAnswer(reply)) throw new TypeError('An answer about a call that is none');
    return reply;
  }

  /** For what no one waits for; a call that is over is what it would bring about anyway. */
  notify(question: Question): void {
    this.ask(question).catch((error: unknown) => this.#report(question, error));
  }

  /** As `notify`, for what must be known: until an owner has been told, whichever server it is by then. */
  deliver(question: Question): void {
    this.#deliver(question).catch((error: unknown) => this.#report(question, error));
  }

  close(): void {
    this.#closing.abort();
  }

  async #deliver(question: Question): Promise<void> {
    const { owned, remoteCalls } = this.#deps;
    const { callId } = question;
    let owner: ServerId | null = remoteCalls.ownerOf(callId) ?? null;
    for (;;) {
      if (owned.owns(callId)) return void (await this.#deps.answer(question));
      if (owner === null) return;
      try {
        return void (await this.askServer(owner, question));
      } catch (error) {
        if (!isUnanswered(error)) throw error;
        await sleep(RETRY_MS, undefined, { signal: this.#closing.signal });
        owner = await this.#ownerNow(callId, owner);
      }
    }
  }

  /** Without the database it is the same as before. */
  async #ownerNow(callId: CallId, before: ServerId): Promise<ServerId | null> {
    return await this.#deps.owned.ownerOf(callId).catch(() => before);
  }

  #report({ callId, action }: Question, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    if (error instanceof AppError && error.code === 'call-not-found') return;
    this.#deps.log.warn({ err: error, callId, action: action.type }, 'call not told');
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
