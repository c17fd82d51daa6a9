import type { CallId } from '#protocol/ids.ts';
import type { SharedSource } from '#protocol/signal/direct-call.ts';
import { activeCall } from './call-state.ts';
import type { DirectCallContext } from './context.ts';
import { endInvitation } from './invitations.ts';

export interface NoticeHandlers {
  /** The other side shows something, or no longer. */
  readonly onShared: (source: SharedSource, on: boolean, hasPicture: boolean) => void;
  readonly onShareRefused: (source: SharedSource) => void;
  /** What the customer lets one do has changed. */
  readonly onOffered: () => void;
  /** The other side is back without what was sent to its last session. */
  readonly onPeerInNewSession: () => void;
}

/** Brings what the server tells into the call. Returns what ends it. */
export function followNotices(context: DirectCallContext, handlers: NoticeHandlers): () => void {
  const { signal, get, update, dispatch } = context;
  const isCurrent = (callId: CallId) => activeCall(get().state)?.callId === callId;
  const subscriptions = [
    signal.on('directCall.rang', ({ ringsForMs, ...ring }) =>
      dispatch({ type: 'rang', ring: { ...ring, ringsUntil: Date.now() + ringsForMs } }),
    ),
    signal.on('directCall.accepted', (notice) => dispatch({ type: 'accepted', ...notice })),
    signal.on('directCall.signalled', (notice) => dispatch({ type: 'signalled', ...notice })),
    signal.on('directCall.shared', ({ callId, source, on, trackId }) => {
      if (isCurrent(callId)) handlers.onShared(source, on, trackId !== undefined);
    }),
    signal.on('directCall.shareRefused', ({ callId, source }) => {
      if (isCurrent(callId)) handlers.onShareRefused(source);
    }),
    signal.on('directCall.recordingChanged', ({ callId, on }) => {
      if (isCurrent(callId)) update({ recordedByPeer: on });
    }),
    signal.on('directCall.offered', ({ callId, offered }) => {
      // It may come before the reply to `accept`; then it belongs to the call being accepted.
      if (activeCall(get().state) && !isCurrent(callId)) return;
      update({ offered });
      handlers.onOffered();
    }),
    signal.on('directCall.legRenewed', (notice) => dispatch({ type: 'legRenewed', ...notice })),
    signal.on('directCall.peerAway', (notice) => {
      dispatch({ type: 'peerAway', ...notice });
      if (notice.newSession && isCurrent(notice.callId)) handlers.onPeerInNewSession();
    }),
    signal.on('directCall.moved', (notice) => dispatch({ type: 'moved', ...notice, at: Date.now() })),
    signal.on('directCall.invitationEnded', (notice) => endInvitation(context, notice)),
    signal.on('directCall.ended', (notice) => dispatch({ type: 'ended', ...notice })),
    signal.onSessionReplaced((how) => dispatch({ type: 'sessionReplaced', ...how })),
    signal.subscribe(() => {
      const { state } = signal;
      if (state.phase !== 'closed') return;
      dispatch({ type: 'signalClosed', signedOut: state.reason === 'unauthenticated', at: Date.now() });
    }),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}
