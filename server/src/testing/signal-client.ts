import { WebSocket } from 'ws';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import { AppError } from '#protocol/app-error.ts';
import { isErrorCode } from '#protocol/errors.ts';
import { PROTOCOL_VERSION } from '#protocol/limits.ts';
import type {
  SignalNoticeName,
  SignalNoticePayload,
  SignalPayload,
  SignalReply,
  SignalRequestName,
} from '#protocol/signal/contract.ts';

interface AnyFrame {
  readonly id?: number | null;
  readonly seq?: number;
  readonly notice?: string;
  readonly data?: object;
  readonly reply?: object;
  readonly error?: { readonly code: string; readonly message: string; readonly retryAfterMs?: number };
}

type Credential = SignalPayload<'session.open'>['credential'];

export const accessToken = (token: string): Credential => ({ kind: 'access', token });

/** A client that does what it is told, right or wrong, and keeps all that it hears. */
export class TestSignalClient {
  readonly socket: WebSocket;
  /** All frames, in the order of arrival. */
  readonly frames: AnyFrame[] = [];
  /** The code of the close, once it is closed. */
  readonly closed: Promise<number>;
  session: SignalReply<'session.open'> | null = null;
  #nextId = 1;
  readonly #watchers = new Set<() => void>();
  readonly #hearers = new Set<(frame: AnyFrame) => void>();

  constructor(url: string, options: { readonly origin?: string } = {}) {
    this.socket = new WebSocket(url, options);
    this.socket.on('message', (data) => {
      const frame: AnyFrame = JSON.parse(data.toString());
      this.frames.push(frame);
      for (const hear of this.#hearers) hear(frame);
      for (const watch of [...this.#watchers]) watch();
    });
    this.closed = new Promise((resolve) => this.socket.on('close', resolve));
    // A refused upgrade or a cut: 'close' tells.
    this.socket.on('error', () => {});
  }

  async connected(): Promise<this> {
    if (this.socket.readyState === WebSocket.OPEN) return this;
    await new Promise<void>((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('close', () => reject(new Error('The socket was refused')));
    });
    return this;
  }

  async open(
    credential: Credential,
    resume?: { readonly sessionId: SignalReply<'session.open'>['sessionId']; readonly lastSeq?: number },
  ): Promise<SignalReply<'session.open'>> {
    await this.connected();
    const payload = { protocolVersion: PROTOCOL_VERSION, credential, ...(resume && { resume }) };
    // Outside of the order of ids (W1).
    this.session = await this.requestAs(1_000_000, 'session.open', payload);
    return this.session;
  }

  request<Name extends SignalRequestName>(name: Name, data: SignalPayload<Name>): Promise<SignalReply<Name>> {
    return this.requestAs(this.#nextId++, name, data);
  }

  /** Under an id of the test's choice. */
  async requestAs<Name extends SignalRequestName>(
    id: number,
    name: Name,
    data: SignalPayload<Name>,
  ): Promise<SignalReply<Name>> {
    this.#nextId = id >= this.#nextId && id < 1_000_000 ? id + 1 : this.#nextId;
    const from = this.frames.length;
    this.send({ id, request: name, data });
    const answer = await this.#find((frame) => frame.id === id, `an answer to ${name}`, from);
    if (answer.error) throw toAppError(answer.error);
    return answer.reply as SignalReply<Name>;
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
  }

  /** The next error frame, under that id. */
  async error(id: number | null, from = 0): Promise<string> {
    const frame = await this.#find((one) => one.id === id && one.error !== undefined, 'an error', from);
    return frame.error?.code ?? '';
  }

  /** The first notice of that name, from the given frame on, for which `matches` is true. */
  async notice<Name extends SignalNoticeName>(
    name: Name,
    matches: (data: SignalNoticePayload<Name>) => boolean = () => true,
    from = 0,
  ): Promise<SignalNoticePayload<Name>> {
    const isWanted = (frame: AnyFrame) =>
      frame.notice === name && matches(frame.data as SignalNoticePayload<Name>);
    return (await this.#find(isWanted, `notice ${name}`, from)).data as SignalNoticePayload<Name>;
  }

  /** Hears every notice of that name from now on. */
  onNotice<Name extends SignalNoticeName>(name: Name, hear: (data: SignalNoticePayload<Name>) => void): void {
    this.#hearers.add((frame) => {
      if (frame.notice === name) hear(frame.data as SignalNoticePayload<Name>);
    });
  }

  noticesOf(name: SignalNoticeName): readonly AnyFrame[] {
    return this.frames.filter((frame) => frame.notice === name);
  }

  get lastSeq(): number {
    return this.frames.reduce((last, { seq = 0 }) => Math.max(last, seq), 0);
  }

  /** As a network does it: without a word. */
  cut(): void {
    this.socket.terminate();
  }

  close(code = 1000): void {
    this.socket.close(code);
  }

  async #find(matches: (frame: AnyFrame) => boolean, what: string, from: number): Promise<AnyFrame> {
    const find = () => this.frames.slice(from).find(matches);
    return await new Promise<AnyFrame>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(look);
        reject(
          new Error(`No ${what} came; there were ${JSON.stringify(this.frames.slice(-5)).slice(0, 1000)}`),
        );
      }, WAIT_LIMIT_MS);
      const look = () => {
        const found = find();
        if (!found) return;
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }
}

const toAppError = (error: NonNullable<AnyFrame['error']>): AppError =>
  new AppError(isErrorCode(error.code) ? error.code : 'internal-error', {
    message: error.message,
    ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }),
  });
