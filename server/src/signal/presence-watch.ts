import { AppError } from '#protocol/app-error.ts';
import type { PartyKey, PresenceState } from '#protocol/party.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import { coalesced, eachAtOnce } from '#server/concurrency.ts';
import type { Db } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import type { Principal } from '#server/principal.ts';
import type { Session, SessionListener } from '#server/session.ts';
import type { SharedPresence } from './presence.ts';

/** Sessions whose pairs are looked up at once after a change; the database's other connections stay free for requests. */
const RENEWED_AT_ONCE = 4;

/** The people whose presence changes are sent to one session. */
interface Watch {
  /** Null until they have been looked up for the first time. */
  keys: ReadonlySet<PartyKey> | null;
  /** Looks them up: one query at a time, and after it another one for all changes that have come meanwhile. */
  readonly renew: () => Promise<void>;
  /** The same, for as long as the database is away. */
  readonly follow: () => Promise<void>;
}

/** Which sessions are told of whose presence (SPEC.md, P2). */
export class PresenceWatch implements SessionListener {
  readonly #db: Db;
  readonly #presence: Pick<SharedPresence, 'stateOf' | 'onChange'>;
  readonly #watching = new Map<Session, Watch>();
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;

  constructor(db: Db, presence: Pick<SharedPresence, 'stateOf' | 'onChange'>) {
    this.#db = db;
    this.#presence = presence;
    this.#unsubscribe = presence.onChange((partyKey, state) => {
      for (const [session, { keys }] of this.#watching) {
        if (keys?.has(partyKey)) session.notify('presence.changed', { partyKey, state });
      }
    });
  }

  async watch(session: Session): Promise<SignalReply<'presence.watch'>> {
    if (!session.live) throw new AppError('session-required');
    // Before the query: a pair that ends while it runs must find the session here.
    const watch = this.#watching.get(session) ?? this.#begin(session);
    try {
      await watch.renew();
    } catch (error) {
      if (!watch.keys) this.#watching.delete(session);
      throw error;
    }
    const keys = [...(watch.keys ?? [])];
    return { states: keys.map((partyKey) => ({ partyKey, state: this.#presence.stateOf(partyKey) })) };
  }

  /**
   * A pair of these parties was approved, or has ended: those who watch see more, or less. All of them are looked after,
   * also where it fails for one.
   */
  async refresh(parties: readonly PartyKey[]): Promise<void> {
    const concerned = [...this.#watching].filter(([{ partyKey }]) => parties.includes(partyKey));
    const failures: unknown[] = [];
    await eachAtOnce(concerned, RENEWED_AT_ONCE, async ([, { follow }]) => {
      await follow().catch((error: unknown) => failures.push(error));
    });
    if (failures.length > 0 && !this.#closing.signal.aborted) throw failures[0];
  }

  async recheck(session: Session): Promise<void> {
    await this.#watching.get(session)?.renew();
  }

  ended(session: Session): void {
    this.#watching.delete(session);
  }

  close(): void {
    this.#closing.abort();
    this.#unsubscribe();
    this.#watching.clear();
  }

  #begin(session: Session): Watch {
    const isOver = () => this.#watching.get(session) !== watch;
    const renew = coalesced(async () => {
      if (isOver()) return;
      const keys = await pairedWith(this.#db, session.principal);
      if (!isOver()) this.#change(session, watch, keys);
    });
    const follow = coalesced(() => persistently(renew, this.#closing.signal));
    const watch: Watch = { keys: null, renew, follow };
    this.#watching.set(session, watch);
    return watch;
  }

  /** Sends no notices for the first result: the reply contains it. */
  #change(session: Session, watch: Watch, keys: ReadonlySet<PartyKey>): void {
    const before = watch.keys;
    watch.keys = keys;
    if (!before) return;
    const announce = (partyKey: PartyKey, state: PresenceState) =>
      session.notify('presence.changed', { partyKey, state });
    for (const key of keys) if (!before.has(key)) announce(key, this.#presence.stateOf(key));
    for (const key of before) if (!keys.has(key)) announce(key, 'offline');
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
