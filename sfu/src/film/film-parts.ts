import type { Party } from '#protocol/party.ts';
import type { RecordedFile, RecordedSource, Spans } from '#protocol/sfu/recording.ts';
import { joinedSpans } from '#sfu/recording/spans.ts';

/** A recorded file with its place in the film. All times are in ms from the start of the recording. */
export interface FilmFile {
  /** In the file system. */
  readonly path: string;
  readonly party: Party;
  readonly source: RecordedSource;
  readonly hasPictures: boolean;
  readonly hasSound: boolean;
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly present: Spans;
  readonly shown: Spans;
  readonly spoken: Spans;
}

/** Someone who was in the call, or what someone shared. */
export interface FilmPart {
  readonly name: string;
  readonly source: RecordedSource;
  readonly present: Spans;
  readonly spoken: Spans;
  readonly files: readonly FilmFile[];
}

/** A file that follows so soon is of the same stay: a change of codec, or the loss of a media node, begins a new one. */
const SAME_STAY_MS = 10_000;
/** Of one file: a page that was loaded again. */
const RELOAD_MS = 3_000;

/** @param offsetMs of the file's section in the recording */
export function filmFile(file: RecordedFile, path: string, offsetMs: number): FilmFile {
  const moved = (spans: Spans): Spans => spans.map(([from, to]) => [from + offsetMs, to + offsetMs]);
  const whole: Spans = [[file.offsetMs, file.offsetMs + file.durationMs]];
  return {
    path,
    party: file.party,
    source: file.source,
    hasPictures: file.videoCodec !== null,
    hasSound: file.audioCodec !== null,
    offsetMs: file.offsetMs + offsetMs,
    durationMs: file.durationMs,
    present: moved(file.present ?? whole),
    shown: file.videoCodec === null ? [] : moved(file.shown ?? whole),
    spoken: moved(file.spoken ?? []),
  };
}

/** Everyone, and everything that was shared, in the order of coming. */
export function filmParts(files: readonly FilmFile[]): readonly FilmPart[] {
  const groups = Map.groupBy(files, ({ party, source }) => `${source} ${party.kind} ${party.id}`);
  return [...groups.values()]
    .flatMap((group): FilmPart[] => {
      const last = group.at(-1);
      if (!last) return [];
      const { source, party } = last;
      return [
        {
          name: party.name,
          source,
          present: staysIn(group, source === 'camera'),
          spoken: joinedSpans(
            group.flatMap(({ spoken }) => spoken),
            0,
          ),
          files: group,
        },
      ];
    })
    .sort((one, other) => beginning(one) - beginning(other));
}

/** When someone was there; a person who is back soon was not away. */
function staysIn(files: readonly FilmFile[], isPerson: boolean): Spans {
  const spans = files
    .flatMap((file) => file.present.map(([from, to]) => ({ file, from, to })))
    .sort((one, other) => one.from - other.from);
  const stays: Spans = [];
  let before: FilmFile | undefined;
  for (const { file, from, to } of spans) {
    const last = stays.at(-1);
    const gapMs = !isPerson ? 0 : file === before ? RELOAD_MS : SAME_STAY_MS;
    if (last && from - last[1] <= gapMs) last[1] = Math.max(last[1], to);
    else stays.push([from, to]);
    before = file;
  }
  return stays;
}

const beginning = ({ present }: FilmPart): number => present[0]?.[0] ?? Number.POSITIVE_INFINITY;

export const isWithin = (spans: Spans, momentMs: number): boolean =>
  spans.some(([from, to]) => from <= momentMs && momentMs < to);
