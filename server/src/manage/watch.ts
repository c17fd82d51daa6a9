import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import { MAX_WATCHED_CALLS } from '#protocol/limits.ts';
import type { ManagedCall, WatchTopic } from '#protocol/signal/manage.ts';
import type { Db } from '#server/db/database.ts';
import type { ManagerNews, ResourceChanged } from '#server/manager-news.ts';
import type { AnySession } from '#server/session.ts';
import { countCalls, findCalls, fitting } from './calls.ts';
import { isManaged, type Scope, sameScope, scopeOf } from './scope.ts';

/** Least time between two rounds of notices (SPEC.md, M2). */
const ROUND_MS = 1_000;
/** Changes within this time are announced together. */
const SETTLE_MS = 100;
/** Resources and tasks whose change is announced in one round. */
const MAX_ANNOUNCED = 100;

export interface WatchDeps {
  readonly db: Db;
  readonly news: ManagerNews;
  readonly log: Logger;
  readonly session: AnySession;
  readonly topics: ReadonlySet<WatchTopic>;
  /** What the session's owner managed when it began. */
  readonly scope: Scope;
  /** The part of it that is watched. */
  readonly asked: Scope;
  /** The scope is not what it was. */
  readonly onOver: () => void;
}

/** What one session watches: gathers what has changed and announces it in rounds, each after a check of what may be seen by then. */
export class Watch {
  readonly #deps: WatchDeps;
  readonly #ends: (() => void)[] = [];
  /** Calls that the client has. */
  readonly #shown = new Set<string>();
  readonly #calls = new Set<string>();
  readonly #resources = new Map<string, ResourceChanged>();
  readonly #tasks = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  #notifying = false;
  #closed = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
    const { news, topics, asked, session } = deps;
    const of = asked === 'all' ? asked : [...asked];
    if (topics.has('calls')) this.#ends.push(news.onCalls(of, (callId) => this.#note(this.#calls, callId)));
    if (topics.has('changes')) {
      this.#ends.push(
        news.onResources(of, (change) => {
          this.#resources.set(`${change.resource} ${change.customerId}`, change);
          this.#notifySoon();
        }),
      );
    }
    const { principal } = session;
    const owner = principal.kind === 'admin' || principal.kind === 'user' || principal.kind === 'manager';
    if (topics.has('tasks') && owner)
      this.#ends.push(news.onTasks(principal.id, (taskId) => this.#note(this.#tasks, taskId)));
  }

  get scope(): Scope {
    return this.#deps.scope;
  }

  /** The snapshot that the client gets. */
  show(calls: readonly ManagedCall[]): void {
    for (const { callId } of calls) this.#shown.add(callId);
  }

  /** Ends with the watch. */
  also(end: () => void): void {
    if (this.#closed) end();
    else this.#ends.push(end);
  }

  /**
   * Ends the watch whose place this one takes, and announces what that one had not. Of calls it announces nothing: the client gets all of
   * them anew.
   */
  takeOver(before: Watch): void {
    const { topics, asked } = this.#deps;
    before.close();
    if (topics.has('changes')) {
      for (const [key, change] of before.#resources)
        if (isToldOf(asked, change)) this.#resources.set(key, change);
    }
    if (topics.has('tasks')) for (const taskId of before.#tasks) this.#tasks.add(taskId);
    if (this.#resources.size + this.#tasks.size > 0) this.#notifySoon();
  }

  /** Can be called twice. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const end of this.#ends.splice(0)) end();
  }

  #note(changed: Set<string>, id: string): void {
    changed.add(id);
    this.#notifySoon();
  }

  #notifySoon(): void {
    if (this.#closed || this.#notifying || this.#timer) return;
    const dueInMs = Math.max(SETTLE_MS, this.#lastRoundAt + ROUND_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#round();
    }, dueInMs);
  }

  async #round(): Promise<void> {
    this.#notifying = true;
    this.#lastRoundAt = performance.now();
    try {
      await this.#notify();
    } catch (error) {
      if (error instanceof AppError && error.code === 'forbidden') return this.#deps.onOver();
      // What was not announced stays noted, for the next round.
      this.#deps.log.debug({ err: error }, 'managers not notified');
    } finally {
      this.#notifying = false;
      if (this.#calls.size + this.#resources.size + this.#tasks.size > 0) this.#notifySoon();
    }
  }

  async #notify(): Promise<void> {
    const { db, session, scope, onOver } = this.#deps;
    const now = await scopeOf(db, session.principal);
    if (this.#closed) return;
    if (!sameScope(now, scope)) return onOver();
    if (this.#calls.size > 0) await this.#notifyOfCalls();
    if (this.#closed) return;
    for (const [key, change] of [...this.#resources].slice(0, MAX_ANNOUNCED)) {
      this.#resources.delete(key);
      session.notify('manage.resourceChanged', change);
    }
    for (const taskId of [...this.#tasks].slice(0, MAX_ANNOUNCED)) {
      this.#tasks.delete(taskId);
      session.notify('manage.taskChanged', { taskId });
    }
  }

  async #notifyOfCalls(): Promise<void> {
    const { db, session, scope, asked } = this.#deps;
    const calls = [...this.#calls].slice(0, MAX_WATCHED_CALLS);
    // Before they are asked for: one that changes meanwhile is noted again.
    for (const callId of calls) this.#calls.delete(callId);
    try {
      const found = await findCalls(db, asked, scope, calls);
      const totals = await countCalls(db, asked);
      if (this.#closed) return;
      const wanted = found.filter(({ callId }) => this.#mayShow(callId));
      const changed = fitting(wanted);
      // What one frame does not hold comes with the next.
      for (const { callId } of wanted.slice(changed.length)) this.#calls.add(callId);
      const there = new Set(found.map(({ callId }) => callId));
      const ended = calls.filter((callId) => !there.has(callId) && this.#shown.delete(callId));
      this.show(changed);
      session.notify('manage.callsChanged', { at: new Date().toISOString(), changed, ended, totals });
    } catch (error) {
      for (const callId of calls) this.#calls.add(callId);
      throw error;
    }
  }

  /** A client that has as many calls as it is shown gets others once some of them are over. */
  #mayShow(callId: string): boolean {
    return this.#shown.has(callId) || this.#shown.size < MAX_WATCHED_CALLS;
  }
}

/** Whether it is among those that the bus tells of (manager-news.ts). */
const isToldOf = (asked: Scope, { customerId }: ResourceChanged): boolean =>
  asked === 'all' || (customerId !== null && isManaged(asked, customerId));
