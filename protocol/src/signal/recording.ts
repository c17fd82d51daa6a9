import { type Static, Type } from 'typebox';
import { RecordingIdSchema } from '#protocol/ids.ts';
import { notice, request } from '#protocol/wire.ts';

const Empty = Type.Object({});

/**
 * The state of a recording.
 *
 * - `starting`: asked for, the media node has not answered yet; `recording`: media is written.
 * - `finishing`: recording has stopped, and the files are being finished.
 * - `ready`: complete; `interrupted`: what was written until something broke is kept; `failed`: there is nothing to keep.
 */
export const RecordingStateSchema = Type.Union([
  Type.Literal('starting'),
  Type.Literal('recording'),
  Type.Literal('finishing'),
  Type.Literal('ready'),
  Type.Literal('interrupted'),
  Type.Literal('failed'),
]);
export type RecordingState = Static<typeof RecordingStateSchema>;

/** Why a recording did not become, or stay, what it should be. */
export const RecordingFaultSchema = Type.Union([
  /** The folder cannot be written to. */
  Type.Literal('storage'),
  Type.Literal('disk-full'),
  /** The recordings of the customer take all the room that it has. */
  Type.Literal('quota'),
  /** The worker or the media node has died. */
  Type.Literal('node-lost'),
  /** The media node was stopped in order, and its rooms have moved to another one. */
  Type.Literal('maintenance'),
  Type.Literal('internal'),
]);
export type RecordingFault = Static<typeof RecordingFaultSchema>;

/** They speak of the room that the session is in, and fail with `not-in-room` outside of one (SPEC.md, R). */
export const recordingRequests = {
  /**
   * Only the group's owner, in a call without a group either of the two (`forbidden`), and where the feature is on
   * (`feature-disabled`). Fails with `recording-running` where there is one already, with `recording-storage` where the
   * media node cannot write, and with `recording-quota` where the customer's recordings take all the room that it has.
   */
  'recording.start': request(Empty, Type.Object({ recordingId: RecordingIdSchema })),
  /** Those who may start one may stop it; has no effect where there is none. */
  'recording.stop': request(Empty, Empty),
};

export const recordingNotices = {
  /** To every member of the room. The room's state says whether it is being recorded now (SPEC.md, R3). */
  'recording.changed': notice(
    Type.Object({
      recordingId: RecordingIdSchema,
      state: RecordingStateSchema,
      fault: Type.Union([RecordingFaultSchema, Type.Null()]),
    }),
  ),
};
