import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { manageNotices, WatchTopic } from '#protocol/signal/manage.ts';
import type { AnyNotice } from '#protocol/wire.ts';
import type { SignalClient } from './signal.ts';
import { currentSignal, subscribeToSignal } from './signal-connection.ts';

/** A page that is hidden for this long hears nothing more until it is seen again. */
const IDLE_AFTER_MS = 5_000;
/** Before the server is asked again that could not answer. */
const RETRY_MS = 3_000;

/**
 * `waiting`: for the first figures, or for new ones. `live`: told of every change. `lost`: the server cannot be reached, and the
 * figures are those of before. `idle`: the page is hidden. `refused`: the account does not manage what was asked for.
 */
export type WatchPhase = 'waiting' | 'live' | 'lost' | 'idle' | 'refused';
export type ManagerNotice = AnyNotice<Omit<typeof manageNotices, 'manage.watchEnded'>>;

/** What one part of the page watches. */
export interface ManagerWatch {
  readonly topics: readonly WatchTopic[];
  /** Null: all that the account manages. Parts of one page watch the same. */
  readonly customerIds: readonly string[] | null;
  /** A call to be told all about. */
  readonly callId?: string;
  readonly onPhase: (phase: WatchPhase) => void;
  readonly onSnapshot: (snapshot: SignalReply<'manage.watch'>) => void;
  readonly onNotice: (notice: ManagerNotice) => void;
}

const watches = new Set<ManagerWatch>();
/** Grows with each request: an answer to an earlier one says nothing any more. */
let rounds = 0;
let idle = false;
let planned = false;
let retry: ReturnType<typeof setTimeout> | undefined;
let stop: (() => void) | null = null;

/** The session has one watch, which is what all parts of the page watch together. Returns what ends this one. */
export function watchAsManager(watch: ManagerWatch): () => void {
  watches.add(watch);
  stop ??= start();
  renewSoon();
  return () => {
    watches.delete(watch);
    renewSoon();
  };
}

const tell = (phase: WatchPhase): void => {
  for (const watch of [...watches]) watch.onPhase(phase);
};

/** Parts that come and go together ask once. */
function renewSoon(): void {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    renew();
  });
}

function renew(): void {
  const round = ++rounds;
  clearTimeout(retry);
  const signal = currentSignal();
  if (watches.size === 0) {
    stop?.();
    stop = null;
    signal?.request('manage.unwatch', {}).catch(ignore);
    return;
  }
  if (idle) return;
  tell('waiting');
  if (!signal) return;
  signal.request('manage.watch', merged()).then(
    (snapshot) => {
      if (round !== rounds) return;
      for (const watch of [...watches]) watch.onSnapshot(snapshot);
      tell('live');
    },
    (error: unknown) => {
      if (round !== rounds) return;
      if (error instanceof AppError && error.code === 'forbidden') return tell('refused');
      tell('lost');
      retry = setTimeout(renew, RETRY_MS);
    },
  );
}

function merged() {
  const all = [...watches];
  const callId = all.find((watch) => watch.callId !== undefined)?.callId;
  const customerIds = all.at(-1)?.customerIds ?? null;
  return {
    topics: [...new Set(all.flatMap(({ topics }) => topics))],
    // Ids of the API are those of the socket.
    customerIds: customerIds === null ? null : customerIds.map((id) => id as CustomerId),
    ...(callId !== undefined && { callId }),
  };
}

function start(): () => void {
  let unfollow = () => {};
  const follow = () => {
    unfollow();
    const signal = currentSignal();
    unfollow = signal ? followSignal(signal) : () => {};
    renewSoon();
  };
  follow();
  const ends = [subscribeToSignal(follow), followVisibility(), () => unfollow()];
  return () => {
    for (const end of ends) end();
    idle = false;
  };
}

function followSignal(signal: SignalClient): () => void {
  const hear = (notice: ManagerNotice) => {
    for (const watch of [...watches]) watch.onNotice(notice);
  };
  let lost = signal.state.phase === 'lost';
  const ends = [
    signal.on('manage.callsChanged', (data) => hear({ notice: 'manage.callsChanged', data })),
    signal.on('manage.callChanged', (data) => hear({ notice: 'manage.callChanged', data })),
    signal.on('manage.nodesChanged', (data) => hear({ notice: 'manage.nodesChanged', data })),
    signal.on('manage.resourceChanged', (data) => hear({ notice: 'manage.resourceChanged', data })),
    signal.on('manage.taskChanged', (data) => hear({ notice: 'manage.taskChanged', data })),
    signal.on('manage.watchEnded', renewSoon),
    signal.onSessionReplaced(renewSoon),
    signal.subscribe(() => {
      const wasLost = lost;
      lost = signal.state.phase === 'lost' || signal.state.phase === 'closed';
      if (idle || lost === wasLost) return;
      // A session that could be resumed goes on; another one is asked again (onSessionReplaced).
      tell(lost ? 'lost' : 'live');
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function followVisibility(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(rest, IDLE_AFTER_MS);
    else if (idle) {
      idle = false;
      renewSoon();
    }
  };
  const rest = () => {
    idle = true;
    rounds += 1;
    clearTimeout(retry);
    tell('idle');
    currentSignal()?.request('manage.unwatch', {}).catch(ignore);
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', follow);
  };
}

/** Without an answer the session has ended, and its watch with it. */
const ignore = () => undefined;
