import { type Static, Type } from 'typebox';
import {
  FilmIdSchema,
  InstallationIdSchema,
  NodeIdSchema,
  RecordingFileIdSchema,
  RecordingIdSchema,
  RoomIdSchema,
} from '#protocol/ids.ts';
import { PartySchema } from '#protocol/party.ts';
import { RecordingFaultSchema } from '#protocol/signal/recording.ts';
import { notice, request } from '#protocol/wire.ts';

const Empty = Type.Object({});
const TimeSchema = Type.String({ format: 'date-time' });
const Milliseconds = Type.Integer({ minimum: 0 });
/** Whose servers may remove it; earlier versions do not say it. */
const Installation = { installationId: Type.Optional(InstallationIdSchema) };
const Recording = { recordingId: RecordingIdSchema };

/** What a file shows: a member's camera with its microphone, or what it shared, with its sound. */
export const RecordedSourceSchema = Type.Union([
  Type.Literal('camera'),
  Type.Literal('screen'),
  Type.Literal('playback'),
]);
export type RecordedSource = Static<typeof RecordedSourceSchema>;

/** From and to, in ms from the start of the recording; in order, without overlaps. */
export const SpansSchema = Type.Array(Type.Tuple([Milliseconds, Milliseconds]));
export type Spans = Static<typeof SpansSchema>;

/** Spans of one file at most: of more, those closest together are joined. */
export const MAX_SPANS = 1_000;

export const RecordedFileSchema = Type.Object({
  fileId: RecordingFileIdSchema,
  party: PartySchema,
  source: RecordedSourceSchema,
  /** `video/webm`, `audio/webm`, `video/mp4`; `video/x-matroska` where it could not be made ready for seeking. */
  mediaType: Type.String({ maxLength: 100 }),
  /** mediabunny's names, e.g. `vp8`; null: no such track. */
  videoCodec: Type.Union([Type.String(), Type.Null()]),
  audioCodec: Type.Union([Type.String(), Type.Null()]),
  /** When its first picture or sound was sent, by the media node's clock (UTC). */
  startedAt: TimeSchema,
  /** The same, from the start of the recording, by a clock that is never set. */
  offsetMs: Milliseconds,
  durationMs: Milliseconds,
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** When the person, or what was shared, was in the call. Like the two below not said by nodes of earlier versions. */
  present: Type.Optional(SpansSchema),
  /** When there were pictures. */
  shown: Type.Optional(SpansSchema),
  /** When the person spoke. */
  spoken: Type.Optional(SpansSchema),
});
export type RecordedFile = Static<typeof RecordedFileSchema>;

/** How a recording has ended, with all that was kept of it. */
export const RecordingResultSchema = Type.Object({
  outcome: Type.Union([Type.Literal('ready'), Type.Literal('interrupted'), Type.Literal('failed')]),
  fault: Type.Union([RecordingFaultSchema, Type.Null()]),
  /** `fault` is `node-lost` then, for servers of earlier versions, which refuse a fault that they do not know. */
  maintenance: Type.Optional(Type.Literal(true)),
  startedAt: TimeSchema,
  endedAt: TimeSchema,
  durationMs: Milliseconds,
  files: Type.Array(RecordedFileSchema),
  /** There are more than one message carries: ask for them by `recording.files`. */
  moreFiles: Type.Optional(Type.Literal(true)),
});
export type RecordingResult = Static<typeof RecordingResultSchema>;

/** Bytes of a file in one answer: in base64 they stay below NATS's limit of 1 MiB a message (docs/adr/0009). */
export const RECORDING_CHUNK_BYTES = 512 * 1024;

/** Files of a recording in one message, and the bytes that they take there at most: NATS carries 1 MiB. */
export const RECORDED_FILES_A_MESSAGE = 1_000;
export const RECORDED_FILES_MESSAGE_BYTES = 512 * 1024;
/** Recordings in one answer. */
export const RECORDINGS_A_MESSAGE = 5_000;

/** All but `recording.start` and `recording.stop` fail with `recording-storage` where the node's bucket is away. */
export const sfuRecordingRequests = {
  /**
   * Records everything that is sent in the room from now on. Fails with `not-in-room`, with `recording-running`, and with
   * `recording-storage` where the folder cannot be written to or too little room is left on its disk.
   */
  'recording.start': request(
    Type.Object({
      ...Recording,
      ...Installation,
      roomId: RoomIdSchema,
      /** The recording stops then. */
      maxDurationMs: Type.Integer({ minimum: 1_000 }),
    }),
    Type.Object({ startedAt: TimeSchema }),
  ),
  /** `recording.finished` tells when the files are ready. A recording that the node does not make is ignored. */
  'recording.stop': request(Type.Object(Recording), Empty),
  /** A recording that was left behind by a node that died is picked up, and `finishing` from then on. */
  'recording.inspect': request(
    Type.Object(Recording),
    Type.Union([
      Type.Object({ state: Type.Literal('unknown') }),
      Type.Object({ state: Type.Literal('recording'), startedAt: TimeSchema }),
      Type.Object({ state: Type.Literal('finishing') }),
      Type.Object({ state: Type.Literal('finished'), result: RecordingResultSchema }),
    ]),
  ),
  /** The files of a finished recording: as many as one message carries from the offset, none at the end. Not on this node: `not-found`. */
  'recording.files': request(
    Type.Object({ ...Recording, offset: Type.Integer({ minimum: 0 }) }),
    Type.Object({ files: Type.Array(RecordedFileSchema) }),
  ),
  /** At most `RECORDING_CHUNK_BYTES` from the offset; none at the end. Not on this node: `not-found`. */
  'recording.read': request(
    Type.Object({
      ...Recording,
      /** Or a film's. */
      fileId: Type.Union([RecordingFileIdSchema, FilmIdSchema]),
      offset: Type.Integer({ minimum: 0 }),
      length: Type.Integer({ minimum: 1, maximum: RECORDING_CHUNK_BYTES }),
    }),
    Type.Object({ base64: Type.String() }),
  ),
  /**
   * Stops it first if it is running. A recording that is not on this node is ignored; one that another installation has made is
   * kept: `forbidden`.
   */
  'recording.remove': request(
    Type.Object({ ...Recording, ...Installation }),
    Type.Object({ removed: Type.Boolean() }),
  ),
  /** Those on this node's disk in the order of their ids, after one of them if it is given: at most `RECORDINGS_A_MESSAGE`. */
  'recording.list': request(
    Type.Object({ after: Type.Optional(RecordingIdSchema) }),
    Type.Object({
      recordings: Type.Array(Type.Object({ ...Recording, changedAt: TimeSchema })),
      /** More follow. */
      more: Type.Optional(Type.Literal(true)),
    }),
  ),
};

export const sfuRecordingNotices = {
  /** Recording has stopped, for any reason; the files are being finished. */
  'recording.stopped': notice(
    Type.Object({
      nodeId: NodeIdSchema,
      roomId: RoomIdSchema,
      ...Recording,
      /** With its room, which was lost or moves: the recording is to go on in the next one (SPEC.md, R4). */
      lost: Type.Optional(Type.Literal(true)),
    }),
  ),
  /** What `recording.inspect` answers from now on. */
  'recording.finished': notice(
    Type.Object({
      nodeId: NodeIdSchema,
      /** Null for one that was left behind by a node that died. */
      roomId: Type.Union([RoomIdSchema, Type.Null()]),
      ...Recording,
      result: RecordingResultSchema,
    }),
  ),
};
