import type { AskNode } from '#platform/ask-node.ts';
import type { Logger } from '#platform/log.ts';
import { repeatedly } from '#platform/repeatedly.ts';
import type { GroupId, MemberId } from '#protocol/ids.ts';
import type { ConnectionState } from '#protocol/signal/manage.ts';
import { changeAndAnnounce } from '#server/change-and-announce.ts';
import type { Db } from '#server/db/database.ts';
import { persistently } from '#server/db/persistently.ts';
import { type ServerHeartbeat, STALE_MS } from '#server/db/server-heartbeat.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { isNews } from '#server/experience.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { IsRelayed } from '#server/relay-addresses.ts';
import { enterGuest, finishGuest } from './guest-rows.ts';
import { type Entry, type LiveTable, type LostRow, lostRows } from './lost-rows.ts';
import {
  addCarried,
  type Carried,
  enterMember,
  finishMember,
  type MemberEnd,
  noteExperience,
  noteMeasured,
} from './member-rows.ts';
import type { MediaPlace, MemberParticipation, Participation } from './participation.ts';

/** Anyone whose server is silent for longer, and who is on no other one, has left with it. */
const SILENT_MS = 60_000;
/** How often such members are looked for. */
const SWEEP_MS = 5_000;

const UNKNOWN: Carried = { bytes: null, relayed: null };

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
 * Who is in which group call, in the database, and their history once they have left (SPEC.md, G16). A participation is one row
 * that the server has on which the member is. It passes to the next server when the member comes back there, and where no one
 * comes back another server ends it, as of when its own was last known to live.
 */
export class LiveMembers {
  readonly #deps: LiveMembersDeps;
  /** Of each participation what is being written, in order. */
  readonly #writing = new Map<string, Promise<void>>();
  /** Of each participation how its connection is, as written down. */
  readonly #states = new Map<string, ConnectionState>();
  readonly #closing = new AbortController();
  readonly #stopSweeping: () => void;

  constructor(deps: LiveMembersDeps) {
    this.#deps = deps;
    this.#stopSweeping = repeatedly({
      everyMs: Math.min(SWEEP_MS, this.#silentMs / 3),
      work: () => this.#sweep(),
      onError: (err) => deps.log.debug({ err }, 'members of lost servers not looked for'),
    });
  }

  get #silentMs(): number {
    return this.#deps.silentMs ?? SILENT_MS;
  }

  /**
   * The member is in a room: the first of its participation, one that replaces another, or one to which it has come from
   * another server. `lastMember`: who its browser was before.
   */
  entered(participation: Participation, place: MediaPlace, lastMember: MemberId | null): void {
    const { db, heartbeat } = this.#deps;
    const at = heartbeat.now();
    this.#write(participation.id, async () => {
      const entry: Entry = {
        serverId: heartbeat.serverId,
        place,
        lastMember,
        at,
        silentMs: this.#silentMs,
        steady: heartbeat.hasBeenSteady(STALE_MS),
      };
      const left =
        participation.kind === 'guest'
          ? await enterGuest(db, participation, entry)
          : await this.#enterMember(participation, entry);
      // One that was resumed is there still.
      if (left && left.memberId !== place.memberId)
        this.leftRoom(participation, left.memberId, this.#takeOut(left));
      await this.#tellManagers(participation.groupId);
    });
  }

  /** Its room is gone, and it is expected in another one: what was measured there counts. */
  leftRoom(participation: Participation, memberId: MemberId, measuring: Promise<MeasuredMedia>): void {
    const { id, groupId, kind } = participation;
    this.#write(id, async () => {
      if (kind === 'member') {
        await addCarried(this.#deps.db, id, memberId, await this.#carried(await measuring));
      }
      await this.#tellManagers(groupId);
    });
  }

  /** This server ends: the participation is left to the others. */
  handOver(participation: Participation): void {
    this.#states.delete(participation.id);
    if (participation.kind !== 'member') return;
    this.#write(participation.id, () => noteExperience(this.#deps.db, participation));
  }

  /** Its browser has reported: written down where managers are to hear of it. */
  measured(participation: Participation, state: ConnectionState | null): void {
    if (participation.kind === 'guest') return;
    const { id, groupId } = participation;
    if (!isNews(this.#states.get(id) ?? null, state)) return;
    if (state) this.#states.set(id, state);
    else this.#states.delete(id);
    this.#write(id, async () => {
      await noteMeasured(this.#deps.db, participation, state);
      await this.#tellManagers(groupId);
    });
  }

  left(participation: Participation, reason: string, measuring: Promise<MeasuredMedia>): void {
    const at = this.#deps.heartbeat.now();
    const { id, kind, experience } = participation;
    this.#states.delete(id);
    this.#write(id, async () => {
      if (kind === 'guest') return this.#finishGuest(id, at);
      const carried = await this.#carried(await measuring);
      await this.#finishMember(id, { reason, at, carried, experience: experience.get() });
    });
  }

  /** None where this server was away itself: the silence of others says nothing then. */
  async #lost(table: LiveTable): Promise<readonly LostRow[]> {
    const { db, heartbeat } = this.#deps;
    const silentMs = this.#silentMs;
    if (!heartbeat.hasBeenSteady(silentMs)) return [];
    return await lostRows(db, table, { silentMs, decidedAt: heartbeat.now() });
  }

  /** Ends participations whose server is gone; of several servers that find one, one does. */
  async #sweep(): Promise<void> {
    const { log } = this.#deps;
    for (const { id, place, seenAt } of await this.#lost('live_group_members')) {
      // As the server itself would have done: its media ends, and the node says what there was.
      const carried = place ? await this.#carried(await this.#takeOut(place)) : UNKNOWN;
      await this.#finishMember(id, { reason: 'lost', at: seenAt.getTime(), carried, experience: null });
      log.info({ ...place }, 'member of a lost server written down');
    }
    for (const { id, place, seenAt } of await this.#lost('live_group_guests')) {
      if (place) await this.#takeOut(place);
      await this.#finishGuest(id, seenAt.getTime());
      log.info({ ...place }, 'guest of a lost server counted');
    }
  }

  /** Waits for what is being written; can be called twice. */
  async close(): Promise<void> {
    this.#stopSweeping();
    this.#closing.abort();
    // One may lead to another.
    while (this.#writing.size > 0) await Promise.all(this.#writing.values());
  }

  /** Returns where the member was on another server from which it comes. */
  async #enterMember(participation: MemberParticipation, entry: Entry): Promise<MediaPlace | null> {
    const continued = await enterMember(this.#deps.db, participation, entry);
    if (continued) participation.experience.continueFrom(continued.pages);
    return continued?.place ?? null;
  }

  /** Takes someone out whose server is gone; null where the node does not know any more what there was. */
  #takeOut({ nodeId, roomId, memberId }: MediaPlace): Promise<MeasuredMedia> {
    return this.#deps.ask(nodeId, 'room.leave', { roomId, memberId, reason: 'lost' }).then(
      ({ measured }) => measured ?? null,
      () => null,
    );
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

  async #carried(media: MeasuredMedia): Promise<Carried> {
    if (media === null) return UNKNOWN;
    return { bytes: media.bytes, relayed: await this.#deps.isRelayed(media.addresses) };
  }

  async #finishMember(id: string, end: MemberEnd): Promise<void> {
    const { db, events } = this.#deps;
    const groupId = await changeAndAnnounce(db, events, async (trx, publish) => {
      const finished = await finishMember(trx, id, end);
      if (finished) publish({ type: 'connections-changed', parties: [finished.owner] });
      return finished?.groupId;
    });
    if (groupId !== undefined) await this.#tellManagers(groupId);
  }

  async #finishGuest(id: string, endedAt: number): Promise<void> {
    const groupId = await this.#deps.db.transaction().execute((trx) => finishGuest(trx, id, endedAt));
    if (groupId !== null) await this.#tellManagers(groupId);
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
