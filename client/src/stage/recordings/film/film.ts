import type { RecordingAccess, RecordingFile, WatchedRecording } from '#client/api/queries/recordings.ts';
import { ENDING_S } from './clock.ts';
import { clipSpans, joinSpans, type Span } from './spans.ts';

type Source = RecordingFile['source'];
type OpenedFile = RecordingAccess['files'][number];

/** A file, with its place in the film. Times are in seconds from the start of the recording. */
export interface FilmTrack {
  readonly id: string;
  /** Key of the tile in which it is seen or heard. */
  readonly tile: string;
  readonly mediaType: string;
  readonly hasPicture: boolean;
  readonly from: number;
  readonly to: number;
  /** When there are pictures; all the time where that is not known. */
  readonly shown: readonly Span[];
}

/** Someone who was in the call, or what someone shared. */
export interface FilmPart {
  /** Unique in the film. */
  readonly key: string;
  readonly name: string;
  readonly source: Source;
  readonly present: readonly Span[];
  /** Null: not known. */
  readonly spoken: readonly Span[] | null;
}

export interface Film {
  /** Seconds. */
  readonly duration: number;
  /** What was shared, then the people, each in the order of coming. */
  readonly parts: readonly FilmPart[];
  readonly tracks: readonly FilmTrack[];
}

/** A file that follows so soon is of the same stay: a change of codec, or the loss of a media node, begins a new one. */
const SAME_STAY_S = 10;
/** Of one file: a page that was loaded again. */
const RELOAD_S = 3;
/** Files of one person overlap by a moment only; two that overlap longer are of two people with the same name. */
const OVERLAP_S = 3;

/** A person or a picture that begins this soon counts as there from the beginning. */
const BEGINNING_S = 1.5;

/** The spans, the first of them from `from` on if it begins soon after. */
const beginningAt = (from: number, spans: readonly Span[]): readonly Span[] =>
  spans.map(([start, end], index): Span => [index === 0 && start - from < BEGINNING_S ? from : start, end]);

const isPicture = ({ mediaType }: RecordingFile): boolean => mediaType.startsWith('video/');
const endOf = ({ offset, duration }: RecordingFile): number => offset + duration;
const overlap = (one: RecordingFile, other: RecordingFile): number =>
  Math.min(endOf(one), endOf(other)) - Math.max(one.offset, other.offset);

/** Groups files by person and kind. Two files with pictures at the same time belong to two people, even if the names are the same. */
function groupFiles(files: readonly RecordingFile[]): ReadonlyMap<string, readonly RecordingFile[]> {
  const groups = new Map<string, RecordingFile[]>();
  for (const file of [...files].sort((one, other) => one.offset - other.offset)) {
    let number = 1;
    const keyOf = () => `${file.source} ${number} ${file.name}`;
    const isOther = (known: RecordingFile) =>
      isPicture(known) && isPicture(file) && overlap(known, file) > OVERLAP_S;
    while (groups.get(keyOf())?.some(isOther)) number++;
    groups.set(keyOf(), [...(groups.get(keyOf()) ?? []), file]);
  }
  return groups;
}

/** When someone was there, from each file in which they are; a person who is back soon was not away. */
function staysIn(files: readonly (readonly Span[])[], isPerson: boolean): readonly Span[] {
  const spans = files
    .flatMap((file) => file.map(([from, to]) => ({ file, from, to })))
    .sort((one, other) => one.from - other.from);
  const stays: Span[] = [];
  let before: readonly Span[] | undefined;
  for (const { file, from, to } of spans) {
    const last = stays.at(-1);
    const gap = !isPerson ? 0 : file === before ? RELOAD_S : SAME_STAY_S;
    if (last && from - last[1] <= gap) stays[stays.length - 1] = [last[0], Math.max(last[1], to)];
    else stays.push([from, to]);
    before = file;
  }
  return stays;
}

/** What is played together: from a recording and what the server says as it opens the files. */
export function filmOf(
  recording: Pick<WatchedRecording, 'files' | 'duration'>,
  opened: readonly OpenedFile[],
): Film {
  const files = recording.files.filter(({ duration }) => duration > 0);
  const duration = Math.max(recording.duration ?? 0, ...files.map(endOf));
  const known = new Map(opened.map((file) => [file.id, file]));
  const parts: FilmPart[] = [];
  const tracks: FilmTrack[] = [];
  for (const [key, group] of groupFiles(files)) {
    const [first] = group;
    if (!first) continue;
    const spoken = group.flatMap(({ id }) => known.get(id)?.spoken ?? []);
    const isKnown = group.some(({ id }) => known.get(id)?.spoken != null);
    const present = group.map((file): readonly Span[] =>
      clipSpans(known.get(file.id)?.present ?? [[file.offset, endOf(file)]], 0, duration),
    );
    parts.push({
      key,
      name: first.name,
      source: first.source,
      present: beginningAt(0, staysIn(present, first.source === 'camera')),
      spoken: isKnown ? joinSpans(spoken, 0) : null,
    });
    for (const file of group) {
      const begin = file.offset < BEGINNING_S ? 0 : file.offset;
      tracks.push({
        id: file.id,
        tile: key,
        mediaType: file.mediaType,
        hasPicture: isPicture(file),
        from: file.offset,
        to: endOf(file),
        shown: beginningAt(begin, known.get(file.id)?.shown ?? [[begin, endOf(file)]]),
      });
    }
  }
  return { duration, parts: inOrder(parts), tracks };
}

const LAST_PICTURE_S = 0.1;

/** At the very end everyone’s last picture stays, though one ends a little before the other, and before the film. */
export function lastMoment({ duration, tracks }: Film): number {
  const ends = tracks.flatMap(({ hasPicture, shown }) => {
    const end = hasPicture ? (shown.at(-1)?.[1] ?? 0) : 0;
    return duration - end < ENDING_S ? [end] : [];
  });
  return Math.max(0, Math.min(duration, ...ends) - LAST_PICTURE_S);
}

const startOf = ({ present }: FilmPart): number => present[0]?.[0] ?? Number.POSITIVE_INFINITY;

const inOrder = (parts: readonly FilmPart[]): readonly FilmPart[] => {
  const sorted = [...parts].sort((one, other) => startOf(one) - startOf(other));
  return [
    ...sorted.filter(({ source }) => source !== 'camera'),
    ...sorted.filter(({ source }) => source === 'camera'),
  ];
};
