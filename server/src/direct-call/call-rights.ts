import type { CustomerId, DeviceId, PairId, UserId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import { coalesced, eachAtOnce } from '#server/concurrency.ts';
import type { Db } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { mayTalk, offeredTo } from './access.ts';
import type { CallDeps } from './call-deps.ts';
import type { DirectCall } from './direct-call.ts';
import { customersOf, type Member, type Participant } from './participant.ts';
import { changeOffered } from './sharing.ts';

/** Calls that are checked at once after a change. */
const CHECKED_AT_ONCE = 4;

export interface CallRightsDeps extends Pick<CallDeps, 'db' | 'log' | 'heartbeat'> {
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
  /** Of each call: one check at a time, and after it another one for all changes that have come meanwhile. */
  readonly #checks = new WeakMap<DirectCall, () => Promise<void>>();
  /** All calls, after missed changes. Never rejects. */
  readonly #checkAll: () => Promise<void>;
  /** Counts what may have withdrawn a right. */
  #changes = 0;

  constructor(deps: CallRightsDeps) {
    this.#deps = deps;
    this.#checkAll = coalesced(() => this.#checkEach(deps.calls()));
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
    const members = () => this.#deps.calls().flatMap(membersOf);
    switch (event.type) {
      case 'pair-changed': {
        const { pairId, callable } = event;
        if (callable) return;
        for (const one of members()) if (one.participant.pairId === pairId) this.#revoke(one);
        return;
      }
      // A customer's, or everyone's: calls that may not continue end, and what may not be shown.
      case 'features-changed': {
        const { customerId } = event;
        const isConcerned = (call: DirectCall) =>
          customerId === null || customersOf(call).includes(customerId);
        void this.#checkEach(this.#deps.calls().filter(isConcerned));
        return;
      }
      // Someone has another customer, whose features decide from now on; a guest's are those of its host.
      case 'party-moved': {
        const { party, customerId } = event;
        const moved = members().filter(
          ({ participant }) => customerKey(participant) === party && changeCustomer(participant, customerId),
        );
        // All of them before the first question: the rooms of moved calls ask at the same time.
        const concerned = new Set(moved.map(({ call }) => call));
        for (const call of concerned) call.save();
        void this.#checkEach(concerned);
        return;
      }
      case 'events-missed':
        void this.#checkAll();
        return;
      default:
    }
  }

  close(): void {
    this.#closing.abort();
  }

  /** Never rejects. */
  #checkEach(calls: Iterable<DirectCall>): Promise<void> {
    return eachAtOnce(calls, CHECKED_AT_ONCE, (call) => this.#checkOf(call)());
  }

  #checkOf(call: DirectCall): () => Promise<void> {
    const existing = this.#checks.get(call);
    if (existing) return existing;
    const check = coalesced(() => this.#checkPersistently(call));
    this.#checks.set(call, check);
    return check;
  }

  /** Until it is known, or the call or this server has ended: no withdrawal is lost while the database is away. */
  async #checkPersistently(call: DirectCall): Promise<void> {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    try {
      await persistently(() => this.#check(call), signal);
    } catch (err) {
      if (!signal.aborted) this.#deps.log.error({ err, callId: call.id }, 'call not checked after a change');
    }
  }

  /** Ends the call or goes on with it, as the change would have that has been heard, or missed. */
  async #check(call: DirectCall): Promise<void> {
    const { db, heartbeat } = this.#deps;
    for (const one of membersOf(call)) {
      if (call.state.tag === 'ended') return;
      const { participantId, participant } = one;
      const customerId = await customerOf(db, customerKey(participant));
      // Deleted: the sessions are gone, and where none was in the call yet the pair is.
      if (!customerId)
        call.dispatch({ type: 'session-ended', participantId, end: 'revoked', at: heartbeat.now() });
      if (!customerId || !(await stands(db, participant.pairId))) this.#revoke(one);
      else {
        if (changeCustomer(participant, customerId)) call.save();
        await this.#recheck(one);
      }
    }
  }

  async #recheck(one: CallMember): Promise<void> {
    const { call, participant } = one;
    if (call.state.tag === 'ended') return;
    const { db } = this.#deps;
    if (!(await mayTalk(db, [participant.identity]))) this.#revoke(one);
    else changeOffered(call, one, await offeredTo(db, participant.identity));
  }

  /** Without effect where the call has ended. */
  #revoke({ call, participantId }: CallMember): void {
    call.dispatch({ type: 'revoked', participantId, at: this.#deps.heartbeat.now() });
  }
}

interface CallMember extends Member {
  readonly call: DirectCall;
}

/** Those who are in it or called. */
const membersOf = (call: DirectCall): CallMember[] =>
  [...call.participants].map(([participantId, participant]) => ({ call, participantId, participant }));

/** By whose customer someone calls: their own, or a guest's host's. */
const customerKey = ({ identity, peer }: Participant): PartyKey =>
  identity.party.kind === 'guest' ? peer.key : identity.key;

/** Whether they had another customer before. */
function changeCustomer(participant: Participant, customerId: CustomerId): boolean {
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
