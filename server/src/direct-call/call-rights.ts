import type { Logger } from '#platform/log.ts';
import type { CustomerId, DeviceId, PairId, UserId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import { coalesced, eachAtOnce } from '#server/at-once.ts';
import type { Db } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import type { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { mayTalk, offeredTo } from './access.ts';
import type { DirectCall } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { Participant } from './participant.ts';
import { changeOffered } from './sharing.ts';

/** Calls that are checked at once after missed changes. */
const CHECKED_AT_ONCE = 4;

export interface CallRightsDeps {
  readonly db: Db;
  readonly log: Logger;
  readonly heartbeat: Pick<ServerHeartbeat, 'now'>;
  /** Those that this server owns. */
  readonly calls: () => readonly DirectCall[];
}

const WITHDRAWALS: ReadonlySet<DomainEvent['type']> = new Set([
  'pair-changed',
  'features-changed',
  'party-moved',
  'events-missed',
]);

/** Keeps what people may do in calls as it is in the database while they talk (SPEC.md, D11, D15, S15). */
export class CallRights {
  readonly #deps: CallRightsDeps;
  readonly #closing = new AbortController();
  /** All calls, after missed changes. Never rejects. */
  readonly #checkAll: () => Promise<void>;
  /** Counts what may have withdrawn a right. */
  #changes = 0;

  constructor(deps: CallRightsDeps) {
    this.#deps = deps;
    this.#checkAll = coalesced(() =>
      eachAtOnce(deps.calls(), CHECKED_AT_ONCE, (call) => this.#checkPersistently(call)),
    );
  }

  /** Checks what is about to begin, which must not be overtaken by the loss of its own right. */
  async unchanged<Result>(check: () => Promise<Result>): Promise<Result> {
    for (;;) {
      const before = this.#changes;
      const checked = await check();
      if (this.#changes === before) return checked;
    }
  }

  /** What a change means for the calls. */
  follow(event: DomainEvent): void {
    if (WITHDRAWALS.has(event.type)) this.#changes += 1;
    this.#follow(event).catch((err: unknown) =>
      this.#deps.log.error({ err, event: event.type }, 'calls not checked after a change'),
    );
  }

  async #follow(event: DomainEvent): Promise<void> {
    switch (event.type) {
      case 'pair-changed':
        if (!event.callable) this.#revokePair(event.pairId);
        return;
      case 'features-changed':
        return await this.#recheckServices(event.customerId);
      case 'party-moved':
        return await this.#moveParty(event.party, event.customerId);
      case 'events-missed':
        return await this.#checkAll();
      default:
    }
  }

  close(): void {
    this.#closing.abort();
  }

  #revokePair(pairId: PairId): void {
    for (const call of this.#deps.calls()) {
      for (const [participantId, participant] of [...call.participants])
        if (participant.pairId === pairId) this.#revoke(call, participantId);
    }
  }

  /** A customer's features have changed, or everyone's: calls that may not continue end, and what may not be shown. */
  async #recheckServices(customerId: CustomerId | null): Promise<void> {
    for (const call of this.#deps.calls()) {
      for (const [participantId, participant] of [...call.participants]) {
        if (customerId === null || participant.identity.customerId === customerId)
          await this.#recheck(call, participantId, participant);
      }
    }
  }

  /** Someone has another customer, whose features decide from now on; a guest's are those of its host. */
  async #moveParty(party: PartyKey, customerId: CustomerId): Promise<void> {
    const moved: (readonly [DirectCall, ParticipantId, Participant])[] = [];
    for (const call of this.#deps.calls()) {
      for (const [participantId, participant] of call.participants) {
        if (customerKey(participant) === party && move(participant, customerId))
          moved.push([call, participantId, participant]);
      }
    }
    // All of them before the first question: the rooms of moved calls ask at the same time.
    for (const [call, participantId, participant] of moved) {
      call.save();
      await this.#recheck(call, participantId, participant);
    }
  }

  async #checkPersistently(call: DirectCall): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    try {
      await persistently(() => this.#check(call), signal);
    } catch (err) {
      if (!signal.aborted)
        this.#deps.log.error({ err, callId: call.id }, 'call not checked after missed changes');
    }
  }

  /** As each of the changes would have ended it or gone on with it. */
  async #check(call: DirectCall): Promise<void> {
    const { db, heartbeat } = this.#deps;
    for (const [participantId, participant] of [...call.participants]) {
      const customerId = await customerOf(db, customerKey(participant));
      // Deleted: the sessions are gone, and where none was in the call yet the pair is.
      if (!customerId)
        call.dispatch({ type: 'session-ended', participantId, end: 'revoked', at: heartbeat.now() });
      if (!customerId || !(await stands(db, participant.pairId))) this.#revoke(call, participantId);
      else {
        if (move(participant, customerId)) call.save();
        await this.#recheck(call, participantId, participant);
      }
    }
  }

  async #recheck(call: DirectCall, participantId: ParticipantId, participant: Participant): Promise<void> {
    if (call.state.tag === 'ended') return;
    const { db } = this.#deps;
    if (await mayTalk(db, [participant.identity])) {
      changeOffered(call, participantId, participant, await offeredTo(db, participant.identity));
    } else this.#revoke(call, participantId);
  }

  /** Without effect where the call has ended. */
  #revoke(call: DirectCall, participantId: ParticipantId): void {
    call.dispatch({ type: 'revoked', participantId, at: this.#deps.heartbeat.now() });
  }
}

/** By whose customer someone calls: their own, or a guest's host's. */
const customerKey = ({ identity, peer }: Participant): PartyKey =>
  identity.party.kind === 'guest' ? peer.key : identity.key;

/** Whether they had another customer before. */
function move(participant: Participant, customerId: CustomerId): boolean {
  if (participant.identity.customerId === customerId) return false;
  participant.identity = { ...participant.identity, customerId };
  return true;
}

/** Null where the account is gone. */
async function customerOf(db: Db, key: PartyKey): Promise<CustomerId | null> {
  const [kind, id] = key.split(':');
  const account = await db
    .selectFrom(kind === 'device' ? 'devices' : 'users')
    .where('id', '=', id as UserId & DeviceId)
    .select('customer_id')
    .executeTakeFirst();
  return account?.customer_id ?? null;
}

/** A guest calls without a pair. */
async function stands(db: Db, pairId: PairId | null): Promise<boolean> {
  if (pairId === null) return true;
  const pair = await db.selectFrom('pairs').where('id', '=', pairId).select('state').executeTakeFirst();
  return pair?.state === 'VERIFIED';
}
