import { createStore } from '#client/store.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { SessionId } from '#protocol/ids.ts';
import { PING_INTERVAL_MS, PROTOCOL_VERSION } from '#protocol/limits.ts';
import type { SignalPayload, SignalReply } from '#protocol/signal/contract.ts';
import { createNotices } from './notices.ts';
import { PendingRequests } from './pending-requests.ts';
import { afterLoss, type Loss } from './reconnect-policy.ts';
import type { CloseReason, SignalClient, SignalState } from './signal.ts';
import { type Attempt, beginAttempt } from './socket-attempt.ts';
import { createStandstill } from './standstill.ts';
import { startTicker } from './ticker.ts';
import { browserWakeHints, type WakeHints } from './wake-hints.ts';

type Opening = SignalPayload<'session.open'>;

export interface SignalClientOptions {
  /** `ws:` or `wss:` address of the signalling socket. */
  readonly url: string;
  /** Asked before every attempt, so that none uses an expired token. */
  readonly credential: () => Promise<Opening['credential']>;
  /** The session of the page that was loaded in this tab before, if it is to continue here (SPEC.md, S13). */
  readonly resume?: () => Promise<SessionId | null>;
  /** Whether a call waits for the connection: then it is tried more often. Never by default. */
  readonly inCall?: () => boolean;
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

/** One ping interval and time for its answer; the server's own limit (SOCKET_SILENCE_MS) is longer. */
const DEFAULT_SILENCE_MS = PING_INTERVAL_MS + 5_000;
/** When the page wakes up, an open socket has this long to show that it lives. */
const WAKE_PROOF_MS = 3_000;
/** The same where media has stopped flowing already: the network is more likely gone than slow. */
const CHECK_PROOF_MS = 1_500;

/** The typed connection to the server: one session over as many sockets as it takes (SPEC.md, S). */
export function createSignalClient(options: SignalClientOptions): SignalClient {
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  const complain = options.onProtocolError ?? (() => {});

  const requests = new PendingRequests();
  const notices = createNotices(complain);
  const standstill = createStandstill(now);
  const state = createStore<SignalState>({ phase: 'connecting' });
  const replacedListeners = new Set<(how: { readonly stoodStill: boolean }) => void>();

  /** Null between a loss and the next try. */
  let attempt: Attempt | null = null;
  let failedAttempts = 0;
  /** `lastSeq` null: of the last page, of which nothing else is known. */
  let session: { id: SessionId; lastSeq: number | null } | null = null;
  let hadSession = false;
  /** How long the server keeps a session whose socket is lost. */
  let graceMs: number | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let proofTimer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const before = state.get();
    if (attempt || before.phase === 'closed') return;
    clearTimeout(retryTimer);
    attempt = beginAttempt({
      url: options.url,
      now,
      silenceMs: options.silenceMs ?? DEFAULT_SILENCE_MS,
      requests,
      opening,
      onOpened,
      onNotice,
      onLost,
      complain,
    });
    if (before.phase === 'lost') state.set({ ...before, nextAttemptAt: null });
  }

  async function opening(): Promise<Opening> {
    const left = failedAttempts === 0 && !hadSession ? await options.resume?.() : null;
    if (left) session = { id: left, lastSeq: null };
    const credential = await options.credential();
    const { id: sessionId, lastSeq = null } = session ?? {};
    return {
      protocolVersion: PROTOCOL_VERSION,
      credential,
      ...(sessionId && { resume: { sessionId, ...(lastSeq !== null && { lastSeq }) } }),
    };
  }

  function onOpened(reply: SignalReply<'session.open'>): void {
    failedAttempts = 0;
    const stoodStill = standstill.take();
    const replaced = hadSession && !reply.resumed;
    hadSession = true;
    graceMs = reply.graceMs;
    if (!reply.resumed || session?.lastSeq === null) session = { id: reply.sessionId, lastSeq: 0 };
    if (replaced) requests.failAll(new AppError('session-lost'));
    state.set({ phase: 'open', party: reply.party, sessionId: reply.sessionId });
    if (replaced) for (const listener of [...replacedListeners]) listener({ stoodStill });
    if (attempt) requests.sendAll(attempt);
  }

  function onNotice({
    seq,
    name,
    data,
  }: {
    readonly seq: number;
    readonly name: string;
    readonly data: object;
  }): void {
    if (session) {
      // A notice that crossed with the loss of the socket is sent again on resume.
      if (session.lastSeq !== null && seq <= session.lastSeq) return;
      session.lastSeq = seq;
    }
    notices.hear(name, data);
  }

  function onLost(loss: Loss): void {
    attempt?.close();
    attempt = null;
    requests.stopTimers();
    const decision = afterLoss(loss, failedAttempts++, random(), options.inCall?.());
    if ('stop' in decision) {
      shut(decision.stop, decision.code);
      return;
    }
    if (decision.forget) session = null;
    const before = state.get();
    const since = before.phase === 'lost' ? before.since : now();
    const refusal = loss.kind === 'refused' ? loss.code : null;
    const resumableUntil = graceMs === null ? null : since + graceMs;
    const nextAttemptAt = now() + decision.retryInMs;
    state.set({ phase: 'lost', since, nextAttemptAt, resumableUntil, refusal });
    retryTimer = setTimeout(connect, decision.retryInMs);
  }

  function shut(reason: CloseReason, code: ErrorCode | null): void {
    if (state.get().phase === 'closed') return;
    clearTimeout(retryTimer);
    clearTimeout(proofTimer);
    stopTicker();
    stopWakeHints();
    attempt?.close();
    attempt = null;
    requests.failAll(new AppError(reason === 'unauthenticated' ? 'unauthenticated' : 'service-unavailable'));
    state.set({ phase: 'closed', reason, code });
  }

  function tick(): void {
    standstill.noteRunning();
    const current = state.get();
    if (attempt?.isSilent()) {
      onLost({ kind: 'silent' });
    } else if (current.phase === 'open' && attempt && attempt.sinceSentMs() >= PING_INTERVAL_MS) {
      ping();
    } else if (current.phase === 'lost' && current.nextAttemptAt !== null && now() >= current.nextAttemptAt) {
      // The page's own timer may be slowed down while it is hidden; the ticker is not.
      connect();
    }
  }

  function ping(): void {
    // Unanswered, it shows as silence; the answer itself says nothing.
    client.request('session.ping', {}).catch(() => {});
  }

  function check(proofMs: number): void {
    const { phase } = state.get();
    if (phase === 'open') {
      attempt?.mustBeHeardWithin(proofMs);
      ping();
      clearTimeout(proofTimer);
      proofTimer = setTimeout(tick, proofMs + 1);
    } else if (phase === 'lost') {
      failedAttempts = 0;
      connect();
    }
  }

  const client: SignalClient = {
    get state() {
      return state.get();
    },
    subscribe: state.subscribe,
    request(name, payload) {
      const { phase } = state.get();
      if (phase === 'closed') return Promise.reject(new AppError('service-unavailable'));
      const { id, reply } = requests.add(name, payload);
      if (phase === 'open' && attempt) requests.send(id, attempt);
      return reply;
    },
    check: () => check(CHECK_PROOF_MS),
    on: notices.on,
    onArrival: notices.onArrival,
    onSessionReplaced(listener) {
      replacedListeners.add(listener);
      return () => replacedListeners.delete(listener);
    },
    close(reason = 'closed') {
      if (state.get().phase === 'open') client.request('session.close', {}).catch(() => {});
      shut(reason, null);
    },
  };

  const stopTicker = startTicker(tick);
  const stopWakeHints = (options.wakeHints ?? browserWakeHints)(() => check(WAKE_PROOF_MS));
  connect();
  return client;
}
