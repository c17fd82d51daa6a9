import { open } from 'node:fs/promises';
import type { AskNode } from '#platform/ask-node.ts';
import { AppError } from '#protocol/app-error.ts';
import type { NodeId, RecordingId } from '#protocol/ids.ts';
import type { SfuPayload } from '#protocol/sfu/contract.ts';
import { RECORDING_CHUNK_BYTES, type RecordedFile } from '#protocol/sfu/recording.ts';
import type { RecordingStore } from '#sfu/recording/recording-store.ts';
import type { FilmFolder } from './film-folder.ts';
import { type FilmFile, filmFile } from './film-parts.ts';

type Section = SfuPayload<'film.compose'>['sections'][number];

export interface SectionSource {
  readonly nodeId: NodeId;
  readonly store: RecordingStore;
  /** Asks other nodes. */
  readonly ask: AskNode;
}

/**
 * The files of a section: those in this node's folder where they are, those of the bucket or another node copied into the film's folder. A section whose node is
 * away, or has nothing of it, has none: the film shows what there is.
 */
export async function sectionFiles(
  { nodeId, store, ask }: SectionSource,
  film: FilmFolder,
  section: Section,
  signal: AbortSignal,
): Promise<readonly FilmFile[]> {
  const { recordingId, offsetMs } = section;
  const own = await store.result(recordingId);
  const files: FilmFile[] = [];
  if (own || section.nodeId === nodeId) {
    for (const file of own?.files ?? []) {
      const path = await ownPath(store, film, recordingId, file, signal);
      if (path !== null) files.push(filmFile(file, path, offsetMs));
    }
    return files;
  }
  for (const file of await filesOn(ask, section)) {
    const name = pieceName(file);
    await film.makePiece(name, (path) => copyFile(ask, section, file, path, signal));
    files.push(filmFile(file, film.piece(name), offsetMs));
  }
  return files;
}

const pieceName = ({ fileId, mediaType }: RecordedFile): string =>
  `${fileId}.${mediaType.endsWith('mp4') ? 'mp4' : 'mkv'}`;

/** In the folder, or copied from the bucket. Null where neither has the file. */
async function ownPath(
  store: RecordingStore,
  film: FilmFolder,
  recordingId: RecordingId,
  file: RecordedFile,
  signal: AbortSignal,
): Promise<string | null> {
  const path = await store.folder(recordingId).mediaPath(file.fileId);
  if (path !== null) return path;
  const name = pieceName(file);
  try {
    await film.makePiece(name, async (temporary) => {
      const isThere = await store.download(recordingId, file.fileId, temporary, signal);
      if (!isThere) throw new AppError('not-found');
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
  return film.piece(name);
}

async function filesOn(ask: AskNode, { nodeId, recordingId }: Section): Promise<readonly RecordedFile[]> {
  const files: RecordedFile[] = [];
  try {
    for (;;) {
      const more = await ask(nodeId, 'recording.files', { recordingId, offset: files.length });
      if (more.files.length === 0) return files;
      files.push(...more.files);
    }
  } catch (error) {
    if (isAway(error)) return [];
    throw error;
  }
}

async function copyFile(
  ask: AskNode,
  { nodeId, recordingId }: Section,
  { fileId, bytes }: RecordedFile,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'w', 0o640);
  try {
    for (let offset = 0; offset < bytes; ) {
      signal.throwIfAborted();
      const length = Math.min(RECORDING_CHUNK_BYTES, bytes - offset);
      const { base64 } = await ask(nodeId, 'recording.read', { recordingId, fileId, offset, length });
      const chunk = Buffer.from(base64, 'base64');
      if (chunk.length === 0) throw new Error(`${fileId} is shorter on its node than it should be`);
      await file.write(chunk, 0, chunk.length, offset);
      offset += chunk.length;
    }
  } finally {
    await file.close();
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'media-node-unavailable' || error.code === 'not-found');
