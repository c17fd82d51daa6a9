import { type Static, Type } from 'typebox';
import { defineOperation, item, json, nothing } from '#protocol/rest/define-operation.ts';
import { DateTime, Nullable, Reference, required, Uuid } from '#protocol/rest/field.ts';
import { RecordedSourceSchema } from '#protocol/sfu/recording.ts';

/** Unknown recordings in one answer. */
export const UNKNOWN_RECORDINGS_LISTED = 100;

const UnknownRecordingSchema = Type.Object({
  id: Uuid,
  state: Type.Union([Type.Literal('finishing'), Type.Literal('finished')], {
    description: 'finishing: its files are not ready yet, and what they have is not known',
  }),
  start: Nullable(DateTime),
  /** Seconds. */
  duration: Nullable(Type.Number({ minimum: 0 })),
  bytes: Nullable(Type.Integer({ minimum: 0 })),
  files: Type.Array(Type.Object({ name: Type.String(), source: RecordedSourceSchema })),
});
export type UnknownRecording = Static<typeof UnknownRecordingSchema>;

export const unknownRecordingOperations = {
  'unknownRecordings.list': defineOperation({
    method: 'GET',
    path: 'unknown_recordings',
    summary: `Recordings that media nodes have and the database does not know, newest first: how many, and the first ${UNKNOWN_RECORDINGS_LISTED}`,
    reply: json(
      Type.Object({
        total: Type.Integer({ minimum: 0 }),
        /** A media node did not answer: there may be more. */
        incomplete: Type.Boolean(),
        recordings: Type.Array(UnknownRecordingSchema, { maxItems: UNKNOWN_RECORDINGS_LISTED }),
      }),
    ),
  }),
  'unknownRecordings.assign': defineOperation({
    method: 'POST',
    path: 'unknown_recordings/{id}/assign',
    summary: 'Gives it to a group, a user or a device; its files follow within a minute',
    body: {
      to: required('create', Reference('groups', 'users', 'devices'), {
        description: 'Of a group: its owner gets it',
      }),
    },
    reply: item('Recording'),
    status: 201,
  }),
  'unknownRecordings.delete': defineOperation({
    method: 'DELETE',
    path: 'unknown_recordings/{id}',
    summary: 'Deletes its files; while a media node is away that may have it, the answer is 503',
    reply: nothing,
  }),
} as const;
