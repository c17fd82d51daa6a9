import { repeatedly } from '#platform/repeatedly.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { CallDeps } from './call-deps.ts';
import { queueEnded, startOf } from './call-webhooks.ts';
import { historyChanged, recordLegs } from './history-rows.ts';
import { beatLive, sweepLive } from './live-calls.ts';
import type { EndedState } from './machine.ts';
import type { News } from './messages.ts';
import type { OwnedCalls } from './owned-calls.ts';
import { type CallView, customersOf, present } from './participant.ts';

/** How often calls are said to live, and those of servers that are gone are looked for. */
const KEEP_MS = 5_000;

export interface UpkeepDeps
  extends Pick<CallDeps, 'db' | 'serverId' | 'heartbeat' | 'events' | 'log' | 'news' | 'takeUpMs'> {
  readonly tell: (serverId: ServerId, news: News) => void;
  readonly owned: OwnedCalls;
}

/** Says now and then that this server's calls live, and ends those that no one has taken up. Returns what stops that. */
export function keepCallsAlive(deps: UpkeepDeps): () => void {
  const { db, serverId, heartbeat, events, log, news, takeUpMs, tell, owned } = deps;
  const isSaved = (callId: CallId) => owned.get(callId)?.record.saved === true;

  const beat = async () => {
    // Looked at before, so that what comes in between is not missing.
    const saved = owned.all().filter(({ id }) => isSaved(id));
    if (saved.length === 0) return;
    const own = await beatLive(db, serverId);
    for (const { id } of saved) if (!own.has(id) && isSaved(id)) owned.taken(id);
  };

  /** Calls whose server is gone and that no one has taken up ended when they were last known to live. */
  const sweep = async () => {
    const decidedAt = heartbeat.now();
    const swept = await changeAndAnnounce(db, events, async (trx, publish) => {
      const gone = await sweepLive(trx, { silentMs: takeUpMs, decidedAt });
      for (const { call, seenAt } of gone) {
        const people = present(call).map(({ participant }) => participant);
        const ended = lostAt(call, seenAt);
        await recordLegs(trx, call.id, people, ended);
        await queueEnded(trx, call, people, ended);
        publish(historyChanged(people));
      }
      return gone;
    });
    for (const { call, seenAt } of swept) {
      log.info({ callId: call.id }, 'call given up');
      news.callChanged(call.id, customersOf(call));
      const { reason, durationS } = lostAt(call, seenAt);
      const data = { callId: call.id, reason, durationS };
      for (const { participant } of present(call)) {
        const { serverId: on, sessionId: to } = participant;
        if (on && to)
          tell(on, { type: 'said', callId: call.id, to, say: { notice: 'directCall.ended', data } });
      }
    }
  };

  const keep = async () => {
    await beat();
    // Anyone who talked when the servers or the database were away has as long to come back as everyone else.
    if (heartbeat.hasBeenSteady(takeUpMs)) await sweep();
  };
  return repeatedly({
    everyMs: Math.min(KEEP_MS, takeUpMs / 3),
    work: keep,
    onError: (err) => log.debug({ err }, 'live calls not kept up'),
  });
}

function lostAt(call: CallView, seenAt: Date): EndedState {
  const startedAt = startOf(call.state) ?? seenAt.getTime();
  const endedAt = Math.max(startedAt, seenAt.getTime());
  const durationS = Math.round((endedAt - startedAt) / 1000);
  return { tag: 'ended', reason: 'connection-lost', answered: true, startedAt, endedAt, durationS };
}
