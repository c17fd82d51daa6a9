import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SLOW } from '#platform/testing/slow.ts';
import type { InstallationId, RecordingId } from '#protocol/ids.ts';
import { INSTALLATION_ID_SUBJECT } from '#protocol/sfu/contract.ts';
import { joinWithDevices } from '#sfu/testing/fake-devices.ts';
import type { NodeLink } from '#sfu/testing/member.ts';
import { startNodeProcess } from '#sfu/testing/node-process.ts';
import { isRising, packetsOf } from '#sfu/testing/recorded-media.ts';
import { startTestNode, TEST_INSTALLATION, type TestNode } from '#sfu/testing/test-node.ts';
import { FileSink } from './file-sink.ts';
import { RecordingStore } from './recording-store.ts';

const MAX_DURATION_MS = 3_600_000;
/** More than the header of a file. */
const HEADER_BYTES = 2_000;
const LOUD_DB = 30;
/** Speech is written every second. */
const UNWRITTEN_SPEECH_MS = 2_000;
/** Two processes are started, one after the other. */
const TWO_NODES_MS = 60_000;

let folder: string;
const cleanUp: (() => unknown)[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-lost-'));
});
afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo();
  await rm(folder, { recursive: true, force: true });
});

const startNode = () => startNodeProcess({ RECORDING_FOLDER: folder }, cleanUp);

/** A node on the same disk. */
async function startNodeBeside(installationId: InstallationId | null): Promise<TestNode> {
  const node = await startTestNode({ recordingsFolder: folder, installationId });
  cleanUp.push(() => node.close());
  return node;
}

async function performIn(node: NodeLink) {
  const { member, devices } = await joinWithDevices(node, cleanUp);
  const recordingId = randomUUID() as RecordingId;
  const begin = (installationId = TEST_INSTALLATION) =>
    node.ask('recording.start', {
      ...{ recordingId, roomId: member.roomId, maxDurationMs: MAX_DURATION_MS, installationId },
    });
  const filmed = (count: number) => {
    const until = devices.frames + count;
    return vi.waitFor(() => expect(devices.frames).toBeGreaterThan(until), SLOW);
  };
  return { recordingId, devices, begin, filmed };
}

/** A node that has recorded so many pictures of one member, some of them on the disk, and continues. */
async function startRecordingNode(pictures: number) {
  const node = await startNode();
  const { recordingId, devices, begin, filmed } = await performIn(node);
  await begin();
  devices.speakAt(LOUD_DB);
  await filmed(pictures);
  const written = join(folder, recordingId);
  await vi.waitFor(async () => {
    const parts = (await readdir(written)).filter((name) => name.endsWith('.part.mkv'));
    const sizes = await Promise.all(parts.map(async (name) => (await stat(join(written, name))).size));
    expect(Math.max(0, ...sizes)).toBeGreaterThan(HEADER_BYTES);
  }, SLOW);
  return { node, recordingId };
}

const finished = (node: NodeLink) =>
  vi.waitFor(() => {
    const found = node.notices.find(({ notice }) => notice === 'recording.finished');
    if (found?.notice !== 'recording.finished') throw new Error('not finished yet');
    return found.data;
  }, SLOW);

describe('a media node that is killed', () => {
  it(
    'leaves a file that can be played, which the next one makes ready for seeking',
    async () => {
      const { node, recordingId } = await startRecordingNode(150);
      await node.kill();
      const names = await readdir(join(folder, recordingId));
      const part = names.find((name) => name.endsWith('.part.mkv'));
      if (part === undefined) throw new Error(`there is no file among ${names}`);
      const left = await packetsOf(Uint8Array.from(await readFile(join(folder, recordingId, part))));
      // All but what the last half second and the wait for the first key frame held.
      expect(left.video.length).toBeGreaterThan(90);
      expect(isRising(left.video)).toBe(true);

      const next = await startNode();
      const { result } = await finished(next);
      expect(result).toMatchObject({ outcome: 'interrupted', fault: 'node-lost' });
      const [file] = result.files;
      if (!file) throw new Error('the file is gone');
      expect(file.mediaType).toBe('video/webm');
      const { base64 } = await next.ask('recording.read', {
        ...{ recordingId, fileId: file.fileId, offset: 0 },
        length: Math.min(file.bytes, 512 * 1024),
      });
      const media = await packetsOf(Uint8Array.from(Buffer.from(base64, 'base64')));
      expect(media.video.length).toBe(left.video.length);
      expect(media.durationMs).toBeGreaterThan(3_000);
      // Who spoke is known almost to the end.
      expect(file.spoken).toHaveLength(1);
      expect(file.offsetMs + file.durationMs - (file.spoken?.[0]?.[1] ?? 0)).toBeLessThan(
        UNWRITTEN_SPEECH_MS,
      );
    },
    TWO_NODES_MS,
  );
});

describe('a disk', () => {
  it('that is full ends the recording, which keeps what was written', async ({ skip }) => {
    // A small disk of its own takes the rights to mount one.
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=192k', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      skip('no rights to mount a small disk');
    }
    cleanUp.push(() => execFileSync('umount', ['--lazy', folder]));
    const node = await startTestNode({ recordingsFolder: folder });
    cleanUp.push(() => node.close());
    const { recordingId, begin, filmed } = await performIn(node);
    await begin();
    await filmed(90);
    const { result } = await finished(node);
    expect(result).toMatchObject({ outcome: 'interrupted', fault: 'disk-full' });
    const [file] = result.files;
    if (!file) throw new Error('the file is gone');
    // There is no space for a copy, so that it stays as it was written.
    expect(file.mediaType).toBe('video/x-matroska');
    expect(file.bytes).toBeGreaterThan(80_000);
    expect(file.durationMs).toBeGreaterThan(2_000);
    expect(recordingId).toBe((await finished(node)).recordingId);
  });

  it('that takes nothing fails a file at once, with why', async () => {
    const full = await open('/dev/full', 'w');
    const failed = Promise.withResolvers<Error>();
    const sink = new FileSink(full, failed.resolve);
    await sink.append(new Uint8Array(100_000));
    expect(await failed.promise).toMatchObject({ code: 'ENOSPC' });
    await expect(sink.append(new Uint8Array(1))).rejects.toMatchObject({ code: 'ENOSPC' });
    await sink.close();
  });

  it.each([
    ['that cannot be written to', { recordingsFolder: '/dev/null/recordings' }],
    ['that has too little space', { recordingsMinFreeBytes: Number.MAX_SAFE_INTEGER }],
  ])('%s refuses the recording', async (_what, options) => {
    const node = await startTestNode({ recordingsFolder: folder, ...options });
    cleanUp.push(() => node.close());
    const { begin } = await performIn(node);
    await expect(begin()).rejects.toMatchObject({ code: 'recording-storage' });
  });
});

describe('a recording whose media node is gone', () => {
  it(
    'is finished at once by the node that takes its place, even if the name of the host has changed',
    async () => {
      const { node, recordingId } = await startRecordingNode(30);
      await node.end();
      // As the version before wrote it, in a container that is no more.
      const note = join(folder, recordingId, 'recording.json');
      const { startedAt } = JSON.parse(await readFile(note, 'utf8'));
      await writeFile(note, JSON.stringify({ startedAt, host: 'a-container-that-is-gone', pid: 7 }));

      const next = await startNode();
      const { result } = await finished(next);
      expect(result).toMatchObject({ outcome: 'interrupted', files: [{ source: 'camera' }] });
    },
    TWO_NODES_MS,
  );

  it(
    'is taken over where its process stands still, which then leaves its files alone',
    async () => {
      const { node, recordingId } = await startRecordingNode(30);
      process.kill(node.pid, 'SIGSTOP');
      const next = await startNode();
      const { result } = await finished(next);
      expect(result.files).toHaveLength(1);
      // A line of speech that was on its way to the disk when the process stopped still gets there. No one reads it any more.
      const filesNow = async () =>
        (await readdir(join(folder, recordingId))).filter((name) => name !== 'spoken').sort();
      const files = await filesNow();

      process.kill(node.pid, 'SIGCONT');
      await vi.waitFor(
        async () =>
          expect(await node.ask('recording.inspect', { recordingId })).toMatchObject({ state: 'finished' }),
        SLOW,
      );
      expect(await filesNow()).toEqual(files);
    },
    TWO_NODES_MS,
  );
});

describe('a recording that a node beside looks at', () => {
  it('just while it is finished, stays as it is', async () => {
    const [node, beside] = [
      await startNodeBeside(TEST_INSTALLATION),
      await startNodeBeside(TEST_INSTALLATION),
    ];
    const { recordingId, begin, filmed } = await performIn(node);
    await begin();
    await filmed(30);
    const isForeign = RecordingStore.prototype.isForeign;
    const asked = vi.spyOn(RecordingStore.prototype, 'isForeign').mockImplementationOnce(async function (
      this: RecordingStore,
      id,
    ) {
      // No result was there yet.
      await node.ask('recording.stop', { recordingId });
      await finished(node);
      return await isForeign.call(this, id);
    });
    cleanUp.push(() => asked.mockRestore());
    expect(await beside.ask('recording.inspect', { recordingId })).not.toMatchObject({ state: 'finished' });
    await vi.waitFor(
      async () =>
        expect(await beside.ask('recording.inspect', { recordingId })).toMatchObject({
          result: { outcome: 'ready', fault: null },
        }),
      SLOW,
    );
  });
});

describe('a recording of another installation on the same disk', () => {
  it(
    'is neither listed nor finished, however long it was left',
    async () => {
      const { node, recordingId } = await startRecordingNode(30);
      const foreign = await startNodeBeside(randomUUID() as InstallationId);
      const { recordingId: ofForeign, begin } = await performIn(foreign);
      await expect(begin()).rejects.toMatchObject({ code: 'recording-storage' });
      await node.kill();
      expect(await foreign.ask('recording.list', {})).toEqual({ recordings: [] });
      expect(await foreign.ask('recording.inspect', { recordingId })).toEqual({ state: 'unknown' });

      // It looks for what others have left later than the foreign one.
      const next = await startNode();
      expect((await finished(next)).recordingId).toBe(recordingId);
      expect(foreign.notices.map(({ notice }) => notice)).not.toContain('recording.finished');
      expect(await readdir(folder)).not.toContain(ofForeign);
    },
    TWO_NODES_MS,
  );

  it(
    'is not taken for an own one before a server has said which installation it is',
    async () => {
      const { node, recordingId } = await startRecordingNode(30);
      await node.end();
      const next = await startNodeBeside(null);
      await expect(next.ask('recording.inspect', { recordingId })).rejects.toMatchObject({
        code: 'service-unavailable',
      });
      expect(await readdir(join(folder, recordingId))).not.toContain('result.json');

      next.bus.serve(INSTALLATION_ID_SUBJECT, async () => ({ installationId: TEST_INSTALLATION }));
      next.node.recordings.recover();
      expect(await finished(next)).toMatchObject({ recordingId, result: { outcome: 'interrupted' } });
    },
    TWO_NODES_MS,
  );
});
