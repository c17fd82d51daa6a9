import type { ColumnType, Generated } from 'kysely';
import type {
  CallId,
  CustomerId,
  DeviceId,
  FilmId,
  GroupId,
  NodeId,
  RecordingFileId,
  RecordingId,
  RecordingLinkId,
  RoomId,
  UserId,
} from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { FilmFault, FilmFormat, FilmState } from '#protocol/sfu/film.ts';
import type { RecordedSource, Spans } from '#protocol/sfu/recording.ts';
import type { RecordingFault, RecordingState } from '#protocol/signal/recording.ts';
import type { GeneratedTime } from './columns.ts';

export interface RecordingsTable {
  id: Generated<RecordingId>;
  customer_id: CustomerId;
  user_id: UserId | null;
  device_id: DeviceId | null;
  group_id: GroupId | null;
  name: string;
  /** Whose call it is of; null for those of earlier versions. */
  target_id: GroupId | CallId | null;
  /** The room and the node of the section below. */
  room_id: RoomId;
  node_id: NodeId;
  /** The section that is being made, or was made last; null: the first one, which has the id of the recording. */
  section_id: RecordingId | null;
  /** Since when its room is lost; it goes on when someone is in the next one. */
  waits_since: Generated<Date | null>;
  state: Generated<RecordingState>;
  fault: Generated<RecordingFault | null>;
  started_by: string;
  started_at: ColumnType<Date, Date | undefined, Date>;
  ended_at: Generated<Date | null>;
  duration_ms: Generated<number | null>;
  bytes: Generated<number | null>;
  files_missing: Generated<boolean>;
  /** Someone has stopped it, and its node has not said yet that it has. */
  stop_requested: Generated<boolean>;
  created_at: GeneratedTime;
  revision: Generated<number>;
}

/** What one media node has made of a recording, under an id of its own: the next one begins where a room was lost. */
export interface RecordingSectionsTable {
  id: Generated<RecordingId>;
  recording_id: RecordingId;
  node_id: NodeId;
  /** `missing`: its node was gone before it had said what it has. */
  state: Generated<'open' | 'settled' | 'missing'>;
  created_at: GeneratedTime;
  begun_at: Generated<Date | null>;
  /** From the beginning of the recording to its own. */
  offset_ms: Generated<number>;
  /** What follows is null until its node has told it. */
  outcome: Generated<'ready' | 'interrupted' | 'failed' | null>;
  fault: Generated<RecordingFault | null>;
  started_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
  duration_ms: Generated<number | null>;
}

/** Those that were deleted: their files may still stand on a node. */
export interface RemovedRecordingsTable {
  id: RecordingId;
  removed_at: GeneratedTime;
}

/** Null: not known. Written as JSON. */
type RecordedSpans = ColumnType<Spans | null, string | null, never>;

export interface RecordingFilesTable {
  id: RecordingFileId;
  recording_id: RecordingId;
  /** Null: the first. */
  section_id: RecordingId | null;
  party_kind: Party['kind'];
  party_id: string;
  party_name: string;
  source: RecordedSource;
  media_type: string;
  video_codec: string | null;
  audio_codec: string | null;
  started_at: ColumnType<Date, Date, never>;
  offset_ms: number;
  duration_ms: number;
  bytes: number;
  sha256: string;
  present: RecordedSpans;
  shown: RecordedSpans;
  spoken: RecordedSpans;
}

/** A chat message that was written while the call was recorded. */
export interface RecordingMessagesTable {
  id: string;
  recording_id: RecordingId;
  party_kind: Party['kind'];
  party_id: string;
  party_name: string;
  text: string;
  /** By the clock of the database, as `begun_at` of a section. */
  said_at: Date;
}

/** One file of a whole recording. What the node tells of it is null until it is ready. */
export interface RecordingFilmsTable {
  id: Generated<FilmId>;
  recording_id: RecordingId;
  format: FilmFormat;
  state: Generated<FilmState['state']>;
  progress: Generated<number>;
  fault: Generated<FilmFault | null>;
  node_id: Generated<NodeId | null>;
  /** In whose folder it is. */
  section_id: Generated<RecordingId | null>;
  created_at: GeneratedTime;
  changed_at: Generated<Date>;
  media_type: Generated<string | null>;
  bytes: Generated<number | null>;
  duration_ms: Generated<number | null>;
  sha256: Generated<string | null>;
}

/** Whoever holds one may watch and download the recording. */
export interface RecordingLinksTable {
  id: Generated<RecordingLinkId>;
  recording_id: RecordingId;
  token_hash: Buffer;
  /** Null: no password is asked for. */
  password_hash: string | null;
  created_at: GeneratedTime;
  ends_at: Date;
  opened_at: Generated<Date | null>;
}
