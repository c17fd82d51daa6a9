import type { CallChat } from '#client/call/call-chat.ts';
import type { MediaControls } from '#client/call/media-controls.ts';
import type { ChosenDevices } from '#client/media/local-media.ts';
import type { Signal } from '#client/signal/signal.ts';
import type { Observable } from '#client/store.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { CallId, PairId } from '#protocol/ids.ts';
import type { MoveReason } from '#protocol/signal/direct-call.ts';
import type { DirectCallSnapshot } from './snapshot.ts';

export interface DirectCallOptions {
  readonly signal: Signal;
  /** Asked again at each call, so that a change takes effect in the next one. */
  readonly loadSettings: () => Promise<CallSettings>;
  /** Which devices were chosen last. */
  readonly devices?: () => ChosenDevices;
  /** What was ignored or failed without anyone having to know; for logs. */
  readonly log?: (message: string, detail?: unknown) => void;
}

/** The devices that a call opens; both by default. The microphone always opens, and is silent while it is muted. */
export interface CallMedia {
  readonly camera?: boolean;
  readonly muted?: boolean;
}

/** The 1-to-1 calls of one signalling session: at most one at a time. */
export interface DirectCall extends Observable<DirectCallSnapshot>, MediaControls {
  /** Null: a guest calls the owner of its link. */
  call(pairId: PairId | null, media?: CallMedia): void;
  accept(media?: CallMedia): void;
  decline(): void;
  /** Also leaves the call that this page is returning to. */
  hangUp(): void;
  /** The end, the missed call, or that the page could not return to its call, was read. */
  dismiss(): void;
  /**
   * Says that the call is recorded in this browser from now on, or no longer: the other side sees that. Rejects where it
   * may not be, e.g. with `feature-disabled`.
   */
  setRecording(on: boolean): Promise<void>;
  readonly chat: CallChat;
  /**
   * Moves the call to a room of the media node, without a gap (SPEC.md, D12, D13). Rejects with what the server
   * answers, e.g. `service-disabled` without group chat.
   */
  move(reason: MoveReason): Promise<void>;
  /**
   * Moves the call to the media node and has it recorded there; a page that is loaded meanwhile goes on with it. Rejects with what the
   * server answers to the one or the other; `media-node-unavailable` where the room cannot be joined.
   */
  recordOnServer(): Promise<void>;
  /** Rings a third person, who joins the call in its room. Rejects as `move` does, and as calling that pair would. */
  invite(pairId: PairId): Promise<void>;
  /** Rings no longer. */
  withdraw(invitationId: CallId): void;
  /** Ends a call that is under way and forgets the session. May be called twice. */
  close(): void;
}
