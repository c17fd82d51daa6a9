import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '#platform/log.ts';
import type { OpenedCall } from '#protocol/signal/manage.ts';
import type { AnySession } from '#server/session.ts';
import { type OpenedCallDeps, openCall } from './opened-call.ts';
import { type Scope, sameScope, scopeOf } from './scope.ts';

/** Least time between two notices of the opened call (SPEC.md, M8). */
const ROUND_MS = 2_000;

export interface WatchOpenedDeps extends OpenedCallDeps {
  readonly log: Logger;
  readonly session: AnySession;
  readonly scope: Scope;
  readonly callId: string;
  /** What the asker manages is no longer as it was. */
  readonly onOver: () => void;
}

/** Looks at a call as long as someone has it open, and tells when it is not as it was. Returns what ends that. */
export function watchOpened(deps: WatchOpenedDeps, shown: OpenedCall): () => void {
  const { db, log, session, scope, callId, onOver } = deps;
  let last: OpenedCall | null = shown;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async () => {
    if (!sameScope(await scopeOf(db, session.principal), scope)) return onOver();
    const opened = await openCall(deps, scope, callId);
    if (ended || isDeepStrictEqual(opened, last)) return;
    last = opened;
    session.notify('manage.callChanged', { at: new Date().toISOString(), callId, opened });
  };
  const lookLater = () => {
    if (ended || last === null) return;
    timer = setTimeout(() => {
      look()
        .catch((err: unknown) => log.debug({ err, callId }, 'opened call not looked at'))
        .finally(lookLater);
    }, ROUND_MS);
  };
  lookLater();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
