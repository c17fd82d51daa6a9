import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import type { InstallationId, RecordingId } from '#protocol/ids.ts';
import { RECORDINGS_A_MESSAGE } from '#protocol/sfu/recording.ts';
import { OwnInstallation } from './own-installation.ts';
import { RecordingStore } from './recording-store.ts';

const log = createLog({ name: 'test', level: 'silent' });

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterEach(() => rm(root, { recursive: true }));

const storeOf = (installationId: InstallationId) => {
  const installation = new OwnInstallation(createLocalBus());
  installation.learn(installationId);
  return new RecordingStore({ root, minFreeBytes: 0, log }, installation, null);
};
const makeFolders = async (count: number): Promise<RecordingId[]> => {
  const ids = Array.from({ length: count }, () => randomUUID() as RecordingId);
  for (const id of ids) await mkdir(join(root, id));
  return ids;
};
/** Asks for the next ones until there are no more. */
const listAll = async (store: RecordingStore) => {
  const messages: (readonly RecordingId[])[] = [];
  for (let after: RecordingId | undefined; ; ) {
    const { recordings, more } = await store.list(after === undefined ? {} : { after });
    messages.push(recordings.map(({ recordingId }) => recordingId));
    after = recordings.at(-1)?.recordingId;
    if (!more) return messages;
  }
};

describe('the recordings in the folder of a node', () => {
  it('are listed over several messages where one does not carry all, each once and in order', async () => {
    const ids = await makeFolders(RECORDINGS_A_MESSAGE + 2);
    const messages = await listAll(storeOf(randomUUID() as InstallationId));
    expect(messages.map(({ length }) => length)).toEqual([RECORDINGS_A_MESSAGE, 2]);
    expect(messages.flat()).toEqual(ids.sort());
  });

  it('are listed in one message where that carries all, though others’ recordings lie beside them', async () => {
    const ids = await makeFolders(RECORDINGS_A_MESSAGE);
    const otherId = randomUUID() as InstallationId;
    const others = storeOf(otherId);
    for (let index = 0; index < 3; index += 1)
      await others.create(others.folder(randomUUID() as RecordingId), otherId);
    expect(await listAll(storeOf(randomUUID() as InstallationId))).toEqual([ids.sort()]);
  });
});
