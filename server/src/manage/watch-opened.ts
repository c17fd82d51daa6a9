import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '#platform/log.ts';
import type { OpenedCall } from '#protocol/signal/manage.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { AnySession } from '#server/session.ts';
import { type OpenedCallDeps, openCall } from './opened-call.ts';
import { type Scope, sameScope, scopeOf } from './scope.ts';

/** Time between two looks at the opened call (SPEC.md, M8). */
const ROUND_MS = 2_000;
/** Least time between two looks where the call is not as it was: someone has come or gone, or it is over. */
const NEWS_MS = 500;

export interface WatchOpenedDeps extends OpenedCallDeps {
  readonly log: Logger;
  readonly news: Pick<ManagerNews, 'onCalls'>;
  readonly session: AnySession;
  readonly scope: Scope;
  readonly callId: string;
  /** What the asker manages is no longer as it was. */
  readonly onOver: () => void;
}

/** Looks at a call as long as someone has it open, and tells when it is not as it was. Returns what ends that. */
export function watchOpened(deps: WatchOpenedDeps, shown: OpenedCall): () => void {
  const { db, log, news, session, scope, callId, onOver } = deps;
  let last: OpenedCall | null = shown;
  let ended = false;
  let looking = false;
  let hasNews = false;
  let lookedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    if (!sameScope(await scopeOf(db, session.principal), scope)) return onOver();
    const opened = await openCall(deps, scope, callId);
    if (ended || isDeepStrictEqual(opened, last)) return;
    last = opened;
    session.notify('manage.callChanged', { at: new Date().toISOString(), callId, opened });
  };
  const begin = () => {
    looking = true;
    hasNews = false;
    lookedAt = performance.now();
    look()
      .catch((err: unknown) => log.debug({ err, callId }, 'opened call not looked at'))
      .finally(() => {
        looking = false;
        lookLater();
      });
  };
  const lookLater = () => {
    clearTimeout(timer);
    if (ended || last === null) return;
    const dueAt = lookedAt + (hasNews ? NEWS_MS : ROUND_MS);
    timer = setTimeout(begin, dueAt - performance.now());
  };
  const stopHearing = news.onCalls(scope === 'all' ? scope : [...scope], (changed) => {
    if (changed !== callId || hasNews) return;
    hasNews = true;
    if (!looking) lookLater();
  });
  lookLater();
  return () => {
    ended = true;
    stopHearing();
    clearTimeout(timer);
  };
}
