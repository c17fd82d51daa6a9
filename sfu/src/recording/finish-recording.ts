import type { Logger } from '#platform/log.ts';
import type { RecordingResult } from '#protocol/sfu/recording.ts';
import type { RecordingFault } from '#protocol/signal/recording.ts';
import { finishFiles } from './finish-files.ts';
import type { RecordingFolder } from './recording-folder.ts';
import { faultOf, type RoomRecorder } from './room-recorder.ts';

/** @param fault why it ended early; null: it was stopped */
export async function finishRecording(
  folder: RecordingFolder,
  recorder: RoomRecorder,
  fault: RecordingFault | null,
  log: Logger,
): Promise<RecordingResult> {
  const { startedAt, elapsedMs } = recorder;
  await recorder.end();
  const files = await finishFiles(folder, log);
  const outcome = fault === null ? 'ready' : files.length > 0 ? 'interrupted' : 'failed';
  const why = fault === 'maintenance' ? ({ fault: 'node-lost', maintenance: true } as const) : { fault };
  return { outcome, ...why, ...period(startedAt, elapsedMs), files };
}

/** Finishes a recording that a dead process has left. */
export async function finishLeftRecording(
  folder: RecordingFolder,
  startedAt: string,
  log: Logger,
): Promise<RecordingResult> {
  const files = await finishFiles(folder, log);
  const durationMs = Math.max(0, ...files.map((file) => file.offsetMs + file.durationMs));
  const outcome = files.length > 0 ? 'interrupted' : 'failed';
  return { outcome, fault: 'node-lost', ...period(startedAt, durationMs), files };
}

/** The result of a recording that could not be finished. */
export const failedResult = (error: unknown): RecordingResult => ({
  outcome: 'failed',
  fault: faultOf(error),
  ...period(new Date().toISOString(), 0),
  files: [],
});

const period = (startedAt: string, durationMs: number) => ({
  startedAt,
  endedAt: new Date(Date.parse(startedAt) + durationMs).toISOString(),
  durationMs,
});
