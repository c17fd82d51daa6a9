import { randomUUID } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import type { Logger } from '#platform/log.ts';
import type { RecordingFileId } from '#protocol/ids.ts';
import { MAX_SPANS, type RecordedFile, type Spans } from '#protocol/sfu/recording.ts';
import { endingOf, type JoinedContents, joinParts } from './join-parts.ts';
import { type Lane, lanesOf, type Part } from './lanes.ts';
import { contentsOf } from './part-media.ts';
import type { PartNote, RecordingFolder } from './recording-folder.ts';
import { sha256Of } from './sha256.ts';
import { atMostSpans } from './spans.ts';
import { type SpokenIn, spokenIn } from './spoken-file.ts';

/**
 * Makes one file of all that was recorded of a person and kind: WebM or, for H.264, MP4, with duration and index. What cannot be copied (the
 * disk is full) is kept as it was written and plays from its beginning. Safe to repeat, also for what a dead process has left.
 */
export async function finishFiles(folder: RecordingFolder, log: Logger): Promise<RecordedFile[]> {
  const notes = await folder.partNotes();
  for (const { fileId, joined } of notes) if (joined) await settleJoined(folder, fileId, joined);
  await folder.removeTemporary();
  const gone = new Set(notes.flatMap(({ joined }) => joined ?? []));
  const left = notes.filter(({ fileId }) => !gone.has(fileId));
  const finished = left.filter(({ joined }) => joined);
  for (const lane of await lanesOf(await partsOf(folder, left, log), log)) {
    // One after the other, because running calls need the disk and the processor too.
    const note = await joined(folder, lane, log);
    finished.push(...(note ? [note] : lane.map((part) => part.note)));
  }
  const spoken = await spokenIn(folder.spokenPath).catch((err: unknown): SpokenIn => {
    log.warn({ err }, 'it cannot be read who spoke');
    return () => [];
  });
  const files: RecordedFile[] = [];
  for (const note of finished) {
    const file = await recordedFile(folder, note, spoken, log);
    if (file) files.push(file);
  }
  return files.sort((one, other) => one.offsetMs - other.offsetMs);
}

/** The parts that can be read. The others are kept, because they may be repaired by hand; they are deleted with the recording. */
async function partsOf(folder: RecordingFolder, notes: readonly PartNote[], log: Logger): Promise<Part[]> {
  const parts: Part[] = [];
  for (const note of notes) {
    if (note.joined) continue;
    const path = await folder.mediaPath(note.fileId);
    const contents = path === null ? null : await contentsOf(path, log);
    if (path !== null && contents) parts.push({ note, path, contents });
  }
  return parts;
}

/** The note of the file that replaces the parts; null if there is none. */
async function joined(folder: RecordingFolder, lane: Lane, log: Logger): Promise<PartNote | null> {
  const note = await writeJoined(folder, lane, log);
  if (!note) return null;
  await settleJoined(folder, note.fileId, note.joined ?? []).catch((err: unknown) => {
    // From its note on the file stands for the parts; what is left of them goes when the folder is finished again, or removed.
    log.warn({ err, fileId: note.fileId }, 'parts of a joined file not removed');
  });
  return note;
}

async function writeJoined(folder: RecordingFolder, lane: Lane, log: Logger): Promise<PartNote | null> {
  const fileId = randomUUID() as RecordingFileId;
  const temporary = folder.temporaryPath(fileId, endingOf(lane));
  const parts = lane.map(({ note }) => note.fileId);
  const [{ note: first }] = lane;
  const last = lane.at(-1)?.note ?? first;
  try {
    const contents = await joinParts(lane, temporary);
    const file = await open(temporary, 'r+');
    await file.datasync().finally(() => file.close());
    const note: PartNote = {
      ...first,
      party: last.party,
      fileId,
      joined: parts,
      ...spansOf(contents, first),
    };
    await folder.writePartNote(note);
    return note;
  } catch (err) {
    log.warn({ err, parts }, 'recorded files could not be joined and stay as they are');
    await rm(temporary, { force: true });
    return null;
  }
}

/** From the start of the recording. */
function spansOf(
  { present, shown }: JoinedContents,
  { offsetMs }: PartNote,
): Pick<PartNote, 'present' | 'shown'> {
  const moved = (spans: Spans): Spans => spans.map(([from, to]) => [from + offsetMs, to + offsetMs]);
  return { present: atMostSpans(moved(present), MAX_SPANS), shown: atMostSpans(moved(shown), MAX_SPANS) };
}

async function settleJoined(
  folder: RecordingFolder,
  fileId: RecordingFileId,
  parts: readonly RecordingFileId[],
): Promise<void> {
  await folder.place(fileId);
  for (const part of parts) await folder.removePart(part);
}

async function recordedFile(
  folder: RecordingFolder,
  note: PartNote,
  spoken: SpokenIn,
  log: Logger,
): Promise<RecordedFile | null> {
  const path = await folder.mediaPath(note.fileId);
  const contents = path === null ? null : await contentsOf(path, log);
  if (path === null || contents === null) return null;
  const { fileId, party, source, startedAt, offsetMs, present, shown } = note;
  const { size: bytes } = await stat(path);
  return {
    ...{ fileId, party, source, startedAt, offsetMs, ...contents, bytes },
    sha256: await sha256Of(path),
    ...(present && { present }),
    ...(shown && { shown }),
    ...(source === 'camera' && { spoken: spoken(party, offsetMs, offsetMs + contents.durationMs) }),
  };
}
