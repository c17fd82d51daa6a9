import { Type } from 'typebox';
import { defineOperation, json, nothing } from '#protocol/rest/define-operation.ts';
import { DateTime, Nullable, optional, required, Uuid } from '#protocol/rest/field.ts';
import { FilmSchema, RecordingAccessSchema, RecordingFileSchema, Seconds } from './recording.ts';

/** Lets everyone who holds it watch and download one recording, without an account. */
const RecordingLink = Type.Object({
  id: Uuid,
  /** What opens the recording; null: it was made with another AUTH_SECRET, works, and cannot be shown. */
  url: Nullable(Type.String({ format: 'uri' })),
  /** Whether the link needs a password. */
  password: Type.Boolean(),
  created: DateTime,
  /** From when on it opens nothing. */
  end: DateTime,
  /** When it was opened last. */
  opened: Nullable(DateTime),
});

const token = required('write', Type.String({ maxLength: 200 }));

export const recordingLinkOperations = {
  'recordings.links': defineOperation({
    method: 'GET',
    path: 'recordings/{id}/links',
    summary: 'The share links of a recording, the newest first',
    reply: json(Type.Object({ links: Type.Array(RecordingLink) })),
  }),
  'recordings.share': defineOperation({
    method: 'POST',
    path: 'recordings/{id}/links',
    summary: 'Makes a share link: whoever holds it may watch and download the recording until it ends',
    body: {
      end: required('create', DateTime, {
        description:
          'From when on it opens nothing; in the future. The link never outlives the recording: the reply has the time at which it really ends',
      }),
      password: optional('create', Nullable(Type.String({ maxLength: 1_000 })), {
        description: 'Asked of everyone who opens it; none by default',
        secret: true,
      }),
    },
    reply: json(RecordingLink),
    status: 201,
  }),
  'recordings.unshare': defineOperation({
    method: 'DELETE',
    path: 'recordings/{id}/links/{linkId}',
    summary: 'Ends a share link, at once, also for those who are watching',
    reply: nothing,
  }),
  'recordings.openShared': defineOperation({
    method: 'POST',
    path: 'recordings/shared',
    summary:
      'What a share link leads to. 404 where there is none or it has ended; a violation of `password` where one is asked for',
    body: {
      token,
      password: optional('write', Nullable(Type.String({ maxLength: 1_000 })), { secret: true }),
    },
    reply: json(
      Type.Object({
        /** When the link ends. */
        end: DateTime,
        recording: Type.Object({
          id: Uuid,
          name: Type.String(),
          start: DateTime,
          duration: Nullable(Seconds),
          files: Type.Array(RecordingFileSchema),
          films: Type.Array(FilmSchema),
        }),
        access: RecordingAccessSchema,
      }),
    ),
  }),
} as const;
