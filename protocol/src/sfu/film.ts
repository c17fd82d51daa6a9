import { type Static, Type } from 'typebox';
import { FilmIdSchema, NodeIdSchema, RecordingIdSchema } from '#protocol/ids.ts';
import { notice, request } from '#protocol/wire.ts';

const Empty = Type.Object({});
const Milliseconds = Type.Integer({ minimum: 0 });
/** The folder in which the film is made: of one of the recording's sections. */
const Film = { filmId: FilmIdSchema, recordingId: RecordingIdSchema };

/**
 * What a film shows: everyone alike; whoever speaks large; or nothing, with the sound of all. What is shared is large in the
 * first two.
 */
export const FilmFormatSchema = Type.Union([
  Type.Literal('grid'),
  Type.Literal('speaker'),
  Type.Literal('sound'),
]);
export type FilmFormat = Static<typeof FilmFormatSchema>;

/**
 * Why there is no film: too little room on the disk; no FFmpeg on the media node; none of the recording's files where it is
 * made; anything else.
 */
export const FilmFaultSchema = Type.Union([
  Type.Literal('storage'),
  Type.Literal('no-ffmpeg'),
  Type.Literal('no-files'),
  Type.Literal('internal'),
]);
export type FilmFault = Static<typeof FilmFaultSchema>;

/** A film is one file; its id is that of the film. */
export const FilmFileSchema = Type.Object({
  /** `video/mp4` or `audio/mp4`. */
  mediaType: Type.String({ maxLength: 100 }),
  bytes: Type.Integer({ minimum: 0 }),
  durationMs: Milliseconds,
  /** SHA-256 of the file, in hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type FilmFile = Static<typeof FilmFileSchema>;

export const FilmStateSchema = Type.Union([
  /** For another one: a node makes one at a time. */
  Type.Object({ state: Type.Literal('waiting') }),
  Type.Object({
    state: Type.Literal('composing'),
    /** Share that is done, 0 to 1. */
    progress: Type.Number({ minimum: 0, maximum: 1 }),
  }),
  Type.Object({ state: Type.Literal('ready'), file: FilmFileSchema }),
  Type.Object({ state: Type.Literal('failed'), fault: FilmFaultSchema }),
]);
export type FilmState = Static<typeof FilmStateSchema>;

/** Sections of one recording in a message. */
export const MAX_FILM_SECTIONS = 1_000;

export const sfuFilmRequests = {
  /**
   * Makes one film of all sections, in the folder of one of them that this node has. Answers how far it is: asked again, it
   * goes on with what is already there, after a restart too. A film that failed is tried again. Fails with `not-found` where
   * the node does not have the folder, and `too-many-requests` where too many wait.
   */
  'film.compose': request(
    Type.Object({
      ...Film,
      format: FilmFormatSchema,
      /** Written into the file. */
      title: Type.String({ maxLength: 500 }),
      /** Length of the recording. */
      durationMs: Milliseconds,
      sections: Type.Array(
        Type.Object({
          recordingId: RecordingIdSchema,
          /** Which node has its files. */
          nodeId: NodeIdSchema,
          /** From the beginning of the recording. */
          offsetMs: Milliseconds,
        }),
        { minItems: 1, maxItems: MAX_FILM_SECTIONS },
      ),
      /** What people are called in it, where that is not what the files say. */
      names: Type.Array(Type.Object({ partyId: Type.String(), name: Type.String({ maxLength: 200 }) })),
    }),
    FilmStateSchema,
  ),
  /** Stops what is being made of it, and removes the file. Unknown ones are ignored. */
  'film.remove': request(Type.Object(Film), Empty),
};

export const sfuFilmNotices = {
  /** Every `FILM_PROGRESS_MS` while it is being made, and when it is ready or has failed. */
  'film.changed': notice(
    Type.Object({ nodeId: NodeIdSchema, filmId: FilmIdSchema, change: FilmStateSchema }),
  ),
};

export const FILM_PROGRESS_MS = 2_000;
