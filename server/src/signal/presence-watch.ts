import type { PartyKey, PresenceState } from '#protocol/party.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { Db } from '#server/db/database.ts';
import type { Principal } from '#server/principal.ts';
import type { Session, SessionListener } from '#server/session.ts';
import type { SharedPresence } from './presence.ts';

/** Which sessions are told of whose presence (SPEC.md, P2). */
export class PresenceWatch implements SessionListener {
  readonly #db: Db;
  readonly #presence: Pick<SharedPresence, 'stateOf' | 'onChange'>;
  readonly #watching = new Map<Session, ReadonlySet<PartyKey>>();
  readonly #unsubscribe: () => void;

  constructor(db: Db, presence: Pick<SharedPresence, 'stateOf' | 'onChange'>) {
    this.#db = db;
    this.#presence = presence;
    this.#unsubscribe = presence.onChange((partyKey, state) => {
      for (const [session, keys] of this.#watching) {
        if (keys.has(partyKey)) session.notify('presence.changed', { partyKey, state });
      }
    });
  }

  async watch(session: Session): Promise<SignalReply<'presence.watch'>> {
    const keys = await pairedWith(this.#db, session.principal);
    if (session.live) this.#watching.set(session, keys);
    return { states: [...keys].map((partyKey) => ({ partyKey, state: this.#presence.stateOf(partyKey) })) };
  }

  /** A pair of these parties was approved, or has ended: those who watch see more, or less. */
  async refresh(parties: readonly PartyKey[]): Promise<void> {
    for (const session of [...this.#watching.keys()]) {
      if (parties.includes(session.partyKey)) await this.recheck(session);
    }
  }

  async recheck(session: Session): Promise<void> {
    if (!this.#watching.has(session)) return;
    const keys = await pairedWith(this.#db, session.principal);
    const before = this.#watching.get(session);
    if (!before) return;
    this.#watching.set(session, keys);
    const announce = (partyKey: PartyKey, state: PresenceState) =>
      session.notify('presence.changed', { partyKey, state });
    for (const key of keys) if (!before.has(key)) announce(key, this.#presence.stateOf(key));
    for (const key of before) if (!keys.has(key)) announce(key, 'offline');
  }

  ended(session: Session): void {
    this.#watching.delete(session);
  }

  close(): void {
    this.#unsubscribe();
    this.#watching.clear();
  }
}

/** The other sides of all verified pairs. */
async function pairedWith(db: Db, principal: Principal): Promise<ReadonlySet<PartyKey>> {
  if (principal.kind === 'guest' || principal.kind === 'admin') return new Set();
  const side = principal.kind === 'device' ? ('device' as const) : ('user' as const);
  const rows = await db
    .selectFrom('pairs')
    .where('state', '=', 'VERIFIED')
    .where((where) =>
      where.or([where(`owner_${side}_id`, '=', principal.id), where(`target_${side}_id`, '=', principal.id)]),
    )
    .select(['owner_user_id', 'owner_device_id', 'target_user_id', 'target_device_id'])
    .execute();
  const keys = new Set<PartyKey>();
  for (const row of rows) {
    for (const id of [row.owner_user_id, row.target_user_id]) if (id) keys.add(`user:${id}`);
    for (const id of [row.owner_device_id, row.target_device_id]) if (id) keys.add(`device:${id}`);
  }
  keys.delete(`${side}:${principal.id}`);
  return keys;
}
