import { sql } from 'kysely';
import type { Logger } from '#platform/log.ts';
import type { CustomerId, DeviceId, GroupId, MemberId, NodeId, RoomId, UserId } from '#protocol/ids.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import type { ConnectionState } from '#protocol/signal/manage.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import { addConnection } from '#server/connection-rows.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import { type ServerHeartbeat, STALE_MS } from '#server/db/server-heartbeat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { experienceColumns, isNews } from '#server/experience.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { IsRelayed } from '#server/relay-addresses.ts';
import type { AskNode } from '#server/sfu/sfu-requests.ts';
import type { Participant } from './membership.ts';

/** Members of a server that was silent for this long have left with it: theirs is written by the others. */
const SILENT_MS = 60_000;
/** How often such members are looked for. */
const SWEEP_MS = 5_000;

/** One member's part in a group call, over all the rooms that it continues in. */
export interface Participation {
  readonly id: string;
  readonly callId: RoomId;
  readonly groupId: GroupId;
  readonly groupName: string;
  readonly customerId: CustomerId;
  readonly userId: UserId | null;
  readonly deviceId: DeviceId | null;
  /** Milliseconds since 1970, by the database's clock. */
  readonly startedAt: number;
}

/** Where a member's media is. */
export interface MediaPlace {
  readonly nodeId: NodeId;
  readonly roomId: RoomId;
  readonly memberId: MemberId;
}

/** What a participation is told of by its browser. */
type Measured = Pick<Participant, 'id' | 'target' | 'experience'>;

/** What was found at the end. */
interface Found {
  readonly bytes: number | null;
  readonly relayed: boolean | null;
  /** Null: what was written down last counts. */
  readonly experience: Experience | null;
}

/** What a media node says of a member who has left; null where it does not know any more. */
export type MeasuredMedia = { readonly bytes: number; readonly addresses: readonly string[] } | null;

export interface LiveMembersDeps {
  readonly db: Db;
  readonly events: DomainEvents;
  readonly heartbeat: ServerHeartbeat;
  readonly ask: AskNode;
  readonly isRelayed: IsRelayed;
  readonly news: Pick<ManagerNews, 'callChanged'>;
  readonly log: Logger;
  /** `SILENT_MS` by default. */
  readonly silentMs?: number;
}

/**
 * Who is in which group call, in the database, and their history once they have left: written once, by the server that
 * they were on, or, where that is gone, by another one, with the time at which it was last known to live.
 */
export class LiveMembers {
  readonly #deps: LiveMembersDeps;
  /** Of each participation what is being written, in order. */
  readonly #writing = new Map<string, Promise<void>>();
  /** Of each participation how its connection is, as written down. */
  readonly #states = new Map<string, ConnectionState>();
  readonly #closing = new AbortController();
  readonly #sweeping: ReturnType<typeof setInterval>;

  constructor(deps: LiveMembersDeps) {
    this.#deps = deps;
    const everyMs = Math.min(SWEEP_MS, this.#silentMs / 3);
    this.#sweeping = setInterval(() => {
      if (deps.heartbeat.hasBeenSteady(this.#silentMs)) {
        this.sweep().catch((err: unknown) =>
          deps.log.debug({ err }, 'members of lost servers not looked for'),
        );
      }
    }, everyMs);
  }

  get #silentMs(): number {
    return this.#deps.silentMs ?? SILENT_MS;
  }

  /** The member is in a room: the first of its participation, or one that replaces another. */
  entered(participation: Participation, { nodeId, roomId, memberId }: MediaPlace): void {
    const { id, callId, groupId, groupName, customerId, userId, deviceId, startedAt } = participation;
    const place = { node_id: nodeId, room_id: roomId, member_id: memberId };
    this.#write(id, async () => {
      await this.#deps.db
        .insertInto('live_group_members')
        .values({
          id,
          server_id: this.#deps.heartbeat.serverId,
          call_id: callId,
          group_id: groupId,
          group_name: groupName,
          customer_id: customerId,
          user_id: userId,
          device_id: deviceId,
          started_at: new Date(startedAt),
          ...place,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(place))
        .execute();
      await this.#tellManagers(groupId);
    });
  }

  /** A guest is in a room; again where its participation continues in another one. */
  guestEntered(id: string, groupId: GroupId): void {
    this.#write(id, async () => {
      await this.#deps.db
        .insertInto('live_group_guests')
        .values({ id, group_id: groupId, server_id: this.#deps.heartbeat.serverId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await this.#tellManagers(groupId);
    });
  }

  guestLeft(id: string, groupId: GroupId): void {
    this.#write(id, async () => {
      await this.#deps.db.deleteFrom('live_group_guests').where('id', '=', id).execute();
      await this.#tellManagers(groupId);
    });
  }

  /** Its room is gone, and it is expected in another one: what was measured there counts. */
  leftRoom(id: string, groupId: GroupId, measuring: Promise<MeasuredMedia>): void {
    this.#write(id, async () => {
      const { bytes, relayed } = await this.#measured(await measuring);
      await this.#tellManagers(groupId);
      if (bytes === null) return;
      await this.#deps.db
        .updateTable('live_group_members')
        .set((eb) => ({
          bytes: sql<number>`coalesce(${eb.ref('bytes')}, 0) + ${bytes}`,
          relayed: sql<boolean>`coalesce(${eb.ref('relayed')}, false) or coalesce(${relayed}::boolean, false)`,
        }))
        .where('id', '=', id)
        .execute();
    });
  }

  /** Its browser has reported: written down where managers are to hear of it. */
  measured({ id, target, experience }: Measured, state: ConnectionState | null): void {
    const before = this.#states.get(id) ?? null;
    if (target.kind !== 'group' || !isNews(before, state)) return;
    if (state) this.#states.set(id, state);
    else this.#states.delete(id);
    const { groupId } = target;
    this.#write(id, async () => {
      const total = experience.get();
      await this.#deps.db
        .updateTable('live_group_members')
        .set({ state: state && JSON.stringify(state), ...(total && { experience: JSON.stringify(total) }) })
        .where('id', '=', id)
        .execute();
      await this.#tellManagers(groupId);
    });
  }

  left(
    { id, experience }: Pick<Measured, 'id' | 'experience'>,
    endReason: string,
    measuring: Promise<MeasuredMedia>,
  ): void {
    const endedAt = this.#deps.heartbeat.now();
    this.#states.delete(id);
    this.#write(id, async () => {
      const measured = await this.#measured(await measuring);
      await this.#finish(id, endReason, endedAt, { ...measured, experience: experience.get() });
    });
  }

  /** Members of servers that are gone; of several servers that find one, one writes its history. */
  async sweep(): Promise<void> {
    const { db, ask, log } = this.#deps;
    const lost = await lostMembers(db, this.#silentMs);
    for (const groupId of await removeLostGuests(db, this.#silentMs)) await this.#tellManagers(groupId);
    for (const { id, node_id: nodeId, room_id: roomId, member_id: memberId, seen_at } of lost) {
      // As the server itself would have done: its media ends, and the node says what there was.
      const measured = await ask(nodeId, 'room.leave', { roomId, memberId, reason: 'lost' }).then(
        (reply) => reply.measured ?? null,
        () => null,
      );
      await this.#finish(id, 'lost', seen_at.getTime(), {
        ...(await this.#measured(measured)),
        experience: null,
      });
      log.info({ memberId, roomId }, 'member of a lost server written down');
    }
  }

  /** Waits for what is being written; can be called twice. */
  async close(): Promise<void> {
    clearInterval(this.#sweeping);
    this.#closing.abort();
    await Promise.all(this.#writing.values());
  }

  /** Of the call that the group has now. */
  async #tellManagers(groupId: GroupId): Promise<void> {
    const call = await this.#deps.db
      .selectFrom('live_group_calls')
      .where('group_id', '=', groupId)
      .select(['call_id', 'customer_ids'])
      .executeTakeFirst();
    if (call) this.#deps.news.callChanged(call.call_id, call.customer_ids);
  }

  async #measured(
    media: MeasuredMedia,
  ): Promise<{ readonly bytes: number | null; readonly relayed: boolean | null }> {
    if (media === null) return { bytes: null, relayed: null };
    return { bytes: media.bytes, relayed: await this.#deps.isRelayed(media.addresses) };
  }

  async #finish(id: string, endReason: string, endedAt: number, measured: Found): Promise<void> {
    const { db, events } = this.#deps;
    const groupId = await changeAndAnnounce(db, events, async (trx, publish) => {
      const finished = await finish(trx, id, endReason, endedAt, measured);
      if (finished) publish({ type: 'connections-changed', parties: [finished.owner] });
      return finished?.groupId;
    });
    if (groupId !== undefined) await this.#tellManagers(groupId);
  }

  #write(id: string, write: () => Promise<void>): void {
    const before = this.#writing.get(id) ?? Promise.resolve();
    const writing: Promise<void> = before
      .then(() => persistently(write, this.#closing.signal))
      .catch((err: unknown) => this.#deps.log.error({ err, id }, 'participation not written down'))
      .finally(() => {
        if (this.#writing.get(id) === writing) this.#writing.delete(id);
      });
    this.#writing.set(id, writing);
  }
}

/** Moves the row into the history; null where someone else has done so. */
async function finish(trx: Trx, id: string, endReason: string, endedAtMs: number, measured: Found) {
  const row = await trx
    .deleteFrom('live_group_members')
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const endedAt = new Date(Math.max(endedAtMs, row.started_at.getTime()));
  const wasRelayed =
    row.relayed === null && measured.relayed === null ? null : Boolean(row.relayed || measured.relayed);
  await addConnection(trx, {
    kind: 'group',
    call_id: row.call_id,
    customer_id: row.customer_id,
    user_id: row.user_id,
    device_id: row.device_id,
    peer_id: row.group_id,
    peer_name: row.group_name,
    outgoing: false,
    started_at: row.started_at,
    ended_at: endedAt,
    duration_s: Math.round((endedAt.getTime() - row.started_at.getTime()) / 1000),
    end_reason: endReason,
    bytes: row.bytes === null && measured.bytes === null ? null : (row.bytes ?? 0) + (measured.bytes ?? 0),
    relayed: wasRelayed,
    ...experienceColumns(measured.experience ?? row.experience),
  });
  const owner =
    row.user_id !== null ? (`user:${row.user_id}` as const) : (`device:${row.device_id}` as const);
  return { owner, groupId: row.group_id };
}

/** Of a row of `server_heartbeats as beat`: the server is gone. */
const isLost = (silentMs: number) =>
  sql<boolean>`((beat.closed and beat.seen_at < clock_timestamp() - ${STALE_MS} * interval '1 millisecond')
    or beat.seen_at < clock_timestamp() - ${silentMs} * interval '1 millisecond')`;

/** Returns the groups in whose calls there were some. */
async function removeLostGuests(db: Db, silentMs: number): Promise<ReadonlySet<GroupId>> {
  const { rows } = await sql<{ group_id: GroupId }>`
    delete from live_group_guests guest using server_heartbeats beat
    where beat.server_id = guest.server_id and ${isLost(silentMs)} returning guest.group_id`.execute(db);
  return new Set(rows.map(({ group_id }) => group_id));
}

const lostMembers = (db: Db, silentMs: number) =>
  db
    .selectFrom('live_group_members as member')
    .innerJoin('server_heartbeats as beat', 'beat.server_id', 'member.server_id')
    .where(isLost(silentMs))
    .select(['member.id', 'member.node_id', 'member.room_id', 'member.member_id', 'beat.seen_at'])
    .execute();
