import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { InstallationId, NodeId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import { RecordingFiles } from './recording-files.ts';

const reading = (codes: readonly ErrorCode[]) => {
  const nodes = codes.map((code) => ({ nodeId: randomUUID() as NodeId, code }));
  const files = new RecordingFiles(
    {
      nodes,
      async ask(nodeId) {
        throw new AppError(nodes.find((node) => node.nodeId === nodeId)?.code ?? 'internal-error');
      },
    },
    randomUUID() as InstallationId,
  );
  return files.read(randomUUID() as RecordingId, randomUUID() as RecordingFileId, 0, 99);
};

it('says whether no node has a file, or the bucket that they share is away', async () => {
  await expect(reading(['not-found', 'not-found'])).rejects.toMatchObject({ code: 'media-node-unavailable' });
  await expect(reading(['not-found', 'recording-storage'])).rejects.toMatchObject({
    code: 'recording-storage',
  });
  await expect(reading(['recording-storage', 'not-found'])).rejects.toMatchObject({
    code: 'recording-storage',
  });
});
