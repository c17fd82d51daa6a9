import type { CallChat } from '#client/call/call-chat.ts';
import type { GroupCall } from '#client/call/group/group-call.ts';
import { movedCalls } from '#client/call/moved-calls.ts';
import type { OpenedMedia } from '#client/call/own-media.ts';
import type { CallId } from '#protocol/ids.ts';
import { bridgedTracks, bridgeOf } from './bridge.ts';
import type { DirectCallState } from './call-state.ts';
import type { DirectCallContext } from './context.ts';
import { forgetArrived } from './invitations.ts';

export interface RoomOptions {
  readonly callId: CallId;
  readonly chat: CallChat;
  readonly media: Promise<OpenedMedia | null>;
  /** Settles once the server knows this session as one of the call. */
  readonly beforeJoin: () => Promise<void>;
  /** The other side's media comes from the room now. */
  readonly onCarried: () => void;
  /** The person has left the room by its own page. */
  readonly onLeft: () => void;
}

/** The room of the media node that a 1-to-1 call moves to (SPEC.md, D12, D13). */
export interface Room {
  /** What comes over the peer-to-peer link may have changed. */
  followLink(): void;
  /** The other side has one's media from the room. */
  peerCarried(): void;
  close(): void;
}

/** The room shows the same time as the call that moves there. */
const talkingSince = (state: DirectCallState): number =>
  state.name === 'connected' || state.name === 'moved' ? state.connectedAt : Date.now();

export function openRoom(context: DirectCallContext, options: RoomOptions): Room {
  const { signal, get, dispatch, log } = context;
  const { callId } = options;
  let call: GroupCall | null = null;
  let closed = false;
  /** Both must have the other's media from the room before the link goes (SPEC.md, D13). */
  const carried = { here: false, there: false };
  let joined = false;
  let unsubscribe = () => {};

  const noteCarried = (side: 'here' | 'there') => {
    carried[side] = true;
    if (carried.here && carried.there) dispatch({ type: 'linkDone', callId });
  };

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
      adopted: { ...media, bridge: bridgeOf(get(), signal.state), since: talkingSince(get().state) },
      beforeJoin: options.beforeJoin,
      onCarried: () => {
        if (carried.here) return;
        options.onCarried();
        noteCarried('here');
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
        forgetArrived(
          context,
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
    followLink: () => call?.bridge(bridgedTracks(get())),
    peerCarried: () => noteCarried('there'),
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
