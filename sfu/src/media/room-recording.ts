import type { MemberId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { SourcedProducer } from './peer-producers.ts';

/** The recorder of a room, as the room sees it. */
export interface RoomRecording {
  /** A member sends a new source. The recorder learns of its end from its consumer. */
  opened(memberId: MemberId, party: Party, sourced: SourcedProducer): void;
  /** `stopped`: the room is empty. `interrupted`: the room was lost. */
  closed(reason: 'stopped' | 'interrupted'): void;
}
