import type { SignalNoticePayload, SignalReply } from '#protocol/signal/contract.ts';
import type { CallTotals, ManagedCall } from '#protocol/signal/manage.ts';
import { type Closings, closingOf } from './closing.ts';

/** A call that is over stays in sight for this long. */
export const LINGER_MS = 10_000;

export interface LiveRow {
  readonly call: ManagedCall;
  /** Milliseconds since 1970; null while it goes on. */
  readonly endedAt: number | null;
}

/** The calls in progress as they are shown, in that order. */
export interface LiveList {
  /** ISO 8601: of when the figures are. */
  readonly at: string;
  readonly totals: CallTotals;
  readonly rows: readonly LiveRow[];
}

type Snapshot = NonNullable<SignalReply<'manage.watch'>['calls']>;

/** Calls that ended while no one looked are not shown any more. */
export const listOf = (at: string, { shown, totals }: Snapshot): LiveList => ({
  at,
  totals,
  rows: shown.map((call) => ({ call, endedAt: null })),
});

/** New calls come last, and those that are over stay where they are: nothing moves (see `sorted`). */
export function changed(
  list: LiveList,
  { at, changed: calls, ended, totals }: SignalNoticePayload<'manage.callsChanged'>,
  now: number,
): LiveList {
  const fresh = new Map(calls.map((call) => [call.callId, call]));
  const over = new Set(ended);
  const rows = list.rows.map((row): LiveRow => {
    const { callId } = row.call;
    const call = fresh.get(callId);
    fresh.delete(callId);
    if (call) return { call, endedAt: null };
    return over.has(callId) && row.endedAt === null ? { ...row, endedAt: now } : row;
  });
  return { at, totals, rows: [...rows, ...[...fresh.values()].map((call) => ({ call, endedAt: null }))] };
}

/** With the calls that end by this page's doing as they were, and over. The server still lists them for some seconds. */
export function withClosings(list: LiveList, closings: Closings): LiveList {
  let { calls, people } = list.totals;
  const rows = list.rows.map((row): LiveRow => {
    const closing = closingOf(closings, row.call.callId);
    if (!closing) return row;
    if (row.endedAt === null) {
      calls -= 1;
      people -= row.call.size;
    }
    return { call: closing.call, endedAt: closing.at };
  });
  return { ...list, totals: { calls, people }, rows };
}

/** Without the calls that have been over for `LINGER_MS`. The same list where there is none. */
export function swept(list: LiveList, now: number): LiveList {
  const rows = list.rows.filter(({ endedAt }) => endedAt === null || now - endedAt < LINGER_MS);
  return rows.length === list.rows.length ? list : { ...list, rows };
}

const RANKS = { good: 0, fair: 1, poor: 2 } as const;
const rankOf = ({ worst }: ManagedCall): number => (worst ? RANKS[worst.quality] : 0);

/** The worst first: those that have lost something, then by the worst connection, then those that are relayed, then the oldest. */
export const sorted = (list: LiveList): LiveList => ({ ...list, rows: [...list.rows].sort(worstFirst) });

const worstFirst = ({ call: one }: LiveRow, { call: other }: LiveRow): number =>
  Number(other.interrupted) - Number(one.interrupted) ||
  rankOf(other) - rankOf(one) ||
  Number(other.relayed) - Number(one.relayed) ||
  one.startedAt.localeCompare(other.startedAt) ||
  one.callId.localeCompare(other.callId);
