import { Compile } from 'typebox/compile';
import type { RawData, WebSocket } from 'ws';
import { TokenBucket } from '#platform/token-bucket.ts';
import { AppError } from '#protocol/app-error.ts';
import { CloseCode, HANDSHAKE_TIMEOUT_MS, MAX_FRAME_BYTES, SOCKET_SILENCE_MS } from '#protocol/limits.ts';
import {
  type RequestFrame,
  RequestFrameSchema,
  type SignalPayload,
  signalRequests,
} from '#protocol/signal/contract.ts';
import { network } from '#server/auth/network.ts';
import { toAppError, violation } from '#server/errors.ts';
import { limitTable } from '#server/limits/limit-table.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import type { RequestRate } from '#server/limits/request-rate.ts';
import { invalidPayload } from './invalid-payload.ts';
import { errorFrame, type LiveSession, type Wire } from './live-session.ts';
import type { SignalObserver } from './signal-observer.ts';

/** Bytes that may wait for a client that does not read (SPEC.md, S8). */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Time for the closing handshake with a client that may not answer, after which the socket is cut. */
const CLOSE_TIMEOUT_MS = 2_000;

/** A longer frame closes the socket before it is read (`ws`, maxPayload): it is certainly not accidental. */
export const HARD_MAX_FRAME_BYTES = 4 * MAX_FRAME_BYTES;

export interface ConnectionTimes {
  readonly handshakeMs: number;
  readonly silenceMs: number;
}
export const defaultConnectionTimes: ConnectionTimes = {
  handshakeMs: HANDSHAKE_TIMEOUT_MS,
  silenceMs: SOCKET_SILENCE_MS,
};

/** The owner of the sessions. */
export interface SessionOpener {
  /**
   * Answers `session.open`: sends the reply with `reply` and attaches the session to the wire. Throws what the client
   * is to be told.
   */
  open(
    payload: SignalPayload<'session.open'>,
    wire: Wire & { readonly address: string },
    reply: (data: object) => void,
  ): Promise<LiveSession>;
  /** The socket is gone; `code` is that of the closing handshake, 1006 where there was none. */
  lost(session: LiveSession, wire: Wire, code: number): void;
}

export interface ConnectionDeps {
  readonly opener: SessionOpener;
  readonly requestRate: Pick<RequestRate, 'frame'>;
  readonly observer: Pick<SignalObserver, 'refused'>;
  readonly times: ConnectionTimes;
}

const frameSchema = Compile(RequestFrameSchema);
const openSchema = Compile(signalRequests['session.open'].payload);
const isFrame = (value: unknown): value is RequestFrame => frameSchema.Check(value);
const isOpening = (value: unknown): value is SignalPayload<'session.open'> => openSchema.Check(value);

/** One socket, from its opening to its close: reads frames, refuses the bad ones, opens the session. */
export class Connection implements Wire {
  /** The client's network address. */
  readonly address: string;
  readonly #network: string;
  readonly #socket: WebSocket;
  readonly #deps: ConnectionDeps;
  /** Of this socket (SPEC.md, W7). */
  readonly #rate: TokenBucket;
  /** Refused and unreadable frames, before the socket is closed (SPEC.md, W7). */
  readonly #patience: TokenBucket;
  #state:
    | { readonly tag: 'waiting' | 'opening' | 'closed' }
    | { readonly tag: 'open'; readonly session: LiveSession } = { tag: 'waiting' };
  #timer: ReturnType<typeof setTimeout>;

  constructor(socket: WebSocket, address: string, deps: ConnectionDeps) {
    this.address = address;
    this.#network = network(address);
    this.#socket = socket;
    this.#deps = deps;
    const now = performance.now();
    this.#rate = new TokenBucket(limitTable['frames-socket'].rate, now);
    this.#patience = new TokenBucket(limitTable['refused-frames-socket'].rate, now);
    this.#timer = setTimeout(() => this.close(CloseCode.handshakeTimeout), deps.times.handshakeMs);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', (code) => this.#closed(code));
    // A broken frame or a reset: 'close' follows and says all that matters.
    socket.on('error', () => {});
  }

  get isClosed(): boolean {
    return this.#state.tag === 'closed';
  }

  send(frame: string): void {
    if (this.#state.tag === 'closed') return;
    this.#socket.send(frame);
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.close(CloseCode.tooSlow);
  }

  /** Counts as closed from now on, although the other side may take its time to answer. */
  close(code: number): void {
    if (this.#state.tag === 'closed') return;
    this.#socket.close(code);
    const cut = setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS);
    this.#socket.once('close', () => clearTimeout(cut));
    this.#closed(code);
  }

  #closed(code: number): void {
    const state = this.#state;
    if (state.tag === 'closed') return;
    this.#state = { tag: 'closed' };
    clearTimeout(this.#timer);
    if (state.tag === 'open') this.#deps.opener.lost(state.session, this, code);
  }

  #receive(data: RawData, isBinary: boolean) {
    if (this.#state.tag === 'closed') return;
    if (this.#state.tag === 'open') this.#restartSilence();
    const text = isBinary ? null : toText(data);
    const parsed = text === null ? undefined : parseJson(text);
    const id = idOf(parsed);
    const overRate = this.#overRate();
    if (overRate) return this.#refuse(id, overRate);
    if (text !== null && Buffer.byteLength(text) > MAX_FRAME_BYTES) {
      return this.#refuse(id, new AppError('frame-too-large'));
    }
    if (text === null || !isFrame(parsed)) return this.#refuse(id, new AppError('malformed-frame'));
    const illFormed = HALF_ESCAPED.test(text) ? findIllFormed(parsed) : undefined;
    if (illFormed !== undefined) {
      const error = illFormedText(illFormed);
      if (parsed.request === 'session.open' && this.#state.tag === 'waiting') this.#refuseOpening(id, error);
      else this.#refuse(id, error);
      return;
    }
    if (parsed.request === 'session.open') return void this.#open(parsed);
    if (this.#state.tag !== 'open') return this.#refuse(id, new AppError('session-required'));
    this.#state.session.receive(parsed);
  }

  /** The socket's own rate first: one that floods takes no more than that from its person's others (SPEC.md, W7). */
  #overRate(): AppError | null {
    const now = performance.now();
    const waitMs = this.#rate.waitMs(now);
    if (waitMs > 0) return overLimit('frames-socket', waitMs);
    this.#rate.take(now);
    const person = this.#state.tag === 'open' ? this.#state.session.key : null;
    return this.#deps.requestRate.frame(this.#network, person);
  }

  #refuse(id: number | null, error: AppError): void {
    this.#deps.observer.refused(error);
    this.send(errorFrame(id, error));
    if (!this.#patience.take(performance.now())) this.close(CloseCode.abuse);
  }

  async #open({ id, data }: RequestFrame): Promise<void> {
    if (this.#state.tag !== 'waiting') return this.#refuse(id, new AppError('session-already-open'));
    if (!isOpening(data)) return this.#refuseOpening(id, invalidPayload(openSchema.Errors(data)));
    this.#state = { tag: 'opening' };
    try {
      const session = await this.#deps.opener.open(data, this, (reply) => {
        this.send(JSON.stringify({ id, reply }));
      });
      if (this.isClosed) return this.#deps.opener.lost(session, this, 1006);
      this.#state = { tag: 'open', session };
      this.#restartSilence();
    } catch (thrown) {
      this.#refuseOpening(id, toAppError(thrown));
    }
  }

  #refuseOpening(id: number | null, error: AppError): void {
    this.#deps.observer.refused(error);
    this.send(errorFrame(id, error));
    this.close(closeCodeOf(error));
  }

  #restartSilence(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(CloseCode.silence), this.#deps.times.silenceMs);
  }
}

const closeCodeOf = (error: AppError): number => {
  if (error.code === 'protocol-mismatch') return CloseCode.protocolMismatch;
  const passing = error.status >= 500 || error.code === 'too-many-requests';
  return passing ? CloseCode.tryAgainLater : CloseCode.unauthenticated;
};

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return data instanceof ArrayBuffer ? Buffer.from(data).toString() : data.toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Only an escape can say half of a character. */
const HALF_ESCAPED = /\\u[dD][89a-fA-F]/;

/** Nothing of the contract is nested deeper. */
const MAX_DEPTH = 20;

/** The path of a text, or of a name, that no one could show or store: with half of a surrogate pair. Also what is nested too deep. */
function findIllFormed(value: unknown, path = '', depth = 0): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return path;
  for (const [name, inner] of Object.entries(value)) {
    // Names that cannot be shown are not repeated.
    if (!name.isWellFormed()) return path;
    const within = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    const found = findIllFormed(inner, within, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param path in the frame, whose payload is `data` */
const illFormedText = (path: string): AppError =>
  new AppError('invalid-payload', {
    violations: [violation(path.replace(/^data(\.|$)/, ''), 'invalid', ILL_FORMED_TEXT)],
  });
const ILL_FORMED_TEXT = 'The value has half of a surrogate pair, or is nested too deep.';

/** The id of a frame that may be wrong in everything else, so that the client knows which request was refused. */
const idOf = (parsed: unknown): number | null =>
  typeof parsed === 'object' &&
  parsed !== null &&
  'id' in parsed &&
  typeof parsed.id === 'number' &&
  Number.isInteger(parsed.id)
    ? parsed.id
    : null;
