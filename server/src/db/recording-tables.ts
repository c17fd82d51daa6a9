import type { ColumnType, Generated } from 'kysely';
import type {
  CustomerId,
  DeviceId,
  GroupId,
  NodeId,
  RecordingFileId,
  RecordingId,
  RoomId,
  UserId,
} from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
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
  room_id: RoomId;
  node_id: NodeId;
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
