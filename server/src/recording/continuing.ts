import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { CustomerId, InstallationId, NodeId, RecordingId, RoomId } from '#protocol/ids.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { Db } from '#server/db/database.ts';
import type { TargetId } from '#server/sfu/leases.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import {
  insertSection,
  setSectionBegun,
  takeSectionBack,
  type WaitingRecording,
  waitingRecording,
} from './sections.ts';
import { neverBegun } from './settling.ts';

const ATTEMPTS_AT_MOST = 20;
const RETRY_MS = 500;

export interface ContinuingDeps {
  readonly db: Db;
  readonly sfu: Sfu;
  readonly log: Logger;
  readonly installationId: InstallationId;
  readonly maxHours: number;
  /** Whether this server is to try: it has members in the room. */
  readonly isIn: (roomId: RoomId) => boolean;
  readonly mayRecord: (customerId: CustomerId, inGroup: boolean) => Promise<boolean>;
  readonly settle: (nodeId: NodeId, sectionId: RecordingId, result: RecordingResult) => Promise<void>;
  readonly onContinued: (roomId: RoomId, recordingId: RecordingId) => void;
  readonly signal: AbortSignal;
}

/**
 * Lets a recording whose room was lost go on in the call's next room, as its next section (SPEC.md, R4). To be called whenever it may
 * have become possible: the loss is known, or someone has come in. Does nothing where `isIn` is false.
 *
 * @param attempts 20 by default, half a second apart: the room may not be open yet
 * @returns the recording, if this server has made it go on
 */
export async function continueRecording(
  deps: ContinuingDeps,
  targetId: TargetId,
  attempts = ATTEMPTS_AT_MOST,
): Promise<RecordingId | null> {
  const { db, log, isIn, mayRecord, signal } = deps;
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt++) {
    const recording = await waitingRecording(db, targetId);
    if (!recording || !isIn(recording.room_id)) return null;
    if (!(await mayRecord(recording.customer_id, recording.group_id !== null))) return null;
    const sectionId = await insertSection(db, recording);
    if (sectionId === null) return null;
    if (await begin(deps, recording, sectionId)) {
      log.info({ recordingId: recording.id, sectionId, roomId: recording.room_id }, 'recording goes on');
      return recording.id;
    }
    await delay(RETRY_MS, undefined, { signal }).catch(() => {});
  }
  return null;
}

/** False where the room, or its node, is not there at present. */
async function begin(
  deps: ContinuingDeps,
  recording: WaitingRecording,
  sectionId: RecordingId,
): Promise<boolean> {
  const { db, sfu, log, installationId, maxHours, settle, onContinued } = deps;
  const { id, room_id: roomId, node_id: nodeId, started_at } = recording;
  const leftMs = started_at.getTime() + maxHours * 3_600_000 - Date.now();
  try {
    await sfu.ask(nodeId, 'recording.start', {
      recordingId: sectionId,
      installationId,
      roomId,
      maxDurationMs: Math.max(1_000, leftMs),
    });
  } catch (error) {
    // It may have begun after all.
    sfu
      .ask(nodeId, 'recording.stop', { recordingId: sectionId })
      .catch((err: unknown) => log.debug({ err, sectionId }, 'section not stopped'));
    if (error instanceof AppError && error.code === 'recording-storage') {
      await settle(nodeId, sectionId, neverBegun('storage'));
      return true;
    }
    log.debug({ err: error, sectionId, roomId }, 'recording does not go on yet');
    await takeSectionBack(db, recording, sectionId);
    return false;
  }
  await setSectionBegun(db, sectionId);
  onContinued(roomId, id);
  return true;
}
