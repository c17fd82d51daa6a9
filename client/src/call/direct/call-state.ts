import type { ErrorCode } from '#protocol/errors.ts';
import type { CallId, PairId } from '#protocol/ids.ts';
import type { IceConfiguration, Party } from '#protocol/party.ts';
import type { SignalNoticePayload, SignalReply } from '#protocol/signal/contract.ts';
import type { CallEndReason, MoveReason, PeerMessage } from '#protocol/signal/direct-call.ts';

export type Role = LinkPlan['role'];
type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;
export type PeerMedia = Omit<Extract<PeerMessage, { kind: 'state' }>, 'kind'>;
export type HangUpReason = 'hung-up' | 'microphone-missing' | 'connection-lost' | 'failed';

/** Someone calls. Times, here and below, are of the clock that the events carry. */
export interface Ring {
  readonly callId: CallId;
  /** Null: a guest calls the owner of its link. */
  readonly pairId: PairId | null;
  readonly peer: Party;
  readonly ringsUntil: number;
  /** An invitation into a call that continues in a room (SPEC.md, D12). */
  readonly joins?: { readonly callId: CallId; readonly people: readonly Party[] } | undefined;
}

/** A call that was accepted. */
export interface ActiveCall {
  readonly callId: CallId;
  readonly pairId: PairId | null;
  readonly peer: Party;
  readonly outgoing: boolean;
  /** What the other side says it sends; until it has said so, everything. */
  readonly peerMedia: PeerMedia;
  /** The other side's socket is lost; media may continue. */
  readonly peerAway: boolean;
  /** Of the connection to the other side: what belongs to another one is dropped (SPEC.md, D17). */
  readonly leg: number;
  /** Since when they talk, where this page was loaded in the middle of the call; else null. */
  readonly since: number | null;
}

export type CallEnd =
  /** `hung-up`: by whom is not known, as in a room with several people. */
  | { readonly kind: 'reason'; readonly reason: CallEndReason }
  /** One of the two has hung up. */
  | { readonly kind: 'hung-up'; readonly by: 'here' | 'peer' }
  /** The other side was away, and has not come back in time. */
  | { readonly kind: 'peer-lost' }
  /** This page stood still, because the machine slept or the browser had frozen it, for longer than the call waits. */
  | { readonly kind: 'slept' }
  /** The sign-in was revoked, e.g. because the password was changed. */
  | { readonly kind: 'signed-out' }
  /** Another tab of this browser is in a call. */
  | { readonly kind: 'in-other-tab' }
  /** The server refused. */
  | { readonly kind: 'error'; readonly code: ErrorCode };

export interface Move {
  /** The room is being joined; or it could not be, and the call stays as it is. */
  readonly phase: 'joining' | 'failed';
  /** Null: what told of it was lost. */
  readonly reason: MoveReason | null;
}

export type DirectCallState =
  | {
      readonly name: 'idle';
      /** The call that rang here last and was not taken here; null once it was shown. */
      readonly missed: { readonly peer: Party; readonly reason: CallEndReason } | null;
    }
  | {
      readonly name: 'calling';
      /** Tells this invitation's answer from that of one given up before. */
      readonly attempt: number;
      /** Null: a guest calls the owner of its link. */
      readonly pairId: PairId | null;
      /** Null until the server has answered. */
      readonly invited: Pick<Ring, 'callId' | 'peer' | 'ringsUntil'> | null;
      /** The other side calls at the same moment; rings on if this call ends `busy` (SPEC.md, D5). */
      readonly crossing: Ring | null;
    }
  | { readonly name: 'ringing'; readonly ring: Ring; readonly accepting: boolean }
  | { readonly name: 'connecting'; readonly call: ActiveCall }
  | {
      readonly name: 'connected';
      readonly call: ActiveCall;
      readonly connectedAt: number;
      /** `restoring`: media is interrupted and ICE restarts. */
      readonly link: 'up' | 'restoring';
      /** The last attempt to move the call into a room; null: there was none. */
      readonly move: Move | null;
    }
  /** The call continues in a room of the media node; what is left of its link serves until media comes from there. */
  | {
      readonly name: 'moved';
      readonly call: ActiveCall;
      readonly connectedAt: number;
      /** The peer-to-peer link is still there. */
      readonly linked: boolean;
      /** The room is there to be shown. */
      readonly joined: boolean;
    }
  | {
      readonly name: 'ended';
      readonly callId: CallId | null;
      readonly pairId: PairId | null;
      readonly peer: Party | null;
      readonly end: CallEnd;
      readonly durationS: number;
    };

type Notice<Type extends 'accepted' | 'signalled' | 'legRenewed' | 'peerAway' | 'ended'> = {
  readonly type: Type;
} & SignalNoticePayload<`directCall.${Type}`>;

/** A peer-to-peer connection of a call, by its number in it (SPEC.md, D17). */
export type LinkPlan = SignalNoticePayload<'directCall.legRenewed'>;

export type DirectCallEvent =
  | { readonly type: 'call'; readonly pairId: PairId | null; readonly attempt: number }
  | {
      readonly type: 'invited';
      readonly attempt: number;
      readonly callId: CallId;
      readonly peer: Party;
      readonly ringsUntil: number;
    }
  | { readonly type: 'inviteFailed'; readonly attempt: number; readonly end: CallEnd }
  | { readonly type: 'rang'; readonly ring: Ring }
  | { readonly type: 'accept' }
  | ({
      readonly type: 'acceptAnswered';
      readonly callId: CallId;
      readonly at: number;
    } & SignalReply<'directCall.accept'>)
  | { readonly type: 'acceptFailed'; readonly callId: CallId; readonly code: ErrorCode }
  | { readonly type: 'decline' }
  | Notice<'accepted'>
  | Notice<'signalled'>
  /** The page was loaded in the middle of the call. */
  | {
      readonly type: 'resumed';
      readonly callId: CallId;
      readonly moved: boolean;
      readonly ice: IceConfiguration;
      readonly place: Place;
      readonly at: number;
    }
  /** The other side's page was: both connect again. */
  | Notice<'legRenewed'>
  | Notice<'peerAway'>
  | { readonly type: 'linkUp'; readonly callId: CallId; readonly at: number }
  | { readonly type: 'linkLost'; readonly callId: CallId }
  | { readonly type: 'linkFailed'; readonly callId: CallId }
  | { readonly type: 'hangUp'; readonly reason: HangUpReason; readonly at: number }
  | Notice<'ended'>
  /** The call is to continue in a room (SPEC.md, D12). */
  | { readonly type: 'moved'; readonly callId: CallId; readonly reason?: MoveReason; readonly at: number }
  /** The room is there. */
  | { readonly type: 'roomJoined'; readonly callId: CallId }
  /** It cannot be joined, or was lost for good. */
  | { readonly type: 'roomFailed'; readonly callId: CallId; readonly at: number }
  /** Both sides have each other from the media node. */
  | { readonly type: 'linkDone'; readonly callId: CallId }
  /** Nothing gets through to the other side, although both reach the server. */
  | { readonly type: 'linkBlocked'; readonly callId: CallId }
  /** The path drops large packets over UDP. */
  | { readonly type: 'handshakeStuck'; readonly callId: CallId }
  /** The server has forgotten the session; calls of it may be taken up again (SPEC.md, D14). */
  | { readonly type: 'sessionReplaced'; readonly stoodStill: boolean }
  /** The call goes on in the new session, by a new connection where there is a `place`. */
  | {
      readonly type: 'takenUp';
      readonly callId: CallId;
      readonly moved: boolean;
      readonly ice: IceConfiguration;
      readonly place?: Place | undefined;
      readonly at: number;
    }
  | {
      readonly type: 'takeUpFailed';
      readonly callId: CallId;
      readonly stoodStill: boolean;
      readonly at: number;
    }
  /** The signalling connection is over for good. */
  | { readonly type: 'signalClosed'; readonly signedOut: boolean; readonly at: number }
  /** The end was read, or the missed call. */
  | { readonly type: 'dismiss' };

export type DirectCallEffect =
  | { readonly type: 'invite'; readonly attempt: number; readonly pairId: PairId | null }
  | { readonly type: 'accept'; readonly callId: CallId }
  | { readonly type: 'decline'; readonly callId: CallId }
  | { readonly type: 'hangUp'; readonly callId: CallId; readonly reason: HangUpReason }
  | ({ readonly type: 'openLink' } & LinkPlan)
  /** Reports what the link carried, then closes it. */
  | { readonly type: 'closeLink' }
  | { readonly type: 'deliver'; readonly message: PeerMessage }
  /** Asks the server to let the call go on over the media node. */
  | { readonly type: 'askMove'; readonly callId: CallId }
  | { readonly type: 'joinRoom'; readonly callId: CallId }
  | { readonly type: 'leaveRoom' }
  | {
      readonly type: 'takeUp';
      readonly callId: CallId;
      readonly stoodStill: boolean;
      /** Of the connection that there is; null: there is none. */
      readonly leg: number | null;
      /** The connection does not stand. */
      readonly newLink: boolean;
    }
  | { readonly type: 'startMedia' }
  | { readonly type: 'stopMedia' };

export type EventOf<Type extends DirectCallEvent['type']> = Extract<DirectCallEvent, { type: Type }>;
export type EffectOf<Type extends DirectCallEffect['type']> = Extract<DirectCallEffect, { type: Type }>;

/** Null: the state does not know the event. It is logged and has no effect. */
export type Transition = readonly [DirectCallState, readonly DirectCallEffect[]] | null;

export const idle: DirectCallState = { name: 'idle', missed: null };

/** In a call or on the way into one: what rings here and was not answered is none. */
export const isInCall = (state: DirectCallState): boolean =>
  state.name === 'ringing' ? state.accepting : state.name !== 'idle' && state.name !== 'ended';

/** The accepted call of a state, if there is one. */
export function activeCall(state: DirectCallState): ActiveCall | null {
  return state.name === 'connecting' || state.name === 'connected' || state.name === 'moved'
    ? state.call
    : null;
}
