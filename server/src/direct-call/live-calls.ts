import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CallId, idSchema, PairIdSchema, type ServerId, SessionIdSchema } from '#protocol/ids.ts';
import { ConnectionStateSchema } from '#protocol/signal/manage.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { isTimely, STALE_MS } from '#server/db/server-heartbeat.ts';
import type { CallState, ParticipantId } from './machine.ts';
import { type CallView, IdentitySchema, newParticipant, type Participant, present } from './participant.ts';

/** The database's clock: servers' own may differ. */
const NOW = sql<Date>`now()`;

/**
 * The owner has ended, or is silent for too long (SPEC.md, D14), which says something only where this server itself was not
 * away (`steady`). One that has never said that it lives is of the version before, of which nothing is known.
 */
const ownerIsGone = (steady: boolean) => sql<boolean>`not exists (
  select 1 from server_heartbeats beat
  where beat.server_id = live_calls.server_id and not beat.closed
    and (not ${steady}::boolean or beat.seen_at > clock_timestamp() - ${STALE_MS} * interval '1 millisecond')
)`;
/** When the call was last known to live: its owner says so for all of its calls. */
const lastSeen = sql<Date>`greatest(live_calls.seen_at, (
  select beat.seen_at from server_heartbeats beat where beat.server_id = live_calls.server_id
))`;

/** What of an accepted call outlives the server that owns it (SPEC.md, D14). */
const LiveCallSchema = Type.Object({
  acceptedAt: Type.Integer(),
  moved: Type.Boolean(),
  /** Absent: 0, as written by servers that know of no other. */
  leg: Type.Optional(Type.Integer({ minimum: 0 })),
  seats: Type.Array(
    Type.Object({
      seat: Type.Unsafe<ParticipantId>(Type.String({ pattern: '^(caller|callee|invited[0-9]+)$' })),
      participant: IdentitySchema,
      peer: IdentitySchema,
      outgoing: Type.Boolean(),
      since: Type.Integer(),
      pairId: Type.Union([PairIdSchema, Type.Null()]),
      sessionId: Type.Union([SessionIdSchema, Type.Null()]),
      /** Absent: none. */
      former: Type.Optional(Type.Array(SessionIdSchema)),
      serverId: Type.Union([idSchema<'server'>(), Type.Null()]),
      /** Shown to managers, as the next; absent: false. */
      away: Type.Optional(Type.Boolean()),
      relayed: Type.Optional(Type.Boolean()),
      /** Absent: not measured. */
      connection: Type.Optional(ConnectionStateSchema),
    }),
  ),
});
export type LiveCall = Static<typeof LiveCallSchema>;
const liveCallSchema = Compile(LiveCallSchema);
export const isLiveCall = (value: unknown): value is LiveCall => liveCallSchema.Check(value);

function describe(call: CallView): LiveCall | null {
  if (call.state.tag !== 'active' && call.state.tag !== 'moved') return null;
  return {
    acceptedAt: call.state.acceptedAt,
    moved: call.state.tag === 'moved',
    leg: call.leg,
    seats: present(call).map(({ participantId: seat, participant }) => {
      const { identity, peer, outgoing, since, pairId, sessionId, serverId, away } = participant;
      const { report, connection, former } = participant;
      const stored = { seat, participant: identity, peer, outgoing, since, pairId, sessionId, serverId };
      return {
        ...stored,
        ...(former.length > 0 && { former: [...former] }),
        ...(away && { away }),
        ...(report?.relayed && { relayed: true }),
        // Of the connection between the two, which is not used once the call has moved.
        ...(connection && call.state.tag === 'active' && { connection }),
      };
    }),
  };
}

/** The call as its new owner begins with it: all participants are there, each with the session that it had. */
export interface RevivedCall extends CallView {
  readonly participants: Map<ParticipantId, Participant>;
}

function revive(id: CallId, { acceptedAt, moved, leg = 0, seats }: LiveCall): RevivedCall {
  const participants = new Map(
    seats.map(({ seat, participant: identity, relayed: _, connection = null, away = false, ...stored }) => [
      seat,
      newParticipant({ identity, away, connection, ...stored }),
    ]),
  );
  const state: CallState = moved
    ? { tag: 'moved', acceptedAt, present: [...participants.keys()], invitations: [] }
    : { tag: 'active', acceptedAt };
  return { id, participants, leg, state, isInvitation: false };
}

/** Writes the call down as it is now; `over`: it has ended meanwhile, `not-own`: another server owns it. */
export async function saveLive(
  trx: Trx,
  serverId: ServerId,
  call: CallView,
): Promise<'saved' | 'over' | 'not-own'> {
  const live = describe(call);
  if (!live) return 'over';
  const row = { server_id: serverId, call: JSON.stringify(live), seen_at: NOW };
  const saved = await trx
    .insertInto('live_calls')
    .values({ call_id: call.id, ...row })
    .onConflict((conflict) =>
      conflict.column('call_id').doUpdateSet(row).where('live_calls.server_id', '=', serverId),
    )
    .returning('call_id')
    .executeTakeFirst();
  return saved ? 'saved' : 'not-own';
}

/** As `saveLive`, for a call that is known to be there; false where another server owns it, or it was given up. */
export async function keepLive(trx: Trx, serverId: ServerId, call: CallView): Promise<boolean> {
  const live = describe(call);
  const kept = await trx
    .updateTable('live_calls')
    .set({ seen_at: NOW, ...(live && { call: JSON.stringify(live) }) })
    .where('call_id', '=', call.id)
    .where('server_id', '=', serverId)
    .returning('call_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** False as of `keepLive`. */
export async function removeLive(trx: Trx, serverId: ServerId, { id }: CallView): Promise<boolean> {
  const removed = await trx
    .deleteFrom('live_calls')
    .where('call_id', '=', id)
    .where('server_id', '=', serverId)
    .returning('call_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Who owns which of these calls, and so which of them live. */
export async function ownersOf(db: Db, callIds: readonly CallId[]): Promise<ReadonlyMap<CallId, ServerId>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('live_calls')
    .where('call_id', 'in', callIds)
    .select(['call_id', 'server_id'])
    .execute();
  return new Map(rows.map(({ call_id, server_id }) => [call_id, server_id]));
}

export const ownerOf = async (db: Db, callId: CallId): Promise<ServerId | null> =>
  (await ownersOf(db, [callId])).get(callId) ?? null;

/**
 * Takes the call over from a server that is gone; null where it is not, or another one was faster. One that cannot be read is
 * left as it is, for `sweepLive`: taken over it would live for ever.
 */
export async function claimLive(
  db: Db,
  callId: CallId,
  { from, to, steady }: { readonly from: ServerId; readonly to: ServerId; readonly steady: boolean },
): Promise<RevivedCall | null> {
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('live_calls')
      .where('call_id', '=', callId)
      .where('server_id', '=', from)
      .where(ownerIsGone(steady))
      .select('call')
      .forUpdate()
      .executeTakeFirst();
    if (!row || !isLiveCall(row.call)) return null;
    await trx
      .updateTable('live_calls')
      .set({ server_id: to, seen_at: NOW })
      .where('call_id', '=', callId)
      .execute();
    return revive(callId, row.call);
  });
}

/** Says that this server's calls live. Returns which they are. */
export async function beatLive(db: Db, serverId: ServerId): Promise<ReadonlySet<CallId>> {
  const rows = await db
    .updateTable('live_calls')
    .set({ seen_at: NOW })
    .where('server_id', '=', serverId)
    .returning('call_id')
    .execute();
  return new Set(rows.map(({ call_id }) => call_id));
}

interface Sweep {
  /** How long no one has owned the calls that are taken out. */
  readonly silentMs: number;
  /** As of `isTimely`. */
  readonly decidedAt: number;
}

/** Takes out the calls that no one has owned for so long, each with when it was last known to live. */
export async function sweepLive(
  trx: Trx,
  { silentMs, decidedAt }: Sweep,
): Promise<readonly { readonly call: RevivedCall; readonly seenAt: Date }[]> {
  const rows = await trx
    .deleteFrom('live_calls')
    .where(sql<boolean>`${lastSeen} < clock_timestamp() - ${silentMs} * interval '1 millisecond'`)
    .where(ownerIsGone(true))
    .where(isTimely(decidedAt))
    .returning(['call_id', 'call', lastSeen.as('last_seen')])
    .execute();
  return rows.flatMap(({ call_id, call, last_seen }) =>
    isLiveCall(call) ? [{ call: revive(call_id, call), seenAt: last_seen }] : [],
  );
}
