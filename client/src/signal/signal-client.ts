import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { SessionId } from '#protocol/ids.ts';
import { PING_INTERVAL_MS, PROTOCOL_VERSION } from '#protocol/limits.ts';
import type { Party } from '#protocol/party.ts';
import type {
  SignalNoticeName,
  SignalNoticePayload,
  SignalPayload,
  SignalReply,
  SignalRequestName,
} from '#protocol/signal/contract.ts';
import { isNoticeName, isNoticePayload, isReply, readFrame } from './frames.ts';
import { PendingRequests } from './pending-requests.ts';
import { afterLoss, type Loss } from './reconnect-policy.ts';
import { startTicker } from './ticker.ts';
import { browserWakeHints, type WakeHints } from './wake-hints.ts';

export type Credential = SignalPayload<'session.open'>['credential'];

export type SignalState =
  /** For the first time; afterwards it is `lost` until it is `open` again. */
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open'; readonly party: Party; readonly sessionId: SessionId }
  /** The socket is gone, the session may live on: calls keep their media meanwhile. Times are of `now()`. */
  | {
      readonly phase: 'lost';
      readonly since: number;
      readonly nextAttemptAt: number | null;
      /** What the server answered to the last attempt; null where it did not answer. */
      readonly refusal: ErrorCode | null;
    }
  | { readonly phase: 'closed'; readonly reason: CloseReason; readonly code: ErrorCode | null };

/**
 * `closed`: by this side. `unauthenticated`: sign in again (a guest: the link is no longer good, see `code`).
 * `protocol-mismatch`: reload the page. `replaced`: the session continues on another socket.
 */
export type CloseReason = 'closed' | 'unauthenticated' | 'protocol-mismatch' | 'replaced';

export interface SignalClientOptions {
  /** `ws:` or `wss:` address of the signalling socket. */
  readonly url: string;
  /** Asked before every attempt, so that none is made with a token that has expired meanwhile. */
  readonly credential: () => Promise<Credential>;
  /** The session of the page that was loaded in this tab before, if it is to continue here (SPEC.md, S13). */
  readonly resume?: () => Promise<SessionId | null>;
  /** Milliseconds; `Date.now` by default. */
  readonly now?: () => number;
  /** 0 to 1, for jitter; `Math.random` by default. */
  readonly random?: () => number;
  readonly wakeHints?: WakeHints;
  /** How long nothing may be heard before the socket is given up, in milliseconds. */
  readonly silenceMs?: number;
  /** What the server sent and the contract does not know; for logs. */
  readonly onProtocolError?: (what: string) => void;
}

/** What calls need of the connection. */
export interface Signal {
  readonly state: SignalState;
  subscribe(listener: () => void): () => void;
  /**
   * Waits while there is no socket; sent once the connection is open.
   *
   * @throws AppError what the server answered; `request-timeout`; `service-unavailable` when the session it was asked in is gone
   */
  request<Name extends SignalRequestName>(
    name: Name,
    payload: SignalPayload<Name>,
  ): Promise<SignalReply<Name>>;
  /** The first listener of a notice also gets what came before it: parts of a page that are loaded late miss nothing. */
  on<Name extends SignalNoticeName>(
    name: Name,
    listener: (data: SignalNoticePayload<Name>) => void,
  ): () => void;
  /**
   * A new session stands in for one that could not be resumed: calls of the old one are gone on the server.
   *
   * `stoodStill`: this page had not run for a while, because the machine slept or the browser had frozen it.
   */
  onSessionReplaced(listener: (how: { readonly stoodStill: boolean }) => void): () => void;
}

export interface SignalClient extends Signal {
  /** Tells which notices wait for a first listener, and which come: for parts of a page that are loaded when wanted. */
  onArrival(listener: (name: SignalNoticeName) => void): () => void;
  /** Ends the session at once, calls included. May be called twice. `unauthenticated`: the sign-in is over. */
  close(reason?: Extract<CloseReason, 'closed' | 'unauthenticated'>): void;
}

/** One ping interval and time for its answer; the server's own limit (SOCKET_SILENCE_MS) is longer. */
const DEFAULT_SILENCE_MS = PING_INTERVAL_MS + 5_000;
/** When the page wakes up, an open socket has this long to show that it lives. */
const WAKE_PROOF_MS = 3_000;
/** A page that has not run for this long stood still: far longer than one is ever busy. */
const STANDSTILL_MS = 10_000;

/** Notices of one name that are kept for a first listener. */
const UNDELIVERED_KEPT = 32;

/** The typed connection to the server: one session over as many sockets as it takes (SPEC.md, S). */
export function createSignalClient(options: SignalClientOptions): SignalClient {
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  const silenceMs = options.silenceMs ?? DEFAULT_SILENCE_MS;
  const complain = options.onProtocolError ?? (() => {});

  const requests = new PendingRequests();
  /** Each checks what it is given against the contract of its notice. */
  const noticeListeners = new Map<string, Set<(data: object) => void>>();
  /** Of notices that no one has listened to so far. */
  const undelivered = new Map<SignalNoticeName, object[]>();
  const arrivalListeners = new Set<(name: SignalNoticeName) => void>();
  const stateListeners = new Set<() => void>();
  const replacedListeners = new Set<(how: { readonly stoodStill: boolean }) => void>();

  let state: SignalState = { phase: 'connecting' };
  let socket: WebSocket | null = null;
  /** Grows with every attempt; what an earlier one still brings is dropped. */
  let attemptNumber = 0;
  let attempting = false;
  let failedAttempts = 0;
  /** `lastSeq` null: of the last page, of which nothing else is known. */
  let session: { id: SessionId; lastSeq: number | null } | null = null;
  let hadSession = false;
  let lastReceivedAt = now();
  let lastSent = now();
  let lastRan = now();
  let stoodStill = false;
  let mustHearBy: number | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const setState = (next: SignalState) => {
    state = next;
    for (const listener of [...stateListeners]) listener();
  };

  /** To be called whenever something runs; the ticker does at least once a second, if the page runs at all. */
  function noteRunning(): void {
    const time = now();
    if (time - lastRan > STANDSTILL_MS) stoodStill = true;
    lastRan = time;
  }

  async function attempt(): Promise<void> {
    if (attempting || state.phase === 'open' || state.phase === 'closed') return;
    attempting = true;
    clearTimeout(retryTimer);
    const number = ++attemptNumber;
    if (state.phase === 'lost') setState({ ...state, nextAttemptAt: null });
    let credential: Credential;
    try {
      const left = failedAttempts === 0 && !hadSession ? ((await options.resume?.()) ?? null) : null;
      if (left) session = { id: left, lastSeq: null };
      credential = await options.credential();
    } catch (error) {
      if (number === attemptNumber) lose(number, credentialLoss(error));
      return;
    }
    if (number === attemptNumber) open(number, credential);
  }

  function open(number: number, credential: Credential): void {
    const opened = new WebSocket(options.url);
    socket = opened;
    lastReceivedAt = now();
    const openId = requests.takeId();
    opened.onopen = () => {
      const data: SignalPayload<'session.open'> = {
        protocolVersion: PROTOCOL_VERSION,
        credential,
        ...(session && {
          resume: { sessionId: session.id, ...(session.lastSeq !== null && { lastSeq: session.lastSeq }) },
        }),
      };
      opened.send(JSON.stringify({ id: openId, request: 'session.open', data }));
      lastSent = now();
    };
    opened.onmessage = (event) => {
      if (number === attemptNumber) receive(number, openId, event.data);
    };
    opened.onclose = (event) => lose(number, { kind: 'socket-closed', code: event.code });
  }

  function receive(number: number, openId: number, text: unknown): void {
    lastReceivedAt = now();
    mustHearBy = null;
    const frame = readFrame(text);
    if (!frame) {
      complain('a frame could not be read');
    } else if (frame.kind === 'notice') {
      hear(frame);
    } else if (frame.id === openId) {
      if (frame.kind === 'reply') opened(frame.reply);
      else lose(number, { kind: 'refused', code: frame.error.code, retryAfterMs: frame.error.retryAfterMs });
    } else if (frame.kind === 'reply') {
      requests.settle(frame.id, frame.reply);
    } else if (frame.id === null) {
      complain(`the server could not read a frame: ${frame.error.code}`);
    } else {
      requests.fail(frame.id, frame.error);
    }
  }

  function opened(reply: object): void {
    if (!isReply('session.open', reply) || !socket) {
      complain('the reply to session.open does not match the contract');
      return;
    }
    attempting = false;
    failedAttempts = 0;
    noteRunning();
    const how = { stoodStill };
    stoodStill = false;
    const replaced = hadSession && !reply.resumed;
    hadSession = true;
    if (!reply.resumed || session?.lastSeq === null) session = { id: reply.sessionId, lastSeq: 0 };
    if (replaced) requests.failAll(new AppError('service-unavailable'));
    setState({ phase: 'open', party: reply.party, sessionId: reply.sessionId });
    if (replaced) for (const listener of [...replacedListeners]) listener(how);
    requests.sendAll(socket);
    lastSent = now();
  }

  function hear(frame: { readonly seq: number; readonly name: string; readonly data: object }): void {
    if (session) {
      // A notice that crossed with the loss of the socket is sent again on resume.
      if (session.lastSeq !== null && frame.seq <= session.lastSeq) return;
      session.lastSeq = frame.seq;
    }
    const { name, data } = frame;
    const listeners = noticeListeners.get(name);
    if (!isNoticeName(name)) {
      complain(`unknown notice ${name}`);
      return;
    }
    if (listeners) for (const listener of [...listeners]) listener(data);
    else keep(name, data);
    for (const listener of [...arrivalListeners]) listener(name);
  }

  function keep(name: SignalNoticeName, data: object): void {
    undelivered.set(name, [...(undelivered.get(name) ?? []), data].slice(-UNDELIVERED_KEPT));
  }

  function lose(number: number, loss: Loss): void {
    if (number !== attemptNumber || state.phase === 'closed') return;
    attemptNumber++;
    attempting = false;
    mustHearBy = null;
    dropSocket();
    requests.stopTimers();
    const decision = afterLoss(loss, failedAttempts++, random());
    if ('stop' in decision) {
      shut(decision.stop, decision.code);
      return;
    }
    if (decision.forget) session = null;
    const since = state.phase === 'lost' ? state.since : now();
    const refusal = loss.kind === 'refused' ? loss.code : null;
    setState({ phase: 'lost', since, nextAttemptAt: now() + decision.retryInMs, refusal });
    retryTimer = setTimeout(() => void attempt(), decision.retryInMs);
  }

  function dropSocket(): void {
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function shut(reason: CloseReason, code: ErrorCode | null): void {
    if (state.phase === 'closed') return;
    attemptNumber++;
    clearTimeout(retryTimer);
    stopTicker();
    stopWakeHints();
    dropSocket();
    requests.failAll(new AppError(reason === 'unauthenticated' ? 'unauthenticated' : 'service-unavailable'));
    setState({ phase: 'closed', reason, code });
  }

  function tick(): void {
    noteRunning();
    const time = now();
    if (socket && (time - lastReceivedAt > silenceMs || (mustHearBy !== null && time > mustHearBy))) {
      lose(attemptNumber, { kind: 'silent' });
    } else if (state.phase === 'open' && time - lastSent >= PING_INTERVAL_MS) {
      ping();
    } else if (state.phase === 'lost' && state.nextAttemptAt !== null && time >= state.nextAttemptAt) {
      // The page's own timer may be slowed down while it is hidden; the ticker is not.
      void attempt();
    }
  }

  function ping(): void {
    // Unanswered, it shows as silence; the answer itself says nothing.
    client.request('session.ping', {}).catch(() => {});
  }

  function wake(): void {
    if (state.phase === 'open') {
      mustHearBy = now() + WAKE_PROOF_MS;
      ping();
    } else if (state.phase === 'lost') {
      failedAttempts = 0;
      void attempt();
    }
  }

  const client: SignalClient = {
    get state() {
      return state;
    },
    subscribe(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    request(name, payload) {
      if (state.phase === 'closed') return Promise.reject(new AppError('service-unavailable'));
      const { id, reply } = requests.add(name, payload);
      if (state.phase === 'open' && socket) {
        requests.send(id, socket);
        lastSent = now();
      }
      return reply;
    },
    on(name, listener) {
      const checked = (data: object) => {
        if (isNoticePayload(name, data)) listener(data);
        else complain(`the notice ${name} does not match the contract`);
      };
      const listeners = noticeListeners.get(name) ?? new Set();
      noticeListeners.set(name, listeners.add(checked));
      for (const data of undelivered.get(name) ?? []) checked(data);
      undelivered.delete(name);
      return () => listeners.delete(checked);
    },
    onArrival(listener) {
      arrivalListeners.add(listener);
      for (const name of undelivered.keys()) listener(name);
      return () => arrivalListeners.delete(listener);
    },
    onSessionReplaced(listener) {
      replacedListeners.add(listener);
      return () => replacedListeners.delete(listener);
    },
    close(reason = 'closed') {
      if (state.phase === 'open') client.request('session.close', {}).catch(() => {});
      shut(reason, null);
    },
  };

  const stopTicker = startTicker(tick);
  const stopWakeHints = (options.wakeHints ?? browserWakeHints)(wake);
  void attempt();
  return client;
}

function credentialLoss(error: unknown): Loss {
  return error instanceof AppError
    ? { kind: 'refused', code: error.code, retryAfterMs: error.retryAfterMs }
    : { kind: 'credential-failed' };
}
