import { askAgain, PASSING } from '#client/call/retry.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { MemberId, PairId } from '#protocol/ids.ts';
import type { MediaSource } from '#protocol/media.ts';
import type { PresenceState } from '#protocol/party.ts';
import type { GroupCallContext } from './context.ts';
import type { Rung } from './rung.ts';

/** What one does in a call beside sending media. Each fails with the `AppError` that the server answers (SPEC.md, G10, G11). */
export interface Meeting {
  say(text: string): Promise<void>;
  setHand(raised: boolean): Promise<void>;
  /** Announces that the call is recorded in this browser. */
  setRecording(on: boolean): Promise<void>;
  /** For the owner of the group; in a call without a group for either side. */
  recordOnServer(on: boolean): Promise<void>;

  // For the owner of the group only.
  muteMember(memberId: MemberId, source: MediaSource): Promise<void>;
  lowerHand(memberId: MemberId): Promise<void>;
  /** `withdrawLink`: ends the link of a guest, and with it every guest who came by it. */
  removeMember(memberId: MemberId, options: { readonly withdrawLink: boolean }): Promise<void>;
  setLocked(locked: boolean): Promise<void>;
  /**
   * Lets the browsers of a member pair ring, or with `forThisCall` those of any pair. Resolves with where they are: only who
   * is `online` is rung.
   */
  ring(
    rung: Pick<Rung, 'pairId' | 'party'>,
    options: { readonly forThisCall: boolean },
  ): Promise<PresenceState>;
  /** Ends a ring. A person who is not a member can no longer join. */
  cancelRing(pairId: PairId): Promise<void>;
  /** Removes a ring from `RoomView.rung`. */
  forgetRing(pairId: PairId): void;
}

type MeetingContext = Pick<GroupCallContext, 'signal' | 'get' | 'dispatch'>;

/** As long as a room is entered again. */
const STOP_LIMIT_MS = 300_000;
/** While the server, the room or its media node is on its way back. */
const STOP_PASSES: ReadonlySet<ErrorCode> = new Set([...PASSING, 'media-node-unavailable', 'not-in-room']);

export function createMeeting({ signal, get, dispatch }: MeetingContext): Meeting {
  const isRecorded = () => {
    const { state } = get();
    return 'room' in state && state.room.recordedByServer;
  };
  /** Repeated: people rely on not being recorded any more. */
  async function stopRecording(): Promise<void> {
    try {
      await askAgain(() => signal.request('recording.stop', {}), {
        limitMs: STOP_LIMIT_MS,
        passes: STOP_PASSES,
        isWanted: isRecorded,
      });
    } catch (error) {
      // An answer that was lost, or another person who may, has stopped it.
      if (get().state.name !== 'joined' || isRecorded()) throw error;
    }
  }
  const forgetRing = (pairId: PairId) => dispatch({ type: 'ringForgotten', pairId });
  return {
    async say(text) {
      await signal.request('groupCall.say', { text });
    },
    async setHand(raised) {
      await signal.request('groupCall.setHand', { raised });
    },
    async setRecording(on) {
      await signal.request('groupCall.setRecording', { on });
    },
    async recordOnServer(on) {
      if (on) await signal.request('recording.start', {});
      else await stopRecording();
    },
    async muteMember(memberId, source) {
      await signal.request('groupCall.muteMember', { memberId, source });
    },
    async lowerHand(memberId) {
      await signal.request('groupCall.lowerHand', { memberId });
    },
    async removeMember(memberId, { withdrawLink }) {
      await signal.request('groupCall.removeMember', { memberId, withdrawLink });
    },
    async setLocked(locked) {
      await signal.request('groupCall.setLocked', { locked });
    },
    async ring({ pairId, party }, { forThisCall }) {
      const { state } = await signal.request('groupCall.ring', {
        pairId,
        ...(forThisCall && { forThisCall }),
      });
      if (state === 'online') dispatch({ type: 'rang', pairId, party });
      return state;
    },
    async cancelRing(pairId) {
      try {
        await signal.request('groupCall.cancelRing', { pairId });
      } catch (error) {
        // The pair was deleted, and its ring has ended with it.
        if (errorCodeOf(error) !== 'not-found') throw error;
      }
      forgetRing(pairId);
    },
    forgetRing,
  };
}
