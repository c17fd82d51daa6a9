import { Type } from 'typebox';
import { defineOperation, file, item, json, nothing } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Nullable, Reference, read, required, Uuid } from '#protocol/rest/field.ts';
import { dateFilter, oneOf, ownership } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';
import { FilmFaultSchema, FilmFormatSchema } from '#protocol/sfu/film.ts';
import { RecordedSourceSchema } from '#protocol/sfu/recording.ts';
import { RecordingFaultSchema, RecordingStateSchema } from '#protocol/signal/recording.ts';

const Bytes = Type.Integer({ minimum: 0 });
export const Seconds = Type.Number({ minimum: 0 });
/** From and to, in seconds from the start of the recording; in order, without overlaps. */
const Spans = Type.Array(Type.Tuple([Seconds, Seconds]));

export const RecordingFileSchema = Type.Object({
  id: Uuid,
  /** The participants that the recording shows. */
  name: Type.String(),
  source: RecordedSourceSchema,
  mediaType: Type.String(),
  start: DateTime,
  /** Seconds from the start of the recording. */
  offset: Seconds,
  duration: Seconds,
  bytes: Bytes,
  sha256: Type.String(),
});

export const FilmSchema = Type.Object({
  id: Uuid,
  format: FilmFormatSchema,
  state: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('composing'),
    Type.Literal('ready'),
    Type.Literal('failed'),
  ]),
  /** Share that is done, 0 to 1. */
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  fault: Nullable(FilmFaultSchema),
  created: DateTime,
  /** Like those below null until it is ready. */
  mediaType: Nullable(Type.String()),
  duration: Nullable(Seconds),
  bytes: Nullable(Bytes),
  sha256: Nullable(Type.String()),
});

export const recordings = defineResource({
  name: 'Recording',
  path: 'recordings',
  description:
    'A call that was recorded on the server: a file for each camera with its microphone, and for what each person shared',
  fields: {
    id: read(Uuid),
    name: read(Type.String(), {
      description: 'Of the group; in a call without a group, who else was in it',
      iri: 'https://schema.org/name',
    }),
    owner: read(Reference('users', 'devices'), { description: 'Of the group, or who has recorded the call' }),
    ownerName: read(Type.String(), {
      description: "The owner's name, mail address or printed serial number",
    }),
    customer: read(Reference('customers')),
    customerName,
    group: read(Nullable(Reference('groups'))),
    state: read(RecordingStateSchema),
    fault: read(Nullable(RecordingFaultSchema), { description: 'Why it was interrupted or failed' }),
    startedBy: read(Type.String()),
    start: read(DateTime),
    end: read(Nullable(DateTime)),
    duration: read(Nullable(Seconds), { description: 'Seconds' }),
    bytes: read(Nullable(Bytes), { description: 'Of all files' }),
    expires: read(DateTime, { description: 'When it is deleted by itself' }),
    files: read(Type.Array(RecordingFileSchema)),
    films: read(Type.Array(FilmSchema), { description: 'The whole call in one file each, made on request' }),
  },
  operations: ['list', 'read', 'delete'],
  filters: {
    ...ownership,
    state: oneOf('state', 'starting', 'recording', 'finishing', 'ready', 'interrupted', 'failed'),
    ...dateFilter('start'),
  },
  order: ['start'],
  defaultDirection: 'desc',
  keysets: ['start'],
  search: ['name'],
});

/** Addresses that work without a token, and what the files show when. */
export const RecordingAccessSchema = Type.Object({
  expires: DateTime,
  files: Type.Array(
    Type.Object({
      id: Uuid,
      /** To be played. */
      url: Type.String(),
      /** To be kept: with a name to keep it under. */
      downloadUrl: Type.String(),
      /** When the person, or what was shared, was in the call; like the two below null where it is not known. */
      present: Nullable(Spans),
      /** When there were pictures. */
      shown: Nullable(Spans),
      /** When the person spoke. */
      spoken: Nullable(Spans),
    }),
  ),
  /** Those that are ready. */
  films: Type.Array(Type.Object({ id: Uuid, url: Type.String(), downloadUrl: Type.String() })),
  /** All of them as one ZIP file. */
  archiveUrl: Type.String(),
  /** What was written in the call's chat: as `GET /recordings/{id}/messages`. Null where nothing was. */
  messagesUrl: Nullable(Type.String()),
});

/** A page of what was written in the call's chat while it was recorded. */
const RecordedMessagesSchema = Type.Object({
  messages: Type.Array(
    Type.Object({
      id: Uuid,
      /** Who has written it. */
      name: Type.String(),
      /** Seconds from the start of the recording. */
      offset: Seconds,
      text: Type.String(),
    }),
  ),
  /** More follow: ask for them with `after`, the id of the last one. */
  more: Type.Boolean(),
});

const access = {
  schema: Type.String({ minLength: 1, maxLength: 200 }),
  description: 'The permission that POST /recordings/{id}/access has given',
} as const;

export const recordingOperations = {
  'recordings.access': defineOperation({
    method: 'POST',
    path: 'recordings/{id}/access',
    summary:
      'Addresses of the files that work without a token, for a short time: for players and downloads; and when who was there, was seen and spoke',
    reply: json(RecordingAccessSchema),
  }),
  'recordings.makeFilm': defineOperation({
    method: 'POST',
    path: 'recordings/{id}/films',
    summary:
      'Has one file made of the whole recording: see `films`. There is one of each format; one that failed is made again',
    body: {
      format: required('create', FilmFormatSchema, {
        description:
          'Everyone side by side, whoever speaks large, or sound alone; what was shared is large in the first two',
      }),
    },
    reply: item('Recording'),
    status: 202,
  }),
  'recordings.deleteFilm': defineOperation({
    method: 'DELETE',
    path: 'recordings/{id}/films/{filmId}',
    summary: 'Deletes a film, or stops its being made; the recording stays',
    reply: nothing,
  }),
  'recordings.file': defineOperation({
    method: 'GET',
    path: 'recordings/{id}/files/{fileId}',
    summary:
      'A file of the recording or a film of it, whole or in part (Range); with the permission of the address or a token',
    query: {
      access,
      download: {
        schema: Type.Union([Type.Literal('true'), Type.Literal('false')]),
        description: 'Whether it is to be kept, not shown',
      },
    },
    reply: file,
  }),
  'recordings.messages': defineOperation({
    method: 'GET',
    path: 'recordings/{id}/messages',
    summary:
      "What was written in the call's chat while it was recorded, up to 200 messages at a time; with the permission of the address or a token",
    query: {
      access,
      after: { schema: Uuid, description: 'The last message that the client has' },
    },
    reply: json(RecordedMessagesSchema),
  }),
  'recordings.archive': defineOperation({
    method: 'GET',
    path: 'recordings/{id}/archive',
    summary:
      'Every file of the recording, every film of it that is ready and the chat as one ZIP file, not compressed; with the permission of the address or a token',
    query: { access },
    reply: file,
  }),
} as const;
