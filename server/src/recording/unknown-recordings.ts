import { randomUUID } from 'node:crypto';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, DeviceId, GroupId, NodeId, RecordingId, RoomId, UserId } from '#protocol/ids.ts';
import {
  UNKNOWN_RECORDINGS_LISTED,
  type UnknownRecording,
} from '#protocol/rest/resources/unknown-recording.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import type { Sfu } from '#server/sfu/sfu.ts';

type AskedNodes = Pick<Sfu, 'ask' | 'knowsAllNodes'> & {
  readonly nodes: Iterable<{ readonly nodeId: NodeId }>;
};

/** Whose an unknown recording becomes. */
export interface NewOwner {
  readonly customerId: CustomerId;
  readonly userId: UserId | null;
  readonly deviceId: DeviceId | null;
  readonly groupId: GroupId | null;
  /** That of the group. Null without one: the recording is then named after the people in it. */
  readonly name: string | null;
}

/** What of these the database has never had, or has forgotten: neither a recording nor one that was deleted. */
export async function unknownAmong(db: Db, ids: readonly RecordingId[]): Promise<readonly RecordingId[]> {
  if (ids.length === 0) return [];
  const known = await db
    .selectFrom('recordings')
    .where('id', 'in', ids)
    .select('id')
    .union(db.selectFrom('recording_sections').where('id', 'in', ids).select('id'))
    .union(db.selectFrom('removed_recordings').where('id', 'in', ids).select('id'))
    .execute();
  const knownIds = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !knownIds.has(id));
}

/** What a node has, page by page. */
export async function* recordingsOn(sfu: Pick<Sfu, 'ask'>, nodeId: NodeId) {
  let after: RecordingId | undefined;
  for (;;) {
    const { recordings, more } = await sfu.ask(
      nodeId,
      'recording.list',
      after === undefined ? {} : { after },
    );
    if (recordings.length > 0) yield recordings;
    after = recordings.at(-1)?.recordingId;
    if (!more || after === undefined) return;
  }
}

/**
 * How long nodes are asked which recordings they have, and as long again what is in them. Checked after each answer; what is left
 * then is not listed.
 */
const ASKING_LIMIT_MS = 5_000;

function checkLimit(startedAt: number): void {
  if (Date.now() - startedAt > ASKING_LIMIT_MS) throw new AppError('request-timeout');
}

/**
 * Recordings that media nodes have and the database does not know, for example because an older database was restored. They are kept
 * until an administrator has decided.
 */
export class UnknownRecordings {
  readonly #sfu: AskedNodes;

  constructor(sfu: AskedNodes) {
    this.#sfu = sfu;
  }

  /** The newest ones. `incomplete`: a media node did not answer, or not in time, or there is none. */
  async list(db: Db): Promise<{
    readonly total: number;
    readonly incomplete: boolean;
    readonly recordings: readonly UnknownRecording[];
  }> {
    const listingStartedAt = Date.now();
    const places = new Map<RecordingId, NodeId>();
    const listings = await this.#askAll(async (nodeId) => {
      for await (const recordings of recordingsOn(this.#sfu, nodeId)) {
        const ids = recordings.map(({ recordingId }) => recordingId);
        // A row is written before the node is asked to record: what has none now never had one, or has lost it.
        for (const id of await unknownAmong(db, ids)) if (!places.has(id)) places.set(id, nodeId);
        checkLimit(listingStartedAt);
      }
    });
    // Their ids begin with the time.
    const newest = [...places].sort(([one], [other]) => (one < other ? 1 : -1));
    const shown = newest.slice(0, UNKNOWN_RECORDINGS_LISTED);
    const described = new Map<RecordingId, UnknownRecording>();
    const describingStartedAt = Date.now();
    const descriptions = await this.#askAll(async (askedNode) => {
      for (const [id, nodeId] of shown) {
        if (nodeId !== askedNode) continue;
        described.set(id, describe(id, await this.#resultOn(nodeId, id)));
        checkLimit(describingStartedAt);
      }
    });
    return {
      total: places.size,
      incomplete: !(this.#sfu.knowsAllNodes && listings.isWhole && descriptions.isWhole),
      recordings: shown.flatMap(([id]) => described.get(id) ?? []),
    };
  }

  /**
   * Makes it a recording of the owner; its files follow by a job. Throws `not-found` where the database knows it or no node has it,
   * `media-node-unavailable` where the one that may have it does not answer, `recording-unfinished`.
   */
  async assign(trx: Trx, id: RecordingId, owner: NewOwner): Promise<void> {
    const { nodeId, result } = await this.#find(trx, id);
    if (!result) throw new AppError('recording-unfinished');
    const inserted = await trx
      .insertInto('recordings')
      .values({
        id,
        customer_id: owner.customerId,
        user_id: owner.userId,
        device_id: owner.deviceId,
        group_id: owner.groupId,
        target_id: null,
        name: owner.name ?? namesIn(result, owner),
        // The room is long gone, and its id is not known.
        room_id: randomUUID() as RoomId,
        node_id: nodeId,
        started_by: '',
        started_at: new Date(result.startedAt),
        ended_at: new Date(result.endedAt),
        state: 'finishing',
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) throw new AppError('not-found');
    await addJob(trx, 'reconcile-recordings', {});
  }

  /** Its files go by a job. Throws as `assign`. @returns who is in it; null where that is not known yet */
  async delete(trx: Trx, id: RecordingId): Promise<string | null> {
    const { result } = await this.#find(trx, id);
    const removed = await trx
      .insertInto('removed_recordings')
      .values({ id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Another administrator was faster.
    if (!removed) throw new AppError('not-found');
    await addJob(trx, 'remove-recording-files', { recordingId: id });
    return result && peopleIn(result.files);
  }

  async #find(db: Db, id: RecordingId) {
    if ((await unknownAmong(db, [id])).length === 0) throw new AppError('not-found');
    const { isWhole, answers } = await this.#askAll(async (nodeId) => ({
      nodeId,
      found: await this.#sfu.ask(nodeId, 'recording.inspect', { recordingId: id }),
    }));
    for (const { nodeId, found } of answers) {
      if (found.state !== 'unknown')
        return { nodeId, result: found.state === 'finished' ? found.result : null };
    }
    throw new AppError(isWhole && this.#sfu.knowsAllNodes ? 'not-found' : 'media-node-unavailable');
  }

  /** All nodes at the same time. `isWhole`: none of them failed. */
  async #askAll<Answer>(ask: (nodeId: NodeId) => Promise<Answer>) {
    let isWhole = true;
    const answers = await Promise.all(
      [...this.#sfu.nodes].map(async ({ nodeId }) => {
        try {
          return [await ask(nodeId)];
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          isWhole = false;
          return [];
        }
      }),
    );
    return { isWhole, answers: answers.flat() };
  }

  async #resultOn(nodeId: NodeId, recordingId: RecordingId): Promise<RecordingResult | null> {
    const found = await this.#sfu.ask(nodeId, 'recording.inspect', { recordingId });
    return found.state === 'finished' ? found.result : null;
  }
}

/** What the list shows. Its files are at most as many as fit one message of the media node. */
function describe(id: RecordingId, result: RecordingResult | null): UnknownRecording {
  if (!result) return { id, state: 'finishing', start: null, duration: null, bytes: null, files: [] };
  return {
    id,
    state: 'finished',
    start: result.startedAt,
    duration: result.durationMs / 1_000,
    bytes: result.files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: result.files.map(({ party, source }) => ({ name: party.name, source })),
  };
}

/** Who else was in it, as other recordings without a group are named. */
function namesIn({ files }: RecordingResult, { userId, deviceId }: NewOwner): string {
  return peopleIn(files.filter(({ party }) => party.id !== userId && party.id !== deviceId));
}

/** Each once. */
const peopleIn = (files: RecordingResult['files']): string =>
  [...new Set(files.map(({ party }) => party.name))].join(', ');
