import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingFileId, RecordingId, UserId } from '#protocol/ids.ts';
import type { RecordedFile, RecordingResult } from '#protocol/sfu/recording.ts';

/** A finished recording in the folder of a media node, of which the database has no row: as after the restore of an older backup. */
export async function layRecording(folder: string, startedAt: Date, names: readonly string[]): Promise<void> {
  const durationMs = 754_000;
  const files = names.map(
    (name): RecordedFile => ({
      fileId: randomUUID() as RecordingFileId,
      party: { kind: 'user', id: randomUUID() as UserId, name },
      source: 'camera',
      mediaType: 'video/webm',
      videoCodec: 'vp8',
      audioCodec: 'opus',
      startedAt: startedAt.toISOString(),
      offsetMs: 0,
      durationMs,
      bytes: 61_200_000,
      sha256: 'a'.repeat(64),
    }),
  );
  const result: RecordingResult = {
    outcome: 'ready',
    fault: null,
    startedAt: startedAt.toISOString(),
    endedAt: new Date(startedAt.getTime() + durationMs).toISOString(),
    durationMs,
    files,
  };
  const path = join(folder, randomUUID() as RecordingId);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, 'recording.json'), JSON.stringify({ startedAt: result.startedAt }));
  await writeFile(join(path, 'result.json'), JSON.stringify(result));
}
