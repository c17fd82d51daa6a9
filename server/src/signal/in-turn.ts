import { AppError } from '#protocol/app-error.ts';
import type { SignalRequestName } from '#protocol/signal/contract.ts';
import { personOf } from '#server/limits/request-rate.ts';
import type { Turns } from '#server/limits/turns.ts';
import type { Router } from './router.ts';

/** Requests that query the database, `groupCall.join` also when it rejoins. All others of a call are carried out at once. */
const IN_TURN: ReadonlySet<string> = new Set<SignalRequestName>([
  'presence.watch',
  'directCall.invite',
  'directCall.inviteHost',
  'groupCall.look',
  'groupCall.join',
  'groupCall.ring',
  'recording.start',
  'recording.stop',
  'manage.watch',
  'manage.endCall',
  'manage.removeMember',
  'manage.drainNode',
  'manage.resumeNode',
]);

/** All sessions of one person have few such requests carried out at a time (SPEC.md, W7). */
export const inTurn = (router: Router, turns: Turns): Router => ({
  async route(session, name, data) {
    if (!IN_TURN.has(name)) return await router.route(session, name, data);
    return await turns.run(session.partyKey ?? personOf(session.principal), async () => {
      // It may have ended while the request waited.
      if (!session.live) throw new AppError('session-required');
      return await router.route(session, name, data);
    });
  },
});
