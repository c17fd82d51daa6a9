import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import { type Party, type PartyKey, partyKey } from '#protocol/party.ts';
import {
  laneOf,
  type RequestFrame,
  type SignalNoticeName,
  type SignalNoticePayload,
  signalLanes,
} from '#protocol/signal/contract.ts';
import { wireError } from '#protocol/wire-error.ts';
import { isServerFault, toAppError } from '#server/errors.ts';
import type { Principal } from '#server/principal.ts';
import type { AnySession, SessionEnd, SessionKey } from '#server/session.ts';
import type { Identity } from './identify.ts';
import { type KeptByPerson, Outbox } from './outbox.ts';
import type { Router } from './router.ts';
import type { SignalObserver } from './signal-observer.ts';

/** The socket's end as a session needs it. */
export interface Wire {
  /** The client's network address, where it is known. */
  readonly address?: string;
  send(frame: string): void;
  /** Once; further calls have no effect. */
  close(code: number): void;
}

interface Lane {
  /** Settles when the last request of the lane has been answered. */
  tail: Promise<void>;
  /** Requests that are not answered yet. */
  open: number;
  /** Notices that wait for the answer of the request that is being carried out (SPEC.md, W5). */
  readonly held: { readonly name: string; readonly data: object }[];
}

export type LiveSessionOptions = Identity & {
  readonly id: SessionId;
  readonly router: Router;
  /** Shared by all sessions of the person. */
  readonly kept: KeptByPerson;
  /** Told of errors that are the server's own fault. */
  readonly report: (error: AppError, request: string) => void;
  /** Told when more was said while the socket is lost than is kept: the session cannot be resumed any more. */
  readonly onOverflow: (session: LiveSession) => void;
  readonly observer: SignalObserver;
};

/** Lanes whose requests can be carried out twice, so that their answers are not kept (SPEC.md, S4). */
const repeatableLanes = new Set(['session', 'presence', 'manage']);
/** Likewise, but it is kept unless it is too long: joining again replaces the session's last member (SPEC.md, G2). */
const repeatableIfLong = new Set(['groupCall.join']);
/** Ids of such requests that are remembered. */
const REPEATABLE_REMEMBERED = 128;

const isRepeatable = (request: string): boolean =>
  repeatableLanes.has(laneOf(request)) || repeatableIfLong.has(request);

/** What sessions of one person have in common. */
export const sessionKeyOf = (who: Identity): SessionKey =>
  who.party === null ? `admin:${who.principal.id}` : partyKey(who.party);

/** A session: what it owes its client, with or without a socket. Lifetimes are managed in sessions.ts. */
export class LiveSession implements AnySession {
  readonly id: SessionId;
  readonly party: Party | null;
  readonly partyKey: PartyKey | null;
  readonly key: SessionKey;
  readonly kept: KeptByPerson;
  /** Of the last opening: its token family can be another than the first one's. */
  principal: Principal;
  readonly #router: Router;
  readonly #report: LiveSessionOptions['report'];
  readonly #onOverflow: LiveSessionOptions['onOverflow'];
  readonly #observer: SignalObserver;
  #outbox: Outbox;
  readonly #lanes = new Map<string, Lane>();
  #inProgress = new Set<number>();
  /** Answered requests that are carried out again when they are sent again, the oldest first. */
  readonly #repeatable = new Set<number>();
  #wire: Wire | null = null;
  #seqWhenLost = 0;
  #lastId = 0;
  #endedBy: SessionEnd | null = null;

  constructor(options: LiveSessionOptions) {
    this.id = options.id;
    this.party = options.party;
    this.partyKey = options.party && partyKey(options.party);
    this.key = sessionKeyOf(options);
    this.principal = options.principal;
    this.#router = options.router;
    this.#report = options.report;
    this.#onOverflow = options.onOverflow;
    this.#observer = options.observer;
    this.kept = options.kept;
    this.#outbox = new Outbox(this.kept);
  }

  get live(): boolean {
    return this.#endedBy === null;
  }

  get endedBy(): SessionEnd | null {
    return this.#endedBy;
  }

  get address(): string | null {
    return this.#wire?.address ?? null;
  }

  get wire(): Wire | null {
    return this.#wire;
  }

  notify<Name extends SignalNoticeName>(name: Name, data: SignalNoticePayload<Name>): void {
    if (!this.live) return;
    this.#observer.notified(name, Object(data));
    const lane = this.#lanes.get(laneOf(name));
    // The payload of every notice is an object; the contract's types do not say so generically.
    if (lane && lane.open > 0) lane.held.push({ name, data: Object(data) });
    else this.#sayNow(name, Object(data));
  }

  #sayNow(name: string, data: object): void {
    const frame = this.#outbox.addNotice(name, data);
    if (this.#wire) this.#wire.send(frame);
    else if (this.#outbox.dropped > this.#seqWhenLost) this.#onOverflow(this);
  }

  /** What a client has missed that has seen `lastSeq`; null where the session cannot be resumed from there. */
  missedSince(lastSeq: number): readonly string[] | null {
    return this.#outbox.after(lastSeq);
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  detach(): void {
    this.#wire = null;
    this.#seqWhenLost = this.#outbox.seq;
  }

  /** A new page has the session: it counts from the beginning, and is not owed what was said to the last one. */
  restart(): void {
    this.#outbox.clear();
    this.#outbox = new Outbox(this.kept);
    this.#inProgress = new Set();
    this.#repeatable.clear();
    this.#lastId = 0;
    for (const lane of this.#lanes.values()) lane.held.length = 0;
  }

  /** Nothing goes out any more, in either direction. */
  end(how: SessionEnd): void {
    this.#endedBy = how;
    this.#wire = null;
    this.#outbox.clear();
  }

  /** Takes a request frame of the right shape; answers it in its lane's turn. */
  receive({ id, request, data }: RequestFrame): void {
    if (!this.live || this.#inProgress.has(id)) return;
    if (id <= this.#lastId && !(isRepeatable(request) && this.#repeatable.delete(id))) {
      const kept = this.#outbox.answerTo(id);
      this.#wire?.send(kept ?? errorFrame(id, new AppError('out-of-order')));
      return;
    }
    this.#lastId = Math.max(this.#lastId, id);
    this.#inProgress.add(id);
    const lane = this.#lane(laneOf(request));
    lane.open += 1;
    lane.tail = lane.tail.then(() => this.#carryOut(lane, { id, request, data }));
  }

  #lane(name: string): Lane {
    const existing = this.#lanes.get(name);
    if (existing) return existing;
    const lane: Lane = { tail: Promise.resolve(), open: 0, held: [] };
    // A lane that no one knows is not worth keeping: its request is refused as soon as it is routed.
    if (signalLanes.has(name)) this.#lanes.set(name, lane);
    return lane;
  }

  /** Never rejects, so that the lane continues after a failure. */
  async #carryOut(lane: Lane, { id, request, data }: RequestFrame): Promise<void> {
    const outbox = this.#outbox;
    const frame = await this.#answer(id, request, data);
    lane.open -= 1;
    // Asked by the last page, whose ids mean something else in the new one; or the session is over.
    if (this.live && outbox === this.#outbox) {
      this.#inProgress.delete(id);
      this.#keep(id, request, frame);
      this.#wire?.send(frame);
    }
    // Notices raised for the next queued request are flushed too, which is harmless.
    for (const notice of lane.held.splice(0)) if (this.live) this.#sayNow(notice.name, notice.data);
  }

  #keep(id: number, request: string, frame: string): void {
    const isKept = !repeatableLanes.has(laneOf(request)) && this.#outbox.addAnswer(id, frame);
    if (isKept || !isRepeatable(request)) return;
    this.#repeatable.add(id);
    if (this.#repeatable.size <= REPEATABLE_REMEMBERED) return;
    for (const oldest of this.#repeatable) {
      this.#repeatable.delete(oldest);
      return;
    }
  }

  async #answer(id: number, request: string, data: object): Promise<string> {
    if (!this.live) return errorFrame(id, new AppError('session-required'));
    const begunAt = performance.now();
    try {
      const reply = await this.#router.route(this, request, data);
      this.#observer.answered(request, null, performance.now() - begunAt);
      return JSON.stringify({ id, reply });
    } catch (thrown) {
      const error = toAppError(thrown);
      this.#observer.answered(request, error.code, performance.now() - begunAt);
      this.#observer.refused(error);
      if (isServerFault(error)) this.#report(error, request);
      return errorFrame(id, error);
    }
  }
}

export const errorFrame = (id: number | null, error: AppError): string =>
  JSON.stringify({ id, error: wireError(error) });
