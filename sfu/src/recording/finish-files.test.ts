import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { RecordingFileId, RecordingId } from '#protocol/ids.ts';
import type { RecordedFile } from '#protocol/sfu/recording.ts';
import { isRising, packetsOf } from '#sfu/testing/recorded-media.ts';
import type { KeyFrameInfo } from './depacketizer.ts';
import { finishFiles } from './finish-files.ts';
import { avcCodecString, avcConfiguration, behindLengths } from './h264-parameter-sets.ts';
import { type PartContents, PartWriter, type VideoCodec } from './part-writer.ts';
import { RecordingFolder } from './recording-folder.ts';

const AIKO = { kind: 'user', id: randomUUID(), name: 'Aiko' } as const;
const FRAME_MS = 40;
const SOUND_MS = 20;
const SOUND = Uint8Array.of(0xf8, 1, 2, 3, 4);
const PICTURE_BYTES = 500;
const SPS_BYTES = 26;

let root: string;
let folder: RecordingFolder;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'finish-files-'));
  folder = new RecordingFolder(root, randomUUID() as RecordingId);
  await folder.create({ startedAt: new Date().toISOString() });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const vp8Info = (width: number): KeyFrameInfo => ({ codec: 'vp8', width, height: 360, description: null });

/** 320 × 180, at that level. */
function avcInfo(level: number): KeyFrameInfo & { readonly sps: Uint8Array } {
  const sps = Uint8Array.from(Buffer.from('Z0LAH6YRBQZ+fARAAAADAEAAAAMAg8YMhGA=', 'base64'));
  sps[3] = level;
  const description = avcConfiguration(sps, Uint8Array.of(0x68, 1));
  return { codec: avcCodecString(sps), width: 640, height: 360, description, sps };
}

interface PartOptions {
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly codec?: VideoCodec;
  /** Null: no pictures. */
  readonly info?: KeyFrameInfo | null;
  readonly sound?: boolean;
  /** Without pictures and sound from then on. */
  readonly quietFromMs?: number;
}

async function writePart(options: PartOptions): Promise<RecordingFileId> {
  const { offsetMs, durationMs, codec = 'vp8', info = vp8Info(640), sound = true } = options;
  const { quietFromMs = durationMs } = options;
  const fileId = randomUUID() as RecordingFileId;
  const startedAt = new Date().toISOString();
  await folder.writePartNote({ fileId, party: AIKO, source: 'camera', startedAt, offsetMs });
  const contents: PartContents = { video: info && { codec, info }, audio: sound, startMs: 0 };
  const part = await PartWriter.create({
    ...contents,
    path: folder.partPath(fileId),
    onFailed: (error) => {
      throw error;
    },
  });
  for (let atMs = 0; atMs < quietFromMs; atMs += SOUND_MS) {
    if (info && atMs % FRAME_MS === 0) {
      const data = new Uint8Array(PICTURE_BYTES).fill(7);
      part.addVideo({ data, key: atMs % 1_000 === 0 ? info : null }, atMs, atMs);
    }
    if (sound) part.addAudio(SOUND, SOUND_MS, atMs);
  }
  // Silence, as from a member who has stopped sending.
  part.tick(durationMs + 1_000);
  await part.finish();
  return fileId;
}

const log = createLog({ name: 'test', level: 'silent' });
const finish = () => finishFiles(folder, log);

async function mediaOf({ fileId }: RecordedFile) {
  const path = await folder.mediaPath(fileId);
  if (path === null) throw new Error('there is no file');
  return await packetsOf(Uint8Array.from(await readFile(path)));
}

function only(files: readonly RecordedFile[]): RecordedFile {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw new Error(`${files.length} files`);
  return file;
}

describe('what was recorded of a person', () => {
  it('becomes one file, whose pictures and sounds stand where they belong', async () => {
    await writePart({ offsetMs: 1_000, durationMs: 2_000, info: null });
    await writePart({ offsetMs: 3_010, durationMs: 2_000 });
    await writePart({ offsetMs: 9_000, durationMs: 2_000, info: vp8Info(320) });
    const file = only(await finish());
    expect(file).toMatchObject({ mediaType: 'video/webm', offsetMs: 1_000, party: AIKO });
    const { video, audio, width } = await mediaOf(file);
    expect(width).toBe(640);
    expect([isRising(video), isRising(audio)]).toEqual([true, true]);
    const pictures = video.filter(({ byteLength }) => byteLength === PICTURE_BYTES);
    expect(pictures).toHaveLength(100);
    expect(
      pictures.map(({ timestamp }) => Math.round(timestamp * 1_000)).filter((_, index) => index % 50 === 0),
    ).toEqual([2_010, 8_000]);
    expect(file.present).toEqual([
      [1_000, 5_010],
      [9_000, 11_000],
    ]);
    expect(file.shown?.map(([from]) => from)).toEqual([3_010, 9_000]);
    expect(Math.abs(file.durationMs - 10_000)).toBeLessThan(50);
  });

  it('is the same when it is finished again', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000 });
    await writePart({ offsetMs: 1_000, durationMs: 1_000, info: vp8Info(320) });
    const files = await finish();
    expect(await finish()).toEqual(files);
    expect(await readdir(folder.path)).toHaveLength(3);
  });

  it('is not joined twice where the process died before the parts were removed', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000 });
    await writePart({ offsetMs: 1_000, durationMs: 1_000, info: vp8Info(320) });
    const before = join(root, 'before');
    await cp(folder.path, before, { recursive: true });
    const files = await finish();
    await cp(before, folder.path, { recursive: true });
    expect(await finish()).toEqual(files);
    expect(await readdir(folder.path)).toHaveLength(3);
  });

  it('is put into its place where the process died before that', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000 });
    const before = join(root, 'before');
    await cp(folder.path, before, { recursive: true });
    const files = await finish();
    const path = (await folder.mediaPath(only(files).fileId)) ?? '';
    await rename(path, `${path}.tmp`);
    await cp(before, folder.path, { recursive: true });
    expect(await finish()).toEqual(files);
  });

  it('is joined again where the process died while it was joined', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000 });
    await cp(
      folder.partPath((await folder.partNotes())[0]?.fileId ?? ('' as RecordingFileId)),
      join(folder.path, 'half.webm.tmp'),
    );
    only(await finish());
    expect((await readdir(folder.path)).some((name) => name.endsWith('.tmp'))).toBe(false);
  });

  it('becomes one file where the person had vanished, and was back before that was noticed', async () => {
    await writePart({ offsetMs: 0, durationMs: 30_000, quietFromMs: 2_000 });
    await writePart({ offsetMs: 6_000, durationMs: 1_000 });
    const { video, audio } = await mediaOf(only(await finish()));
    expect([isRising(video), isRising(audio)]).toEqual([true, true]);
    expect(video.filter(({ byteLength }) => byteLength === PICTURE_BYTES)).toHaveLength(75);
  });

  it('becomes two files where the person was in the call twice at the same time', async () => {
    await writePart({ offsetMs: 0, durationMs: 10_000 });
    await writePart({ offsetMs: 4_000, durationMs: 2_000 });
    expect((await finish()).map(({ offsetMs }) => offsetMs)).toEqual([0, 4_000]);
  });

  it('becomes two files where the pictures are of two codecs', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000 });
    await writePart({ offsetMs: 1_000, durationMs: 1_000, codec: 'avc', info: avcInfo(31) });
    expect((await finish()).map(({ mediaType }) => mediaType)).toEqual(['video/webm', 'video/mp4']);
  });

  it('has the parameter sets of each part in front of its key frames, with H.264', async () => {
    const [first, second] = [avcInfo(31), avcInfo(30)];
    await writePart({ offsetMs: 0, durationMs: 1_000, codec: 'avc', info: first });
    await writePart({ offsetMs: 1_000, durationMs: 1_000, codec: 'avc', info: second });
    const { video } = await mediaOf(only(await finish()));
    const keys = video
      .filter(({ type }) => type === 'key')
      .map(({ data }) => data.subarray(0, 4 + SPS_BYTES));
    expect(keys.map((data) => Buffer.from(data))).toEqual(
      [first, second].map(({ sps }) => Buffer.from(behindLengths([sps]))),
    );
  });

  it('is sound alone where there was no camera', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000, info: null });
    expect(only(await finish())).toMatchObject({ mediaType: 'audio/webm', videoCodec: null, shown: [] });
  });

  it('is pictures alone where there was no microphone', async () => {
    await writePart({ offsetMs: 0, durationMs: 1_000, sound: false });
    expect(only(await finish())).toMatchObject({ mediaType: 'video/webm', audioCodec: null });
  });
});
