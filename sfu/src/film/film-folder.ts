import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { makeFolder } from '#platform/make-folder.ts';
import type { FilmId } from '#protocol/ids.ts';
import { type FilmFile, FilmFileSchema } from '#protocol/sfu/film.ts';
import { readJsonFile, TEMPORARY, writeJsonFile } from '#sfu/recording/json-file.ts';
import type { RecordingFolder } from '#sfu/recording/recording-folder.ts';

const films = Compile(FilmFileSchema);

/**
 * What the folder of a recording has of one film, besides what was recorded:
 *
 * - `<film>.making`: a folder with the pieces that are done already. It goes when the film is ready.
 * - `<film>.mp4`: the film, which is read like a recorded file.
 * - `<film>.film`: its size and length. With it the film is ready.
 */
export class FilmFolder {
  readonly recording: RecordingFolder;
  readonly filmId: FilmId;
  /** Where it is made. */
  readonly making: string;
  readonly #note: string;

  constructor(recording: RecordingFolder, filmId: FilmId) {
    this.recording = recording;
    this.filmId = filmId;
    this.making = join(recording.path, `${filmId}.making`);
    this.#note = join(recording.path, `${filmId}.film`);
  }

  /** Null until it is ready. */
  readonly film = (): Promise<FilmFile | null> => readJsonFile(this.#note, films);

  readonly createMaking = (): Promise<unknown> => makeFolder(this.making, 0o750);

  /** Where a piece is in the end. */
  readonly piece = (name: string): string => join(this.making, name);

  /** Makes a piece once: `make` writes it to the path that it gets, and it counts only when that is done. */
  async makePiece(name: string, make: (path: string) => Promise<void>): Promise<void> {
    if (await isThere(this.piece(name))) return;
    const temporary = this.piece(`${name}.${randomUUID()}${TEMPORARY}`);
    try {
      await make(temporary);
      await rename(temporary, this.piece(name));
    } finally {
      await rm(temporary, { force: true });
    }
  }

  readonly clear = (): Promise<void> => rm(this.making, { recursive: true, force: true });

  /** The piece becomes the film. */
  async finish(name: string, film: FilmFile): Promise<void> {
    await rename(this.piece(name), join(this.recording.path, `${this.filmId}.mp4`));
    await writeJsonFile(this.#note, film);
    await this.clear();
  }

  async remove(): Promise<void> {
    // The note goes first: without it there is no film.
    await rm(this.#note, { force: true });
    await rm(join(this.recording.path, `${this.filmId}.mp4`), { force: true });
    await this.clear();
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
