import type { CallChat } from '#client/call/call-chat.ts';
import type { MediaControls } from '#client/call/media-controls.ts';
import type { JoinMedia, OpenedMedia } from '#client/call/own-media.ts';
import type { ChosenDevices } from '#client/media/local-media.ts';
import type { Signal } from '#client/signal/signal.ts';
import type { Observable } from '#client/store.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { Party } from '#protocol/party.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import type { Meeting } from './meeting.ts';
import type { ShownSize } from './received-layer.ts';
import type { GroupCallSnapshot, TileTracks } from './snapshot.ts';
import type { PictureSource } from './tiles.ts';

/** The other side of a 1-to-1 call that moves to a room, and its tracks over the connection so far. */
export interface Bridge {
  readonly self: Party;
  readonly other: Party;
  readonly tracks: TileTracks;
}

export interface GroupCallOptions {
  readonly target: RoomTarget;
  /**
   * Devices that are open already, of a 1-to-1 call that moves: joining uses them, and they stay whose they are. Then the
   * call is joined from `bridge`, where there is one, and `bridge()` tells of changes.
   */
  readonly adopted?: OpenedMedia & {
    readonly bridge: Bridge | null;
    /** Since when one is in the call; of `Date.now()`. */
    readonly since: number;
  };
  /** Of the 1-to-1 call that moves: it is written on there. */
  readonly chat?: CallChat;
  /** All that came over the bridge comes from the room now. */
  readonly onCarried?: () => void;
  /** Before every join: what must be settled first with the server. */
  readonly beforeJoin?: () => Promise<void>;
  readonly signal: Signal;
  readonly loadSettings: () => Promise<CallSettings>;
  /** The devices that are opened; by default those of the browser. */
  readonly devices?: () => ChosenDevices;
  /** What was ignored or failed without anyone having to know; for logs. */
  readonly log?: (message: string, detail?: unknown) => void;
}

export interface EarlierPage {
  /** Of `Date.now()`. */
  readonly since?: number | undefined;
  readonly handRaised?: boolean | undefined;
}

/** One participation in the call of one group, over as many rooms as it takes. */
export interface GroupCall extends Observable<GroupCallSnapshot>, MediaControls {
  /**
   * Also to try again after it has failed or ended.
   *
   * @param media by default as microphone and camera were at the end; both on the first time
   * @param before of the page of this tab that was in the call before
   */
  join(media?: JoinMedia, before?: EarlierPage): void;
  /** Opens the devices before joining, so that one sees oneself first; joining continues with them. */
  prepare(media: JoinMedia): void;
  leave(): void;
  /** Joins again with everything that is open: what was given up is tried once more. */
  rejoin(): void;
  /** At which size a picture of a tile is shown, in CSS pixels; null: not at all, so that it need not be received. */
  setVisible(tile: string, source: PictureSource, size: ShownSize | null): void;
  /** Whether someone looks at the page, or at what is made of its pictures: for no one they are not received. */
  setWatched(watched: boolean): void;
  /** With sound alone, or with pictures again. */
  setAudioOnly(on: boolean): void;
  readonly meeting: Meeting;
  /** Of the 1-to-1 call that has moved here; null: what is written stands in the room. */
  readonly chat: CallChat | null;
  /** The tracks over the other connection have changed; null: it is closed. */
  bridge(tracks: TileTracks | null): void;
  /** The page that shows and plays it is there: before that nothing is carried to anyone. */
  show(): void;
  /** Leaves, if need be. May be called twice. */
  close(): void;
}
