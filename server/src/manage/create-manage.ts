import type { manageRequests } from '#protocol/signal/manage.ts';
import type { HandlerTable } from '#protocol/wire.ts';
import { askOwnerToEnd } from '#server/direct-call/manager-requests.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { AnySession, SessionListener } from '#server/session.ts';
import { createActions } from './actions.ts';
import { drainNode, resumeNode } from './nodes.ts';
import { Watches, type WatchesDeps } from './watches.ts';

export interface ManageDeps extends WatchesDeps {
  readonly events: DomainEvents;
}

export interface Manage extends SessionListener<AnySession> {
  readonly handlers: HandlerTable<typeof manageRequests, AnySession>;
  /** Can be called twice. */
  close(): void;
}

/** What managers and administrators watch and do to what is under way (SPEC.md, M). */
export function createManage(deps: ManageDeps): Manage {
  const watches = new Watches(deps);
  const actions = createActions({
    ...deps,
    ask: deps.sfu.ask,
    endDirectCall: (callId, memberId) => askOwnerToEnd(deps, callId, memberId),
  });
  const unsubscribe = deps.events.subscribe((event) => {
    if (event.type === 'role-changed') watches.roleChanged(event.userId, event.manages);
  });
  return {
    handlers: {
      'manage.watch': (session, asked) => watches.watch(session, asked),
      'manage.unwatch': (session) => {
        watches.unwatch(session);
        return {};
      },
      'manage.endCall': async (session, { callId }) => {
        await actions.endCall(session, callId);
        return {};
      },
      'manage.removeMember': async (session, { callId, memberId }) => {
        await actions.removeMember(session, callId, memberId);
        return {};
      },
      'manage.drainNode': async (session, asked) => {
        await drainNode(deps, session, asked);
        return {};
      },
      'manage.resumeNode': async (session, { nodeId }) => {
        await resumeNode(deps, session, nodeId);
        return {};
      },
    },
    restarted: (session) => watches.restarted(session),
    ended: (session) => watches.ended(session),
    recheck: (session) => watches.recheck(session),
    close() {
      unsubscribe();
      watches.close();
    },
  };
}
