import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW, WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import type { FilmId, InstallationId, RecordingId } from '#protocol/ids.ts';
import { RECORDING_CHUNK_BYTES, type RecordedFile, type RecordingResult } from '#protocol/sfu/recording.ts';
import { joinWithDevices } from '#sfu/testing/fake-devices.ts';
import type { NodeLink } from '#sfu/testing/member.ts';
import { startNodeProcess } from '#sfu/testing/node-process.ts';
import { isRising, packetsOf } from '#sfu/testing/recorded-media.ts';
import { startTestNode, TEST_INSTALLATION, type TestNode } from '#sfu/testing/test-node.ts';
import { bucketVariables, startTestBucket, type TestBucket } from './testing/test-bucket.ts';

const LONG_MS = 3_600_000;
const FOREIGN = randomUUID() as InstallationId;
/** What a node that is lost may cost of a recording. */
const MOST_LOST_MS = 10_000;
const THREE_NODES_MS = 2 * WAIT_LIMIT_MS;

let root: string;
let bucket: TestBucket;
const cleanUp: (() => unknown)[] = [];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'in-a-bucket-'));
  bucket = await startTestBucket();
});
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
  await bucket.close();
  await rm(root, { recursive: true, force: true });
});

const folderOf = (name: string) => join(root, name);

async function startNode(name: string, installationId = TEST_INSTALLATION): Promise<TestNode> {
  const node = await startTestNode({
    ...{ recordingsFolder: folderOf(name), recordingsBucket: bucket.settings, installationId },
  });
  cleanUp.push(() => node.close());
  return node;
}

/** A process that can be killed. */
const startProcess = (name: string) =>
  startNodeProcess({ RECORDING_FOLDER: folderOf(name), ...bucketVariables(bucket.settings) }, cleanUp);

/** Records a member; resolves when so many pictures more were sent. */
async function record(node: NodeLink, pictures: number) {
  const { member, devices } = await joinWithDevices(node, cleanUp);
  const recordingId = randomUUID() as RecordingId;
  const { startedAt } = await node.ask('recording.start', {
    ...{ recordingId, roomId: member.roomId, maxDurationMs: LONG_MS, installationId: TEST_INSTALLATION },
  });
  const until = devices.frames + pictures;
  await vi.waitFor(() => expect(devices.frames).toBeGreaterThan(until), SLOW);
  return { recordingId, startedAtMs: Date.parse(startedAt) };
}

const resultOn = (node: NodeLink, recordingId: RecordingId): Promise<RecordingResult> =>
  vi.waitFor(async () => {
    const found = await node.ask('recording.inspect', { recordingId });
    if (found.state !== 'finished') throw new Error(`it is ${found.state}`);
    return found.result;
  }, SLOW);

async function stopped(node: NodeLink, recordingId: RecordingId): Promise<RecordingResult> {
  await node.ask('recording.stop', { recordingId });
  return await resultOn(node, recordingId);
}

function onlyFile({ files }: RecordingResult): RecordedFile {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw new Error(`${files.length} files`);
  return file;
}

async function read(node: NodeLink, recordingId: RecordingId, { fileId, bytes }: RecordedFile) {
  const chunks: Buffer[] = [];
  for (let offset = 0; offset < bytes; offset += RECORDING_CHUNK_BYTES) {
    const length = RECORDING_CHUNK_BYTES;
    const { base64 } = await node.ask('recording.read', { recordingId, fileId, offset, length });
    chunks.push(Buffer.from(base64, 'base64'));
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const idsOn = async (node: NodeLink) => (await node.ask('recording.list', {})).recordings;

describe('a recording in a bucket', () => {
  it('is read on every node when it is finished, and leaves the folder of its own', async () => {
    const [one, other] = [await startNode('one'), await startNode('other')];
    const { recordingId } = await record(one, 60);
    const file = onlyFile(await stopped(one, recordingId));
    expect(await readdir(folderOf('one'))).toEqual([]);
    for (const node of [one, other]) {
      expect(onlyFile(await resultOn(node, recordingId))).toEqual(file);
      const bytes = await read(node, recordingId, file);
      expect(bytes.length).toBe(file.bytes);
      expect(sha256(bytes)).toBe(file.sha256);
      expect(await idsOn(node)).toMatchObject([{ recordingId }]);
    }
    const beyond = { recordingId, fileId: file.fileId, offset: file.bytes, length: 100 };
    expect(await other.ask('recording.read', beyond)).toEqual({ base64: '' });
  });

  it('is removed by any node of its installation, and does not exist for those of another', async () => {
    const [one, other] = [await startNode('one'), await startNode('other')];
    const foreign = await startNode('foreign', FOREIGN);
    const { recordingId } = await record(one, 30);
    const file = onlyFile(await stopped(one, recordingId));
    expect(await idsOn(foreign)).toEqual([]);
    expect(await foreign.ask('recording.inspect', { recordingId })).toEqual({ state: 'unknown' });
    await expect(read(foreign, recordingId, file)).rejects.toMatchObject({ code: 'not-found' });
    const asForeign = { recordingId, installationId: FOREIGN };
    expect(await foreign.ask('recording.remove', asForeign)).toEqual({ removed: false });
    await expect(other.ask('recording.remove', asForeign)).rejects.toMatchObject({ code: 'forbidden' });
    expect(sha256(await read(one, recordingId, file))).toBe(file.sha256);

    const asOwn = { recordingId, installationId: TEST_INSTALLATION };
    expect(await other.ask('recording.remove', asOwn)).toEqual({ removed: true });
    expect(await idsOn(one)).toEqual([]);
    expect(await one.ask('recording.inspect', { recordingId })).toEqual({ state: 'unknown' });
    expect(await one.ask('recording.remove', asOwn)).toEqual({ removed: false });
  });

  it('stays in the folder, readable, while the bucket is away, and is uploaded when it is back', async () => {
    const one = await startNode('one');
    await bucket.goAway();
    const { recordingId } = await record(one, 60);
    const file = onlyFile(await stopped(one, recordingId));
    expect(sha256(await read(one, recordingId, file))).toBe(file.sha256);
    expect(await readdir(folderOf('one'))).toEqual([recordingId]);

    await bucket.comeBack();
    one.node.recordings.recover();
    await vi.waitFor(async () => expect(await readdir(folderOf('one'))).toEqual([]), SLOW);
    const other = await startNode('other');
    expect(sha256(await read(other, recordingId, file))).toBe(file.sha256);
  });

  it('becomes a film on a node that did not make it, which is in the bucket too', async () => {
    const [one, other] = [await startNode('one'), await startNode('other')];
    const { recordingId } = await record(one, 60);
    const { durationMs } = await stopped(one, recordingId);
    const filmId = randomUUID() as FilmId;
    await other.ask('film.compose', {
      ...{ filmId, recordingId, format: 'grid', title: 'Meeting', durationMs, names: [] },
      sections: [{ recordingId, nodeId: one.nodeId, offsetMs: 0 }],
    });
    const film = await vi.waitFor(() => {
      const ready = other.notices.find(
        (notice) => notice.notice === 'film.changed' && notice.data.change.state === 'ready',
      );
      if (ready?.notice !== 'film.changed' || ready.data.change.state !== 'ready')
        throw new Error('not ready');
      return ready.data.change.file;
    }, SLOW);
    expect(film.bytes).toBeGreaterThan(0);
    await vi.waitFor(async () => expect(await readdir(folderOf('other'))).toEqual([]), SLOW);
    const { base64 } = await one.ask('recording.read', {
      ...{ recordingId, fileId: filmId, offset: 0, length: RECORDING_CHUNK_BYTES },
    });
    expect(Buffer.from(base64, 'base64').length).toBe(Math.min(film.bytes, RECORDING_CHUNK_BYTES));

    await one.ask('film.remove', { recordingId, filmId });
    await expect(
      other.ask('recording.read', { recordingId, fileId: filmId, offset: 0, length: 1 }),
    ).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a recording whose node is lost with its disk', () => {
  it(
    'is finished by one of the others of its installation from the bucket, and lacks 10 s at most',
    async () => {
      const lost = await startProcess('lost');
      // Pictures come thirty times a second.
      const { recordingId, startedAtMs } = await record(lost, 450);
      const lastedMs = Date.now() - startedAtMs;
      await lost.kill();
      const foreign = await startNode('foreign', FOREIGN);
      const [one, other] = [await startNode('one'), await startNode('other')];
      const results = await Promise.all([one, other].map((node) => resultOn(node, recordingId)));
      expect(results[0]).toEqual(results[1]);
      expect(foreign.notices.map(({ notice }) => notice)).not.toContain('recording.finished');
      const [result] = results;
      if (!result) throw new Error('no result');
      expect(result).toMatchObject({ outcome: 'interrupted', fault: 'node-lost' });
      const file = onlyFile(result);
      expect(file.durationMs).toBeGreaterThan(lastedMs - MOST_LOST_MS);
      const bytes = await read(one, recordingId, file);
      expect(sha256(bytes)).toBe(file.sha256);
      const media = await packetsOf(bytes);
      expect(isRising(media.video)).toBe(true);
      expect(media.video.length).toBeGreaterThan(90);

      const back = await startProcess('lost');
      expect(await resultOn(back, recordingId)).toEqual(result);
      await vi.waitFor(async () => expect(await readdir(folderOf('lost'))).toEqual([]), SLOW);
    },
    THREE_NODES_MS,
  );

  it(
    'is left alone while its node renews the lease, and once another has taken it by its own node',
    async () => {
      const still = await startProcess('still');
      const { recordingId } = await record(still, 240);
      process.kill(still.pid, 'SIGSTOP');
      const one = await startNode('one');
      const result = await resultOn(one, recordingId);
      expect(result).toMatchObject({ outcome: 'interrupted' });

      process.kill(still.pid, 'SIGCONT');
      await vi.waitFor(
        async () => expect(await still.ask('recording.inspect', { recordingId })).toMatchObject({ result }),
        SLOW,
      );
      expect(await resultOn(one, recordingId)).toEqual(result);

      const { recordingId: second } = await record(one, 30);
      const other = await startNode('other');
      const looks = await Promise.all(
        Array.from({ length: 5 }, () => other.ask('recording.inspect', { recordingId: second })),
      );
      expect(looks).toEqual(looks.map(() => ({ state: 'unknown' })));
      expect(await one.ask('recording.inspect', { recordingId: second })).toMatchObject({
        state: 'recording',
      });
    },
    THREE_NODES_MS,
  );
});
