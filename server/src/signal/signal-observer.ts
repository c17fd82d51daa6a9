import type { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';

/** Is told what goes over the signalling sockets of this server. */
export interface SignalObserver {
  /** @param code of the error; null: the request has succeeded */
  answered(request: string, code: ErrorCode | null, elapsedMs: number): void;
  /** Of each error that a client is answered, whether its request was carried out or refused unread. */
  refused(error: AppError): void;
  /** Of each session that is sent it. */
  notified(notice: string, data: object): void;
}

export const noObserver: SignalObserver = { answered() {}, refused() {}, notified() {} };
