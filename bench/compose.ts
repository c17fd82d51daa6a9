import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FilmId, RecordingId } from '#protocol/ids.ts';
import { composeFilm } from '#sfu/film/compose-film.ts';
import { FilmFolder } from '#sfu/film/film-folder.ts';
import type { FilmFile } from '#sfu/film/film-parts.ts';
import { RecordingFolder } from '#sfu/recording/recording-folder.ts';
import type { Benchmark, Report, Row } from './benchmark.ts';
import { compared } from './statistics.ts';
import { timed } from './timed.ts';

const run = promisify(execFile);

const ROUNDS = 3;
const PEOPLE = [1, 4, 9] as const;
/** Length of the call. */
const SECONDS = 20;
/** Goal: seconds of the call that one thread composes in a second. */
const TIMES_REAL_TIME = 1;

const ffmpeg = (...args: readonly string[]) =>
  run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...args]);

/** A camera as a media node records it, which moves all the time, and a voice. */
const record = (path: string) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=s=640x360:r=25:d=${SECONDS}`],
    ...['-f', 'lavfi', '-i', `sine=r=48000:d=${SECONDS}`],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '800k', '-g', '250'],
    ...['-c:a', 'libopus', '-f', 'matroska', path],
  );

/** One such file alone in the size and quality of a film: what no way of composing does without. */
const encode = (source: string, path: string) =>
  ffmpeg(
    ...['-i', source, '-vf', 'scale=1280:720', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'],
    ...['-c:a', 'aac', '-threads', '1', '-filter_threads', '1', path],
  );

async function compose(root: string, source: string, people: number): Promise<void> {
  const folder = new FilmFolder(new RecordingFolder(root, '' as RecordingId), randomUUID() as FilmId);
  const durationMs = SECONDS * 1_000;
  const files = Array.from(
    { length: people },
    (_, index): FilmFile => ({
      path: source,
      party: { kind: 'user', id: randomUUID(), name: `Person ${index}` },
      source: 'camera',
      hasPictures: true,
      hasSound: true,
      offsetMs: 0,
      durationMs,
      present: [[0, durationMs]],
      shown: [[0, durationMs]],
      spoken: [[index * 1_000, (index + 1) * 1_000]],
    }),
  );
  await composeFilm(
    { folder, format: 'grid', title: 'Meeting', durationMs, files },
    {
      ffmpeg: { program: 'ffmpeg', priority: 'normal' },
      signal: new AbortController().signal,
      checkRoom: async () => {},
      onProgress: () => {},
    },
  );
}

async function measure(progress: (line: string) => void): Promise<Report> {
  const root = await mkdtemp(join(tmpdir(), 'hibiki-compose-'));
  try {
    const source = join(root, 'camera.webm');
    await record(source);
    const rows: Row[] = [];
    const missed: string[] = [];
    for (const people of PEOPLE) {
      const [ours, anchor]: [number[], number[]] = [[], []];
      for (let round = 1; round <= ROUNDS; round++) {
        progress(`${people} people, round ${round} of ${ROUNDS}`);
        ours.push((SECONDS * 1_000) / (await timed(() => compose(root, source, people))).ms);
        anchor.push((SECONDS * 1_000) / (await timed(() => encode(source, join(root, 'one.mp4')))).ms);
      }
      const row = compared(`${people} in the picture`, ours, 'one file encoded alike', anchor);
      rows.push(row);
      if (row.ours.median < TIMES_REAL_TIME) missed.push(`${people} people: slower than the call`);
    }
    return { unit: 'times real time', rows, invalid: [], missed };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

export const composing: Benchmark = {
  name: 'compose',
  measures: `how fast one file is made of a call of ${SECONDS} s`,
  goal: `at least ${TIMES_REAL_TIME} times real time, with one thread`,
  run: measure,
};
