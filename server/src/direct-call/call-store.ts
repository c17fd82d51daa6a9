import type { Logger } from '#platform/log.ts';
import type { CallId, ServerId } from '#protocol/ids.ts';
import { changeAndAnnounce, type Publish } from '#server/change-and-announce.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import { type ServerHeartbeat, STALE_MS } from '#server/db/server-heartbeat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { type AnnouncedCall, callEnded, callStarted } from '#server/webhooks/call-event.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';
import { LiveCalls } from './live-calls.ts';
import type { EndedState } from './machine.ts';
import { type OwnedCall, type Participant, present } from './owned-call.ts';
import { notifyMissed, recordLateReport, recordLeg } from './record.ts';

/** How often calls are said to live, and those of servers that are gone are looked for. */
const KEEP_MS = 5_000;

export interface CallStoreDeps {
  readonly db: Db;
  readonly serverId: ServerId;
  readonly heartbeat: Pick<ServerHeartbeat, 'hasBeenSteady'>;
  readonly events: DomainEvents;
  readonly log: Logger;
  /** A call whose owner was silent for this long, and that no one has taken up, is over. */
  readonly takeUpMs: number;
  /** Another server owns the call, or has found that it is over. */
  readonly onTaken: (callId: CallId) => void;
  /** A call whose owner is gone, and that no one has taken up, has been written down as ended. */
  readonly onGivenUp: (callId: CallId, ended: EndedState) => void;
}

/** What is written of 1-to-1 calls: those that live, and the history of those that have ended (SPEC.md, D10, D14). */
export class CallStore {
  readonly #deps: CallStoreDeps;
  readonly #live: LiveCalls;
  /** Of each call what is being written, in order: a late report changes a row that must be there. */
  readonly #writing = new Map<CallId, Promise<void>>();
  /** Calls that the database knows to live. */
  readonly #saved = new Set<CallId>();
  /** Calls that another server owns by now, while there is still something to be written of them here. */
  readonly #taken = new Set<CallId>();
  readonly #keeping: ReturnType<typeof setInterval>;
  readonly #closing = new AbortController();

  constructor(deps: CallStoreDeps) {
    this.#deps = deps;
    this.#live = new LiveCalls(deps.db, deps.serverId);
    this.#keeping = setInterval(() => void this.#keepAlive(), Math.min(KEEP_MS, deps.takeUpMs / 3));
  }

  claim(callId: CallId, from: ServerId): Promise<OwnedCall | null> {
    const steady = this.#deps.heartbeat.hasBeenSteady(STALE_MS);
    return this.#live.claim(callId, from, steady).then((call) => {
      if (call) this.#saved.add(callId);
      return call;
    });
  }

  ownerOf(callId: CallId): Promise<ServerId | null> {
    return this.#live.ownerOf(callId);
  }

  ownersOf(callIds: readonly CallId[]): Promise<ReadonlyMap<CallId, ServerId>> {
    return this.#live.ownersOf(callIds);
  }

  /** Another server owns the call from now on. */
  forget(callId: CallId): void {
    this.#saved.delete(callId);
    if (this.#writing.has(callId)) this.#taken.add(callId);
  }

  /** Writes down how the call is now; what it was when it was asked does not matter. The first time tells of its start. */
  save(call: OwnedCall): void {
    this.#write(call.id, async () => {
      const outcome = await this.#deps.db.transaction().execute(async (trx) => {
        const saved = await this.#live.save(trx, call);
        if (saved === 'saved' && !this.#saved.has(call.id)) await this.#announceStart(trx, call);
        return saved;
      });
      if (outcome === 'saved') this.#saved.add(call.id);
      if (outcome === 'not-own') this.#lose(call.id);
    });
  }

  /** Along with the row that says that it lives, so that no start is lost with its server. */
  async #announceStart(trx: Trx, call: OwnedCall): Promise<void> {
    const startedAt = startOf(call);
    if (startedAt === null || call.joins) return;
    const sides = [call.participants.get('caller'), call.participants.get('callee')].filter(
      (participant) => participant !== undefined,
    );
    await queueWebhookEvent(trx, callStarted(announcedCall(call, sides, startedAt)));
  }

  /**
   * Writes the history of those who leave; when the call is over, also takes it off the list of those that live. What
   * another server has taken up meanwhile is that one's to write.
   */
  record(call: OwnedCall, leaving: readonly Participant[], ended: EndedState, over: boolean): void {
    const staying = present(call).map(([, participant]) => participant);
    this.#write(call.id, async () => {
      const { db, events } = this.#deps;
      const written = await changeAndAnnounce(db, events, async (trx, publish) => {
        if (this.#saved.has(call.id)) {
          const mine = over ? await this.#live.remove(trx, call.id) : await this.#live.keep(trx, call);
          if (!mine) return false;
        }
        for (const participant of leaving) await recordLeg(trx, call.id, legOf(participant), ended);
        if (over) {
          // Over before it was first written down.
          if (!this.#saved.has(call.id)) await this.#announceStart(trx, call);
          await announceEnd(trx, call, [...leaving, ...staying], ended);
          await announceMissed(trx, publish, call, ended);
        }
        publish({
          type: 'connections-changed',
          parties: leaving.map(({ identity }) => identity.key),
        });
        return true;
      });
      if (!written) this.#lose(call.id);
      else if (over) this.#saved.delete(call.id);
    });
  }

  reportLate(callId: CallId, { identity, report }: Participant): void {
    if (!report) return;
    this.#write(callId, () => recordLateReport(this.#deps.db, callId, identity, report));
  }

  /** Waits for what is being written. Can be called twice. */
  async close(): Promise<void> {
    clearInterval(this.#keeping);
    this.#closing.abort();
    await Promise.all(this.#writing.values());
  }

  async #keepAlive(): Promise<void> {
    const { heartbeat, takeUpMs, log } = this.#deps;
    try {
      // Written down before, so that what comes in between is not missing.
      const saved = [...this.#saved];
      if (saved.length > 0) {
        const own = await this.#live.beat();
        for (const callId of saved) if (!own.has(callId) && this.#saved.has(callId)) this.#lose(callId);
      }
      // Anyone who talked when the servers or the database were away has as long to come back as everyone else.
      if (heartbeat.hasBeenSteady(takeUpMs)) await this.#sweep();
    } catch (err) {
      log.debug({ err }, 'live calls not kept up');
    }
  }

  /** Calls whose server is gone and that no one has taken up ended when they were last known to live. */
  async #sweep(): Promise<void> {
    const { db, events, log } = this.#deps;
    const swept = await changeAndAnnounce(db, events, async (trx, publish) => {
      const gone = await this.#live.sweep(trx, this.#deps.takeUpMs);
      for (const { call, seenAt } of gone) {
        const people = present(call).map(([, participant]) => participant);
        const ended = lostAt(call, seenAt);
        for (const participant of people) await recordLeg(trx, call.id, legOf(participant), ended);
        await announceEnd(trx, call, people, ended);
        publish({
          type: 'connections-changed',
          parties: people.map(({ identity }) => identity.key),
        });
      }
      return gone;
    });
    for (const { call, seenAt } of swept) {
      log.info({ callId: call.id }, 'call given up');
      this.#deps.onGivenUp(call.id, lostAt(call, seenAt));
    }
  }

  #lose(callId: CallId): void {
    this.forget(callId);
    this.#deps.onTaken(callId);
  }

  #write(callId: CallId, write: () => Promise<void>): void {
    const before = this.#writing.get(callId) ?? Promise.resolve();
    const writing: Promise<void> = before
      .then(() => (this.#taken.has(callId) ? undefined : persistently(write, this.#closing.signal)))
      .catch((err: unknown) => this.#deps.log.error({ err, callId }, 'call not written down'))
      .finally(() => {
        if (this.#writing.get(callId) !== writing) return;
        this.#writing.delete(callId);
        this.#taken.delete(callId);
      });
    this.#writing.set(callId, writing);
  }
}

/** In the transaction of the history, so that no end is lost with its server. Calls that were never answered are not reported. */
async function announceEnd(
  trx: Trx,
  call: OwnedCall,
  people: readonly Participant[],
  { answered, startedAt, endedAt, reason }: EndedState,
): Promise<void> {
  if (!answered || call.joins) return;
  const whole = announcedCall(call, people.length > 1 ? people : [...call.participants.values()], startedAt);
  await queueWebhookEvent(trx, callEnded(whole, new Date(endedAt), reason));
}

/** A user who could not answer finds a notification. */
async function announceMissed(
  trx: Trx,
  publish: Publish,
  call: OwnedCall,
  { answered, reason }: EndedState,
): Promise<void> {
  const [caller, callee] = [call.participants.get('caller'), call.participants.get('callee')];
  if (answered || !caller || !callee) return;
  const sides = { caller: caller.identity, callee: callee.identity };
  if (await notifyMissed(trx, sides, reason)) publish({ type: 'notified', parties: [callee.identity.key] });
}

/** When they began to talk, in milliseconds since 1970; null where they never did. */
function startOf({ state }: OwnedCall): number | null {
  switch (state.tag) {
    case 'ringing':
      return null;
    case 'active':
    case 'moved':
      return state.acceptedAt;
    case 'ended':
      return state.answered ? state.startedAt : null;
  }
}

const legOf = ({ identity, peer, outgoing, report, since }: Participant) => ({
  self: identity,
  peer,
  outgoing,
  report,
  startedAt: since,
});

function lostAt(call: OwnedCall, seenAt: Date): EndedState {
  const startedAt = startOf(call) ?? seenAt.getTime();
  const endedAt = Math.max(startedAt, seenAt.getTime());
  const durationS = Math.round((endedAt - startedAt) / 1000);
  return { tag: 'ended', reason: 'connection-lost', answered: true, startedAt, endedAt, durationS };
}

const announcedCall = (
  { id }: OwnedCall,
  people: readonly Participant[],
  startedAt: number,
): AnnouncedCall => ({
  customerIds: [...new Set(people.map(({ identity }) => identity.customerId))],
  call: {
    callId: id,
    kind: 'direct',
    parties: people.map(({ identity }) => identity.party),
    startedAt: new Date(startedAt).toISOString(),
  },
});
