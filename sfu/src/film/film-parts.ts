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

/** Whoever comes back so soon was not away: a change of codec, or the loss of a media node, begins a new file. */
const SAME_STAY_MS = 10_000;

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
          present: joinedSpans(
            group.flatMap(({ present }) => present),
            source === 'camera' ? SAME_STAY_MS : 0,
          ),
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

const beginning = ({ present }: FilmPart): number => present[0]?.[0] ?? Number.POSITIVE_INFINITY;

export const isWithin = (spans: Spans, momentMs: number): boolean =>
  spans.some(([from, to]) => from <= momentMs && momentMs < to);
