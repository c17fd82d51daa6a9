import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CallId, idSchema, PairIdSchema, type ServerId, SessionIdSchema } from '#protocol/ids.ts';
import type { Db, Trx } from '#server/db/database.ts';
import type { Seat } from './machine.ts';
import { type OwnedCall, present, type Seated, seated } from './owned-call.ts';
import { ParticipantSchema } from './participant.ts';

/** How often an owner says that it lives. */
export const BEAT_MS = 15_000;
/** A call whose owner was silent for so long, and that nobody has taken up, is over. */
export const SILENT_S = 60;

/** What of an accepted call outlives the server that owns it (SPEC.md, D14). */
const LiveCallSchema = Type.Object({
  acceptedAt: Type.Integer(),
  moved: Type.Boolean(),
  seats: Type.Array(
    Type.Object({
      seat: Type.Unsafe<Seat>(Type.String({ pattern: '^(caller|callee|invited[0-9]+)$' })),
      participant: ParticipantSchema,
      peer: ParticipantSchema,
      outgoing: Type.Boolean(),
      since: Type.Integer(),
      pairId: Type.Union([PairIdSchema, Type.Null()]),
      sessionId: Type.Union([SessionIdSchema, Type.Null()]),
      serverId: Type.Union([idSchema<'server'>(), Type.Null()]),
    }),
  ),
});
export type LiveCall = Static<typeof LiveCallSchema>;
const liveCallSchema = Compile(LiveCallSchema);
const isLiveCall = (value: unknown): value is LiveCall => liveCallSchema.Check(value);

function describe(call: OwnedCall): LiveCall | null {
  if (call.state.tag !== 'active' && call.state.tag !== 'moved') return null;
  return {
    acceptedAt: call.state.acceptedAt,
    moved: call.state.tag === 'moved',
    seats: present(call).map(([seat, held]) => {
      const { participant, peer, outgoing, since, pairId, sessionId, serverId } = held;
      return { seat, participant, peer, outgoing, since, pairId, sessionId, serverId };
    }),
  };
}

/** The call as its new owner begins with it: all places are there, and in each the session that it was held by. */
function revive(id: CallId, live: LiveCall): OwnedCall {
  const seats = new Map<Seat, Seated>(live.seats.map(({ seat, ...held }) => [seat, seated(held)]));
  const { acceptedAt, moved } = live;
  return {
    id,
    seats,
    joins: null,
    state: moved
      ? { tag: 'moved', acceptedAt, present: [...seats.keys()], invitations: [] }
      : { tag: 'active', acceptedAt },
    timer: undefined,
  };
}

/** Accepted calls as the database knows them: whoever ends one first, owner or sweeper, writes its history, once. */
export class LiveCalls {
  readonly #db: Db;
  readonly #serverId: ServerId;

  constructor(db: Db, serverId: ServerId) {
    this.#db = db;
    this.#serverId = serverId;
  }

  /** Writes the call down as it is now. False where another server owns it. */
  async save(trx: Trx, call: OwnedCall): Promise<boolean> {
    const live = describe(call);
    if (!live) return false;
    const row = { server_id: this.#serverId, call: JSON.stringify(live), seen_at: new Date() };
    const saved = await trx
      .insertInto('live_calls')
      .values({ call_id: call.id, ...row })
      .onConflict((conflict) =>
        conflict.column('call_id').doUpdateSet(row).where('live_calls.server_id', '=', this.#serverId),
      )
      .returning('call_id')
      .executeTakeFirst();
    return saved !== undefined;
  }

  /** As `save`, for a call that is known to be there; whatever it is by now, this server must own it. */
  async keep(trx: Trx, call: OwnedCall): Promise<boolean> {
    const live = describe(call);
    const kept = await trx
      .updateTable('live_calls')
      .set({ seen_at: new Date(), ...(live && { call: JSON.stringify(live) }) })
      .where('call_id', '=', call.id)
      .where('server_id', '=', this.#serverId)
      .returning('call_id')
      .executeTakeFirst();
    return kept !== undefined;
  }

  /** False where another server owns it, or it was given up. */
  async remove(trx: Trx, callId: CallId): Promise<boolean> {
    const removed = await trx
      .deleteFrom('live_calls')
      .where('call_id', '=', callId)
      .where('server_id', '=', this.#serverId)
      .returning('call_id')
      .executeTakeFirst();
    return removed !== undefined;
  }

  async ownerOf(callId: CallId): Promise<ServerId | null> {
    const row = await this.#db
      .selectFrom('live_calls')
      .where('call_id', '=', callId)
      .select('server_id')
      .executeTakeFirst();
    return row?.server_id ?? null;
  }

  /** Takes the call over from a server that is gone; null where another one was faster. */
  async claim(callId: CallId, from: ServerId): Promise<OwnedCall | null> {
    const row = await this.#db
      .updateTable('live_calls')
      .set({ server_id: this.#serverId, seen_at: new Date() })
      .where('call_id', '=', callId)
      .where('server_id', '=', from)
      .returning('call')
      .executeTakeFirst();
    return row && isLiveCall(row.call) ? revive(callId, row.call) : null;
  }

  /** Says that this server's calls live. */
  async beat(): Promise<void> {
    await this.#db
      .updateTable('live_calls')
      .set({ seen_at: new Date() })
      .where('server_id', '=', this.#serverId)
      .execute();
  }

  /** Takes out those that nobody owns any more, each with when it was last known to live. */
  async sweep(trx: Trx): Promise<readonly { readonly call: OwnedCall; readonly seenAt: Date }[]> {
    const rows = await trx
      .deleteFrom('live_calls')
      .where('seen_at', '<', new Date(Date.now() - SILENT_S * 1000))
      .returning(['call_id', 'call', 'seen_at'])
      .execute();
    return rows.flatMap(({ call_id, call, seen_at }) =>
      isLiveCall(call) ? [{ call: revive(call_id, call), seenAt: seen_at }] : [],
    );
  }
}
