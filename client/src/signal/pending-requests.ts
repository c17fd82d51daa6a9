import { AppError } from '#protocol/app-error.ts';
import { REQUEST_TIMEOUT_MS } from '#protocol/limits.ts';
import type { SignalPayload, SignalReply, SignalRequestName } from '#protocol/signal/contract.ts';
import { isReply } from './frames.ts';

interface Wire {
  send(frame: string): void;
}

interface Pending {
  readonly frame: string;
  readonly settle: (reply: object) => void;
  readonly fail: (error: AppError) => void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Requests that have not been answered. They outlive the socket: after a resume they are sent again under the same id,
 * by which the server knows those it has handled already (SPEC.md, S4). Their time-out runs only while there is a
 * socket, so that an answer lost with the network is not taken for a server that does not answer.
 */
export class PendingRequests {
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  takeId(): number {
    return this.#nextId++;
  }

  add<Name extends SignalRequestName>(
    name: Name,
    payload: SignalPayload<Name>,
  ): { readonly id: number; readonly reply: Promise<SignalReply<Name>> } {
    const id = this.takeId();
    const { promise, resolve, reject } = Promise.withResolvers<SignalReply<Name>>();
    this.#pending.set(id, {
      frame: JSON.stringify({ id, request: name, data: payload }),
      settle: (reply) => {
        if (isReply(name, reply)) resolve(reply);
        else
          reject(
            new AppError('invalid-payload', { message: `The reply to ${name} does not match the contract` }),
          );
      },
      fail: reject,
      timer: undefined,
    });
    return { id, reply: promise };
  }

  send(id: number, socket: Wire): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    clearTimeout(pending.timer);
    pending.timer = setTimeout(() => this.fail(id, new AppError('request-timeout')), REQUEST_TIMEOUT_MS);
    socket.send(pending.frame);
  }

  sendAll(socket: Wire): void {
    for (const id of this.#pending.keys()) this.send(id, socket);
  }

  stopTimers(): void {
    for (const pending of this.#pending.values()) clearTimeout(pending.timer);
  }

  settle(id: number, reply: object): void {
    this.#take(id)?.settle(reply);
  }

  fail(id: number, error: AppError): void {
    this.#take(id)?.fail(error);
  }

  failAll(error: AppError): void {
    for (const id of [...this.#pending.keys()]) this.fail(id, error);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending) clearTimeout(pending.timer);
    this.#pending.delete(id);
    return pending;
  }
}
