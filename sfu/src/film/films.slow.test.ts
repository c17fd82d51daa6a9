import { randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import type { FilmId, NodeId, RecordingFileId, RecordingId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import type { FilmState } from '#protocol/sfu/film.ts';
import type { RecordedFile } from '#protocol/sfu/recording.ts';
import { sha256Of } from '#sfu/recording/sha256.ts';
import { startTestNode, type TestNode } from '#sfu/testing/test-node.ts';
import { writeFlashingFile } from './testing/flashing-file.ts';
import { probe, SeenFilm } from './testing/seen-film.ts';

const WAIT_MS = 120_000;
/** A picture is 40 ms. */
const SYNC_S = 0.06;

type Order = SfuPayload<'film.compose'>;
type Values = Partial<RecordedFile> & { readonly party: Party };

const bus = createLocalBus();
let folder: string;
let node: TestNode;
let other: TestNode;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-films-'));
  node = await startTestNode({ bus, workers: 0, recordingsFolder: join(folder, 'one') });
  other = await startTestNode({ bus, workers: 0, recordingsFolder: join(folder, 'other') });
});
afterAll(async () => {
  await node.close();
  await other.close();
  await bus.close();
  await rm(folder, { recursive: true, force: true });
});

const person = (name: string): Party => ({ kind: 'user', id: randomUUID(), name });

interface Sent {
  readonly colour: string | null;
  readonly hertz: number | null;
  readonly flashAt: number;
}

/** A finished section of a recording on a node's disk. */
async function section(
  at: 'one' | 'other',
  files: readonly (readonly [Values, Sent])[],
): Promise<RecordingId> {
  const recordingId = randomUUID() as RecordingId;
  const path = join(folder, at, recordingId);
  await mkdir(path, { recursive: true });
  const recorded: RecordedFile[] = [];
  for (const [values, { colour, hertz, flashAt }] of files) {
    const fileId = randomUUID() as RecordingFileId;
    const isMp4 = values.videoCodec === 'avc';
    const durationMs = values.durationMs ?? 6_000;
    const file = join(path, `${fileId}.${isMp4 ? 'mp4' : 'webm'}`);
    await writeFlashingFile({ path: file, colour, hertz, flashAt, seconds: durationMs / 1_000 });
    recorded.push({
      source: 'camera',
      mediaType: `${colour === null ? 'audio' : 'video'}/${isMp4 ? 'mp4' : 'webm'}`,
      videoCodec: colour === null ? null : 'vp8',
      audioCodec: hertz === null ? null : 'opus',
      startedAt: new Date().toISOString(),
      offsetMs: 0,
      bytes: (await readFile(file)).length,
      ...values,
      fileId,
      durationMs,
      sha256: await sha256Of(file),
    });
  }
  const startedAt = new Date().toISOString();
  await writeFile(join(path, 'recording.json'), JSON.stringify({ startedAt }));
  const result = {
    outcome: 'ready',
    fault: null,
    startedAt,
    endedAt: startedAt,
    durationMs: 10_000,
    files: recorded,
  };
  await writeFile(join(path, 'result.json'), JSON.stringify(result));
  return recordingId;
}

const orderOf = (recordingId: RecordingId, values: Partial<Order> = {}): Order => ({
  filmId: randomUUID() as FilmId,
  recordingId,
  format: 'grid',
  title: 'Weekly meeting',
  durationMs: 10_000,
  sections: [{ recordingId, nodeId: node.nodeId, offsetMs: 0 }],
  names: [],
  ...values,
});

const changesOf = ({ notices }: TestNode, filmId: FilmId): readonly FilmState[] =>
  notices.flatMap((notice) =>
    notice.notice === 'film.changed' && notice.data.filmId === filmId ? [notice.data.change] : [],
  );

/** How it ended. */
const over = (filmId: FilmId, by = node) =>
  vi.waitUntil(() => changesOf(by, filmId).find(({ state }) => state === 'ready' || state === 'failed'), {
    timeout: WAIT_MS,
    interval: 50,
  });

const pathOf = ({ recordingId, filmId }: Order) => join(folder, 'one', recordingId, `${filmId}.mp4`);
const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

describe('a film of a recording', () => {
  it('shows everyone when they were there, where they were lost and on which node, with their sound in step', async () => {
    const [aoi, ben, chie, dan, emi] = ['葵', 'Ben', 'Chie', 'Dan', 'Emi'].map(person);
    if (!aoi || !ben || !chie || !dan || !emi) throw new Error('five people');
    const first = await section('one', [
      [
        { party: aoi, durationMs: 6_000, spoken: [[1_000, 2_000]] },
        { colour: 'red', hertz: 500, flashAt: 1 },
      ],
      [
        { party: ben, offsetMs: 1_000, durationMs: 5_000 },
        { colour: 'lime', hertz: 600, flashAt: 1 },
      ],
      // Leaves and returns.
      [
        {
          party: chie,
          durationMs: 6_000,
          present: [
            [0, 2_000],
            [4_000, 6_000],
          ],
          shown: [
            [0, 2_000],
            [4_000, 6_000],
          ],
        },
        { colour: 'blue', hertz: null, flashAt: 100 },
      ],
      [
        { party: dan, source: 'screen', offsetMs: 3_000, durationMs: 2_000, videoCodec: 'avc' },
        { colour: 'yellow', hertz: null, flashAt: 100 },
      ],
      [
        { party: emi, durationMs: 6_000 },
        { colour: null, hertz: 700, flashAt: 5 },
      ],
    ]);
    // The node died at 6 s; the call went on on another one at 7 s.
    const second = await section('other', [
      [
        { party: aoi, durationMs: 3_000 },
        { colour: 'red', hertz: 500, flashAt: 1 },
      ],
      [
        { party: ben, durationMs: 3_000 },
        { colour: 'lime', hertz: null, flashAt: 100 },
      ],
    ]);
    const order = orderOf(first, {
      sections: [
        { recordingId: first, nodeId: node.nodeId, offsetMs: 0 },
        { recordingId: second, nodeId: other.nodeId, offsetMs: 7_000 },
      ],
      names: [{ partyId: ben.id, name: 'Deleted user' }],
    });
    expect(await node.ask('film.compose', order)).toMatchObject({
      state: expect.stringMatching(/waiting|composing/),
    });
    const end = await over(order.filmId);
    expect(end).toMatchObject({ state: 'ready', file: { mediaType: 'video/mp4', durationMs: 10_000 } });

    const path = pathOf(order);
    const { video, audio, durationS, title, chapters } = await probe(path);
    expect(video).toMatchObject({ codec_name: 'h264', width: 1_280, height: 720 });
    expect(audio).toMatchObject({ codec_name: 'aac' });
    expect(durationS).toBeCloseTo(10, 1);
    expect(title).toBe('Weekly meeting');
    expect(chapters).toContainEqual([3, '▶ Dan']);
    expect(chapters).not.toContainEqual([1, '+ Deleted user']);

    const film = await SeenFilm.of(path);
    expect(film.pictures).toBe(250);
    expect(film.coloursAt(0.5)).toEqual(expect.arrayContaining(['red', 'blue']));
    expect(film.coloursAt(0.5)).not.toContain('lime');
    expect(film.coloursAt(1.7)).toEqual(expect.arrayContaining(['red', 'blue', 'lime']));
    expect(film.coloursAt(2.6)).not.toContain('blue');
    // What is shared is large.
    expect(film.shareOf('yellow', 4)).toBeGreaterThan(0.4);
    expect(film.coloursAt(4.5)).toContain('blue');
    expect(film.coloursAt(5.5)).not.toContain('yellow');
    // Nobody is there while the call is rebuilt.
    expect(film.coloursAt(6.5)).toEqual([]);
    expect(film.coloursAt(8.5)).toEqual(expect.arrayContaining(['red', 'lime']));

    const flashes = film.flashes();
    const beeps = film.beeps();
    expect(beeps).toHaveLength(4);
    for (const [index, at] of [1, 2, 5, 8].entries()) {
      expect(Math.abs((beeps[index] ?? 0) - at), `beep at ${at}`).toBeLessThan(SYNC_S);
    }
    for (const at of [1, 2, 8]) {
      expect(
        flashes.some((flash) => Math.abs(flash - at) < SYNC_S),
        `flash at ${at}`,
      ).toBe(true);
    }
    // Nothing of the making is left.
    expect(await exists(join(folder, 'one', first, `${order.filmId}.making`))).toBe(false);
    expect(await node.ask('film.compose', order)).toEqual(end);
  });

  it('has whoever speaks large, in the format for it', async () => {
    const first = await section('one', [
      [
        { party: person('Aoi'), spoken: [[0, 2_900]] },
        { colour: 'red', hertz: null, flashAt: 100 },
      ],
      [
        { party: person('Ben'), spoken: [[3_000, 6_000]] },
        { colour: 'lime', hertz: null, flashAt: 100 },
      ],
    ]);
    const order = orderOf(first, { format: 'speaker', durationMs: 6_000 });
    await node.ask('film.compose', order);
    expect(await over(order.filmId)).toMatchObject({ state: 'ready' });
    const film = await SeenFilm.of(pathOf(order));
    expect(film.shareOf('red', 1)).toBeGreaterThan(0.4);
    expect(film.shareOf('lime', 1)).toBeLessThan(0.1);
    expect(film.shareOf('lime', 5)).toBeGreaterThan(0.4);
    expect(film.beeps()).toEqual([]);
  });

  it('is the sound alone, of however many people', async () => {
    const people = Array.from({ length: 30 }, (_, index): readonly [Values, Sent] => [
      { party: person(`Person ${index}`), durationMs: 1_000, offsetMs: index * 100 },
      { colour: null, hertz: 400 + 10 * index, flashAt: index === 29 ? 0.5 : 100 },
    ]);
    const order = orderOf(await section('one', people), { format: 'sound', durationMs: 4_000 });
    await node.ask('film.compose', order);
    expect(await over(order.filmId)).toMatchObject({
      state: 'ready',
      file: { mediaType: 'audio/mp4', durationMs: 4_000 },
    });
    const { video, audio, durationS } = await probe(pathOf(order));
    expect(video).toBeUndefined();
    expect(audio).toMatchObject({ codec_name: 'aac' });
    expect(durationS).toBeCloseTo(4, 1);
  });

  it('shows what there is where a section’s node is away, and fails where there is nothing', async () => {
    const here = await section('one', [
      [{ party: person('Aoi') }, { colour: 'red', hertz: 500, flashAt: 1 }],
    ]);
    const away = { recordingId: randomUUID() as RecordingId, nodeId: randomUUID() as NodeId, offsetMs: 0 };
    const partly = orderOf(here, {
      sections: [
        { ...away, offsetMs: 5_000 },
        { recordingId: here, nodeId: node.nodeId, offsetMs: 0 },
      ],
    });
    await node.ask('film.compose', partly);
    expect(await over(partly.filmId)).toMatchObject({ state: 'ready' });

    const nothing = orderOf(here, { sections: [away] });
    await node.ask('film.compose', nothing);
    expect(await over(nothing.filmId)).toEqual({ state: 'failed', fault: 'no-files' });
  });

  it('says what is in its way: no FFmpeg, a full disk, a file that is none', async () => {
    const here = await section('one', [
      [{ party: person('Aoi') }, { colour: 'red', hertz: 500, flashAt: 1 }],
    ]);
    const recordingsFolder = join(folder, 'one');
    const refusing = async (options: Parameters<typeof startTestNode>[0]) => {
      const poor = await startTestNode({ workers: 0, recordingsFolder, ...options });
      try {
        const order = orderOf(here, { sections: [{ recordingId: here, nodeId: poor.nodeId, offsetMs: 0 }] });
        await poor.ask('film.compose', order);
        return await over(order.filmId, poor);
      } finally {
        await poor.close();
      }
    };
    expect(await refusing({ ffmpeg: 'no-such-program' })).toEqual({ state: 'failed', fault: 'no-ffmpeg' });
    expect(await refusing({ recordingsMinFreeBytes: Number.MAX_SAFE_INTEGER })).toEqual({
      state: 'failed',
      fault: 'storage',
    });

    const broken = await section('one', [
      [{ party: person('Aoi') }, { colour: 'red', hertz: 500, flashAt: 1 }],
    ]);
    const { files } = JSON.parse(await readFile(join(recordingsFolder, broken, 'result.json'), 'utf8'));
    await writeFile(join(recordingsFolder, broken, `${files[0].fileId}.webm`), 'not a film');
    const order = orderOf(broken);
    await node.ask('film.compose', order);
    expect(await over(order.filmId)).toEqual({ state: 'failed', fault: 'internal' });
    expect(await exists(join(recordingsFolder, broken, `${order.filmId}.making`))).toBe(false);
  });

  it('goes on with the pieces that are done after the node has ended', async () => {
    const here = await section('one', [
      [
        { party: person('Aoi'), durationMs: 9_000 },
        { colour: 'red', hertz: 500, flashAt: 1 },
      ],
      [
        { party: person('Ben'), durationMs: 3_000, offsetMs: 3_000 },
        { colour: 'lime', hertz: 500, flashAt: 1 },
      ],
    ]);
    const recordingsFolder = join(folder, 'one');
    const short = await startTestNode({ workers: 0, recordingsFolder });
    const order = orderOf(here, {
      durationMs: 9_000,
      sections: [{ recordingId: here, nodeId: short.nodeId, offsetMs: 0 }],
    });
    const piece = join(recordingsFolder, here, `${order.filmId}.making`, 'scene-00000.mp4');
    await short.ask('film.compose', order);
    await vi.waitUntil(() => exists(piece), { timeout: WAIT_MS, interval: 5 });
    await short.close();
    const made = await sha256Of(piece);
    expect(await exists(pathOf(order))).toBe(false);

    const next = { ...order, sections: [{ recordingId: here, nodeId: node.nodeId, offsetMs: 0 }] };
    await node.ask('film.compose', next);
    expect(await sha256Of(piece)).toBe(made);
    expect(await over(order.filmId)).toMatchObject({ state: 'ready' });
    expect((await SeenFilm.of(pathOf(order))).coloursAt(4.5)).toEqual(
      expect.arrayContaining(['red', 'lime']),
    );
  });

  it('is made one at a time, and is gone when it, or its recording, is removed', async () => {
    const long = () =>
      section('one', [
        [
          { party: person('Aoi'), durationMs: 10_000 },
          { colour: 'red', hertz: 500, flashAt: 1 },
        ],
      ]);
    const [one, two] = [await long(), await long()];
    const [first, second, third] = [orderOf(one), orderOf(two), orderOf(two, { format: 'speaker' })];
    await node.ask('film.compose', first);
    expect(await node.ask('film.compose', second)).toEqual({ state: 'waiting' });
    expect(await node.ask('film.compose', third)).toEqual({ state: 'waiting' });
    await node.ask('film.remove', { filmId: third.filmId, recordingId: two });
    await node.ask('recording.remove', { recordingId: one });
    expect(await exists(join(folder, 'one', one))).toBe(false);
    expect(await over(second.filmId)).toMatchObject({ state: 'ready' });
    expect(changesOf(node, third.filmId)).toEqual([]);
    expect(changesOf(node, first.filmId).map(({ state }) => state)).not.toContain('ready');
    await node.ask('film.remove', { filmId: second.filmId, recordingId: two });
    expect(await exists(pathOf(second))).toBe(false);
    await expect(node.ask('film.compose', first)).rejects.toMatchObject({ code: 'not-found' });
  });
});
