import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { AppError } from '#protocol/app-error.ts';
import type { FilmFormat, FilmFile as ReadyFilm } from '#protocol/sfu/film.ts';
import { sha256Of } from '#sfu/recording/sha256.ts';
import { placedTiles } from './boxes.ts';
import { metadataOf } from './chapters.ts';
import {
  filmArguments,
  mixArguments,
  type Sound,
  sceneArguments,
  silenceArguments,
} from './ffmpeg-arguments.ts';
import type { FilmFolder } from './film-folder.ts';
import { type FilmFile, filmParts } from './film-parts.ts';
import { labelsOf } from './labels.ts';
import { type Ffmpeg, runFfmpeg } from './run-ffmpeg.ts';
import { frameAt, msOf, type Scene, scenesOf } from './scenes.ts';

export interface FilmOrder {
  readonly folder: FilmFolder;
  readonly format: FilmFormat;
  readonly title: string;
  readonly durationMs: number;
  readonly files: readonly FilmFile[];
}

export interface Workshop {
  readonly ffmpeg: Ffmpeg;
  readonly signal: AbortSignal;
  /** Throws `recording-storage` where the disk has too little room. Asked before each piece. */
  readonly checkRoom: () => Promise<void>;
  /** Share that is done, 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

/** FFmpeg opens so many files at once; the sounds of more are mixed in groups first. */
const MAX_SOUNDS = 24;
/** What the sound takes of the work, beside the pictures. */
const SOUND_SHARE = 0.1;
const PLAN = 'plan';
const SOUND = 'sound.mp4';
const FILM = 'film.mp4';
const LIST = 'scenes.txt';
const METADATA = 'metadata.txt';

/**
 * Makes one MP4 of the files: the sound of all, mixed, and the pictures scene by scene, each in a run of FFmpeg of its own. Pieces that
 * are done stay, so that it goes on where it was after a restart.
 *
 * @throws AppError `not-found` where there are no files, `recording-storage`; FfmpegMissing; the signal's reason
 */
export async function composeFilm(order: FilmOrder, shop: Workshop): Promise<ReadyFilm> {
  const { folder, format, title, durationMs, files } = order;
  if (files.length === 0 || durationMs === 0) throw new AppError('not-found');
  await keepPiecesOf(order);
  const parts = filmParts(files);
  const soundShare = format === 'sound' ? 1 : SOUND_SHARE;
  await makeSound(order, shop, soundShare);
  const scenes = format === 'sound' ? null : scenesOf(parts, durationMs, format);
  if (scenes) await makeScenes(folder, scenes, shop);
  await folder.makePiece(FILM, async (output) => {
    await writeFile(folder.piece(METADATA), metadataOf(title, parts, durationMs));
    if (scenes)
      await writeFile(folder.piece(LIST), scenes.map((_, index) => `file ${sceneName(index)}`).join('\n'));
    await make(
      folder,
      shop,
      filmArguments({ scenes: scenes && LIST, sound: SOUND, metadata: METADATA, output }),
    );
  });
  const path = folder.piece(FILM);
  const film: ReadyFilm = {
    mediaType: scenes ? 'video/mp4' : 'audio/mp4',
    bytes: (await stat(path)).size,
    durationMs: scenes ? Math.round(msOf(frameAt(durationMs))) : durationMs,
    sha256: await sha256Of(path),
  };
  await folder.finish(FILM, film);
  return film;
}

const sceneName = (index: number): string => `scene-${String(index).padStart(5, '0')}.mp4`;

/** Pieces of the same files and the same program are kept; others, from before a file turned up, are not. */
async function keepPiecesOf({ folder, format, durationMs, files }: FilmOrder): Promise<void> {
  const plan = createHash('sha256')
    .update(JSON.stringify([PLAN_VERSION, format, durationMs, files]))
    .digest('hex');
  await folder.createMaking();
  const path = folder.piece(PLAN);
  if ((await readFile(path, 'utf8').catch(() => null)) === plan) return;
  const names = await readdir(folder.making);
  const copied = new Set(files.map(({ path: own }) => own));
  for (const name of names)
    if (!copied.has(folder.piece(name))) await rm(folder.piece(name), { force: true });
  await writeFile(path, plan);
}

/** To be raised when scenes are made in another way. */
const PLAN_VERSION = 1;

async function makeScenes(folder: FilmFolder, scenes: readonly Scene[], shop: Workshop): Promise<void> {
  const whole = scenes.at(-1)?.toFrame ?? 1;
  for (const [index, scene] of scenes.entries()) {
    const tell = (frames: number) =>
      shop.onProgress(SOUND_SHARE + ((1 - SOUND_SHARE) * (scene.fromFrame + frames)) / whole);
    const name = sceneName(index);
    const labels = `${name}.ass`;
    await folder.makePiece(name, async (output) => {
      const tiles = placedTiles(scene);
      await writeFile(folder.piece(labels), labelsOf(scene, tiles));
      await make(folder, shop, sceneArguments(scene, tiles, labels, output), (doneMs) =>
        tell(frameAt(doneMs)),
      );
      await rm(folder.piece(labels), { force: true });
    });
    tell(scene.toFrame - scene.fromFrame);
  }
}

async function makeSound(order: FilmOrder, shop: Workshop, share: number): Promise<void> {
  const { folder, durationMs, files } = order;
  const sounds = files.flatMap((file): Sound[] => (file.hasSound ? [file] : []));
  await folder.makePiece(SOUND, async (output) => {
    const groups = inGroups(sounds);
    const steps = groups.length === 1 ? 1 : groups.length + 1;
    const tell = (step: number) => (doneMs: number) =>
      shop.onProgress((share * (step + Math.min(1, doneMs / durationMs))) / steps);
    const mixed: Sound[] = [];
    for (const [index, group] of groups.length === 1 ? [] : groups.entries()) {
      const name = `sounds-${index}.mka`;
      await folder.makePiece(name, (path) =>
        make(folder, shop, mixArguments(group, durationMs, 'between', path), tell(index)),
      );
      mixed.push({ path: folder.piece(name), offsetMs: 0 });
    }
    const last = groups.length === 1 ? sounds : mixed;
    const args =
      last.length === 0
        ? silenceArguments(durationMs, output)
        : mixArguments(last, durationMs, 'final', output);
    await make(folder, shop, args, tell(steps - 1));
  });
}

const inGroups = (sounds: readonly Sound[]): readonly (readonly Sound[])[] =>
  Array.from({ length: Math.ceil(sounds.length / MAX_SOUNDS) }, (_, index) =>
    sounds.slice(index * MAX_SOUNDS, (index + 1) * MAX_SOUNDS),
  );

async function make(
  folder: FilmFolder,
  { ffmpeg, signal, checkRoom }: Workshop,
  args: readonly string[],
  onProgress: (doneMs: number) => void = () => {},
): Promise<void> {
  await checkRoom();
  await runFfmpeg({ ...ffmpeg, args, folder: folder.making, signal, onProgress });
}
