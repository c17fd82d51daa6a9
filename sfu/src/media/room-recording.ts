import type { MemberId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { SourcedProducer } from './peer.ts';

/** The recorder of a room, as the room sees it. */
export interface RoomRecording {
  /** Somebody sends something. That it ends the recorder hears from its consumer. */
  opened(memberId: MemberId, party: Party, sourced: SourcedProducer): void;
  /** `stopped`: nobody is left in the room. `interrupted`: the room was lost. */
  closed(reason: 'stopped' | 'interrupted'): void;
}
