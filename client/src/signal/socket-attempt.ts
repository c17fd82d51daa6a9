import { AppError } from '#protocol/app-error.ts';
import type { SignalPayload, SignalReply } from '#protocol/signal/contract.ts';
import { type IncomingFrame, isReply, readFrame } from './frames.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { Loss } from './reconnect-policy.ts';

export interface AttemptOptions {
  readonly url: string;
  readonly now: () => number;
  /** How long nothing may be heard, in milliseconds. */
  readonly silenceMs: number;
  /** Settled by the replies that come. */
  readonly requests: PendingRequests;
  /** Asked once, before there is a socket. */
  readonly opening: () => Promise<SignalPayload<'session.open'>>;
  readonly onOpened: (reply: SignalReply<'session.open'>) => void;
  readonly onNotice: (notice: Extract<IncomingFrame, { kind: 'notice' }>) => void;
  readonly onLost: (loss: Loss) => void;
  readonly complain: (what: string) => void;
}

/** One attempt at a connection, from its credential to the loss of its socket. Once closed it calls nothing back. */
export interface Attempt {
  send(frame: string): void;
  sinceSentMs(): number;
  isSilent(): boolean;
  /** Counts as silent unless the server is heard within this time. */
  mustBeHeardWithin(ms: number): void;
  close(): void;
}

export function beginAttempt(options: AttemptOptions): Attempt {
  const { now, requests, onLost, complain } = options;
  let socket: WebSocket | null = null;
  let closed = false;
  let receivedAt = now();
  let sentAt = now();
  let mustHearBy = Number.POSITIVE_INFINITY;

  async function open(): Promise<void> {
    let data: SignalPayload<'session.open'>;
    try {
      data = await options.opening();
    } catch (error) {
      if (!closed) onLost(lossBy(error));
      return;
    }
    if (closed) return;
    const openId = requests.takeId();
    socket = new WebSocket(options.url);
    receivedAt = now();
    socket.onopen = () => send(JSON.stringify({ id: openId, request: 'session.open', data }));
    socket.onmessage = (event) => receive(openId, readFrame(event.data));
    socket.onclose = ({ code }) => onLost({ kind: 'socket-closed', code });
  }

  function receive(openId: number, frame: IncomingFrame | null): void {
    receivedAt = now();
    mustHearBy = Number.POSITIVE_INFINITY;
    if (!frame) complain('a frame could not be read');
    else if (frame.kind === 'notice') options.onNotice(frame);
    else if (frame.id === openId) opened(frame);
    else if (frame.kind === 'reply') requests.settle(frame.id, frame.reply);
    else if (frame.id === null) complain(`the server could not read a frame: ${frame.error.code}`);
    else requests.fail(frame.id, frame.error);
  }

  function opened(frame: Exclude<IncomingFrame, { kind: 'notice' }>): void {
    if (frame.kind === 'error') onLost(refusedBy(frame.error));
    else if (isReply('session.open', frame.reply)) options.onOpened(frame.reply);
    else complain('the reply to session.open does not match the contract');
  }

  function send(frame: string): void {
    socket?.send(frame);
    sentAt = now();
  }

  void open();
  return {
    send,
    sinceSentMs: () => now() - sentAt,
    isSilent: () => socket !== null && (now() - receivedAt > options.silenceMs || now() > mustHearBy),
    mustBeHeardWithin(ms) {
      mustHearBy = Math.min(mustHearBy, now() + ms);
    },
    close() {
      closed = true;
      if (!socket) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      socket = null;
    },
  };
}

const refusedBy = ({ code, retryAfterMs }: AppError): Loss => ({ kind: 'refused', code, retryAfterMs });

const lossBy = (error: unknown): Loss =>
  error instanceof AppError ? refusedBy(error) : { kind: 'credential-failed' };
