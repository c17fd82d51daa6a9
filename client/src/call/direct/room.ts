import type { CallChat } from '#client/call/call-chat.ts';
import type { Bridge, GroupCall } from '#client/call/group/group-call.ts';
import type { TileTracks } from '#client/call/group/snapshot.ts';
import { movedCalls } from '#client/call/moved-calls.ts';
import type { LocalMedia } from '#client/media/local-media.ts';
import type { Signal } from '#client/signal/signal.ts';
import type { CallSettings } from '#protocol/call-settings.ts';
import type { CallId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { DirectCallEvent } from './call-state.ts';

export interface RoomOptions {
  readonly callId: CallId;
  readonly signal: Signal;
  readonly chat: CallChat;
  readonly media: Promise<{ readonly local: LocalMedia; readonly settings: CallSettings } | null>;
  /** Whom one talks with over the peer-to-peer link; null for someone who comes in later. */
  readonly bridge: () => Bridge | null;
  /** Settles once the server knows this session as one of the call. */
  readonly beforeJoin: () => Promise<void>;
  /** The other side's media comes from the room now. */
  readonly onCarried: () => void;
  readonly dispatch: (event: DirectCallEvent) => void;
  /** The person has left the room by its own page. */
  readonly onLeft: () => void;
  /** Who else is in the room. */
  readonly onPeople: (people: readonly Party[]) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** The room of the media node that a 1-to-1 call moves to (SPEC.md, D12, D13). */
export interface Room {
  /** What comes over the peer-to-peer link has changed; null: it is closed. */
  bridge(tracks: TileTracks | null): void;
  close(): void;
}

export function openRoom(options: RoomOptions): Room {
  const { callId, signal, dispatch, log } = options;
  let call: GroupCall | null = null;
  let closed = false;
  let carried = false;
  let joined = false;
  let unsubscribe = () => {};

  async function open(): Promise<void> {
    // Only now: most 1-to-1 calls never need it.
    const [media, { createGroupCall }] = await Promise.all([
      options.media,
      import('#client/call/group/session.ts'),
    ]);
    if (!media || closed) return;
    const opened = createGroupCall({
      target: { kind: 'call', callId },
      signal,
      chat: options.chat,
      loadSettings: async () => media.settings,
      adopted: { ...media, bridge: options.bridge() },
      beforeJoin: options.beforeJoin,
      onCarried: () => {
        if (carried) return;
        carried = true;
        options.onCarried();
      },
      log,
    });
    call = opened;
    movedCalls.set(callId, opened);
    unsubscribe = opened.subscribe(() => follow(opened));
    opened.join();
  }

  function follow({ get }: GroupCall): void {
    if (closed) return;
    const { state } = get();
    switch (state.name) {
      case 'joined':
        if (!joined) {
          joined = true;
          dispatch({ type: 'roomJoined', callId });
        }
        options.onPeople(
          state.room.members.flatMap(({ memberId, party }) => (memberId === null ? [] : [party])),
        );
        return;
      case 'failed':
        dispatch({ type: 'roomFailed', callId, at: Date.now() });
        return;
      case 'left':
        options.onLeft();
        return;
      default:
        return;
    }
  }

  open().catch((error: unknown) => {
    log('The room could not be opened', error);
    if (!closed) dispatch({ type: 'roomFailed', callId, at: Date.now() });
  });

  return {
    bridge: (tracks) => call?.bridge(tracks),
    close() {
      if (closed) return;
      closed = true;
      unsubscribe();
      movedCalls.delete(callId);
      // Once it is shown its page closes it, when it has told how the call has ended.
      if (!joined) call?.close();
    },
  };
}
