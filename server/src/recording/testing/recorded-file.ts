import { randomUUID } from 'node:crypto';
import type { RecordingFileId, UserId } from '#protocol/ids.ts';
import type { RecordedFile } from '#protocol/sfu/recording.ts';

/** A second of Hana's camera, as a media node tells of it. */
export const recordedFile = (values: Partial<RecordedFile> = {}): RecordedFile => ({
  fileId: randomUUID() as RecordingFileId,
  party: { kind: 'user', id: randomUUID() as UserId, name: 'Hana' },
  source: 'camera',
  mediaType: 'video/webm',
  videoCodec: 'vp8',
  audioCodec: 'opus',
  startedAt: '2026-11-27T00:00:00.000Z',
  offsetMs: 0,
  durationMs: 1_000,
  bytes: 1,
  sha256: 'a'.repeat(64),
  ...values,
});
