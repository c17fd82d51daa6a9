import type { Bus } from '#platform/bus/bus.ts';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId } from '#protocol/ids.ts';
import type { manageRequests } from '#protocol/signal/manage.ts';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import type { Db } from '#server/db/database.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { AnySession, SessionListener } from '#server/session.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import { listCalls } from './calls.ts';
import { assertAdmin, listNodes, watchNodes } from './nodes.ts';
import { openCall } from './opened-call.ts';
import { narrowed, type Scope, sameScope, scopeOf } from './scope.ts';
import { Watch } from './watch.ts';
import { watchOpened } from './watch-opened.ts';

export interface WatchesDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly news: ManagerNews;
  readonly sfu: Pick<Sfu, 'nodes' | 'ask'>;
  readonly log: Logger;
}

type Asked = PayloadOf<typeof manageRequests, 'manage.watch'>;
type Answer = ReplyOf<typeof manageRequests, 'manage.watch'>;

/** What the sessions of this server watch: one watch each, which ends as soon as its scope is no longer as it was (SPEC.md, M2). */
export class Watches implements SessionListener<AnySession> {
  readonly #deps: WatchesDeps;
  readonly #watches = new Map<AnySession, Watch>();

  constructor(deps: WatchesDeps) {
    this.#deps = deps;
  }

  async watch(session: AnySession, { topics, customerIds, callId = null }: Asked): Promise<Answer> {
    const { db, bus, sfu } = this.#deps;
    const scope = await scopeOf(db, session.principal);
    const asked = narrowed(scope, customerIds);
    if (topics.includes('nodes')) assertAdmin(session);
    if (!session.live) {
      this.#drop(session);
      throw new AppError('session-required');
    }
    const before = this.#watches.get(session);
    const watch = new Watch({
      ...this.#deps,
      session,
      topics: new Set(topics),
      scope,
      asked,
      onOver: () => this.#end(session, watch),
    });
    this.#watches.set(session, watch);
    if (before) watch.takeOver(before);
    // After it has begun to listen: what changes meanwhile is told after the reply.
    const at = new Date().toISOString();
    const nodes = topics.includes('nodes') ? listNodes(sfu) : null;
    if (nodes) watch.also(watchNodes(session, sfu, nodes));
    try {
      const opened = callId === null ? null : await openCall({ db, bus, ask: sfu.ask }, scope, callId);
      if (opened) {
        const { log, news } = this.#deps;
        const onOver = () => this.#end(session, watch);
        const deps = { db, bus, ask: sfu.ask, log, news, session, scope, callId: opened.call.callId, onOver };
        watch.also(watchOpened(deps, opened));
      }
      if (!topics.includes('calls')) return { at, calls: null, opened, nodes };
      const { shown, totals } = await listCalls(db, asked, scope);
      watch.show(shown);
      return { at, calls: { shown: [...shown], totals }, opened, nodes };
    } catch (error) {
      if (this.#watches.get(session) === watch) this.#drop(session);
      throw error;
    }
  }

  unwatch(session: AnySession): void {
    this.#drop(session);
  }

  /** Someone manages these from now on; null: no one. What is watched no longer fits. */
  roleChanged(userId: string, manages: readonly CustomerId[] | null): void {
    const scope: Scope = new Set(manages);
    for (const [session, watch] of this.#watches) {
      const { principal } = session;
      if (principal.kind === 'admin' || !('id' in principal) || principal.id !== userId) continue;
      if (!sameScope(watch.scope, scope)) this.#end(session, watch);
    }
  }

  /** The new page knows of nothing that the last one has watched. */
  restarted(session: AnySession): void {
    this.#drop(session);
  }

  ended(session: AnySession): void {
    this.#drop(session);
  }

  /** Changes were missed: a new snapshot is needed. */
  async recheck(session: AnySession): Promise<void> {
    const watch = this.#watches.get(session);
    if (watch) this.#end(session, watch);
  }

  close(): void {
    for (const session of [...this.#watches.keys()]) this.#drop(session);
  }

  #end(session: AnySession, watch: Watch): void {
    if (this.#watches.get(session) !== watch) return;
    this.#drop(session);
    session.notify('manage.watchEnded', {});
  }

  #drop(session: AnySession): void {
    this.#watches.get(session)?.close();
    this.#watches.delete(session);
  }
}
