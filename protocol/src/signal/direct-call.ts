import { type Static, Type } from 'typebox';
import { CallIdSchema, PairIdSchema, SessionIdSchema } from '#protocol/ids.ts';
import { IceConfigurationSchema, PartySchema } from '#protocol/party.ts';
import { notice, request } from '#protocol/wire.ts';
import { CallMessageSchema, MessageTextSchema } from './chat.ts';
import { ExperienceSchema } from './experience.ts';
import { LinkSchema, OfferedSchema } from './group-call.ts';

/** Why a 1-to-1 call is over; the client has a text for each (specification M2). */
export const CallEndReasonSchema = Type.Union([
  Type.Literal('hung-up'),
  Type.Literal('declined'),
  Type.Literal('cancelled'),
  Type.Literal('busy'),
  Type.Literal('no-answer'),
  Type.Literal('offline'),
  Type.Literal('answered-elsewhere'),
  Type.Literal('microphone-missing'),
  Type.Literal('connection-lost'),
  /** The sign-in or the guest link of one of them was withdrawn. */
  Type.Literal('signed-out'),
  /** The two may no longer call each other. */
  Type.Literal('revoked'),
  Type.Literal('failed'),
  /** Someone who manages one of them has ended it, or put that one out (SPEC.md, M5). */
  Type.Literal('ended-by-manager'),
]);
export type CallEndReason = Static<typeof CallEndReasonSchema>;

/** Messages between the two sides; the server does not read them (SPEC.md, D6). */
export const PeerMessageSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('description'),
    type: Type.Union([Type.Literal('offer'), Type.Literal('answer'), Type.Literal('rollback')]),
    sdp: Type.String({ maxLength: 100_000 }),
  }),
  Type.Object({
    kind: Type.Literal('candidate'),
    /** `RTCIceCandidateInit` as JSON; null marks the end of candidates. */
    candidate: Type.Union([
      Type.Object({
        candidate: Type.String({ maxLength: 2_000 }),
        sdpMid: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]),
        sdpMLineIndex: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
        usernameFragment: Type.Union([Type.String({ maxLength: 300 }), Type.Null()]),
      }),
      Type.Null(),
    ]),
  }),
  /** What the other side should show: muted, camera off. */
  Type.Object({
    kind: Type.Literal('state'),
    microphone: Type.Boolean(),
    camera: Type.Boolean(),
    screen: Type.Boolean(),
  }),
  /** This side has the other's media from the media node now, and needs no more of it over this connection (SPEC.md, D13). */
  Type.Object({ kind: Type.Literal('switched') }),
]);
export type PeerMessage = Static<typeof PeerMessageSchema>;

/** A petabyte: more than any leg has carried, and exact as a number. */
const MAX_BYTES = 2 ** 50;

const CallReference = Type.Object({ callId: CallIdSchema });
/** The session in which the call was, or in which the same was asked before: its server is gone (SPEC.md, D14). */
const Before = Type.Optional(SessionIdSchema);
/**
 * Which of a call's peer-to-peer connections is meant: 0, which may be left out, is the first. A page that was reloaded begins
 * the next one, and what belongs to an earlier one is dropped (SPEC.md, D17).
 */
const LegNumber = Type.Integer({ minimum: 0 });
/** Null: a guest, whom the link brings together with its owner. */
const NullablePairId = Type.Union([PairIdSchema, Type.Null()]);

/** Why a call moves to the media node (SPEC.md, D12). `no-path`: nothing gets through from browser to browser. */
export const MoveReasonSchema = Type.Union([
  Type.Literal('recording'),
  Type.Literal('invitation'),
  Type.Literal('no-path'),
]);
export type MoveReason = Static<typeof MoveReasonSchema>;

/** What is shown besides camera and microphone, as far as the sharer's customer allows it (SPEC.md, D15). */
export const SharedSourceSchema = Type.Union([Type.Literal('screen'), Type.Literal('playback')]);
export type SharedSource = Static<typeof SharedSourceSchema>;

const InviteReply = Type.Object({
  callId: CallIdSchema,
  peer: PartySchema,
  /** Milliseconds until the server ends the call with `no-answer`. */
  ringsForMs: Type.Integer({ minimum: 1 }),
});

/** A call that has moved to a room, and to which another person is invited. */
const JoinsSchema = Type.Object({
  callId: CallIdSchema,
  /** Who is in it. */
  people: Type.Array(PartySchema),
});

/** Perfect negotiation (W3C WebRTC 1.0, 10.7): the polite side yields when two offers cross. The caller is impolite. */
const Role = Type.Union([Type.Literal('polite'), Type.Literal('impolite')]);

/** What a page has to know of a call that it is in. */
const PlaceSchema = Type.Object({
  peer: PartySchema,
  pairId: NullablePairId,
  outgoing: Type.Boolean(),
  role: Role,
  leg: LegNumber,
  /** Since when the call was accepted. */
  talksForMs: Type.Integer({ minimum: 0 }),
});

export const directCallRequests = {
  'directCall.invite': request(Type.Object({ pairId: PairIdSchema }), InviteReply),
  /** A guest calls the owner of its link (SPEC.md, D16). */
  'directCall.inviteHost': request(Type.Object({}), InviteReply),
  /**
   * The first of the callee's sessions that accepts has the call; for the others it ends `answered-elsewhere`. A session that
   * names the one that has accepted `before` gets the same answer (SPEC.md, D3).
   */
  'directCall.accept': request(
    Type.Object({ callId: CallIdSchema, before: Before }),
    Type.Object({
      peer: PartySchema,
      role: Role,
      ice: IceConfigurationSchema,
      /** The connection to make, if it is not the first. */
      leg: Type.Optional(LegNumber),
      /** The call continues in a room: join `{ kind: 'call', callId }` with this id instead of connecting to the peer. */
      room: Type.Optional(CallReference),
    }),
  ),
  'directCall.decline': request(CallReference, Type.Object({})),
  /** Ends the call: `cancelled` while it rings, else for the reason given. A call that has ended is left as it is. */
  'directCall.hangUp': request(
    Type.Object({
      callId: CallIdSchema,
      reason: Type.Union([
        Type.Literal('hung-up'),
        Type.Literal('microphone-missing'),
        Type.Literal('connection-lost'),
        Type.Literal('failed'),
      ]),
      before: Before,
    }),
    Type.Object({}),
  ),
  'directCall.signal': request(
    Type.Object({ callId: CallIdSchema, message: PeerMessageSchema, leg: Type.Optional(LegNumber) }),
    Type.Object({}),
  ),
  /** Fresh ICE servers, before an ICE restart with credentials that have expired. */
  'directCall.refreshIce': request(CallReference, IceConfigurationSchema),
  /**
   * Moves the call to a room of the media node (SPEC.md, D12); if it has moved already, only `invite`
   * counts, which rings another person who is to join. Needs group chat for the asker: `service-disabled`;
   * for a recording also that: `feature-disabled`.
   */
  'directCall.move': request(
    Type.Object({ callId: CallIdSchema, reason: MoveReasonSchema, invite: Type.Optional(PairIdSchema) }),
    /** The invitation rings as a separate call: `hangUp` with its id withdraws it. */
    Type.Object({ invitation: Type.Optional(InviteReply) }),
  ),
  /** Announces what is shown from now on, or no longer. `feature-disabled` where it is not allowed (SPEC.md, D15). */
  'directCall.share': request(
    Type.Object({
      callId: CallIdSchema,
      source: SharedSourceSchema,
      on: Type.Boolean(),
      /** Of the video as the other side receives it. */
      trackId: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    Type.Object({}),
  ),
  /**
   * Announces that this browser starts or stops recording the call; it records nothing before the reply.
   * `feature-disabled` where it may not be (SPEC.md, D15).
   */
  'directCall.setRecording': request(
    Type.Object({ callId: CallIdSchema, on: Type.Boolean() }),
    Type.Object({}),
  ),
  /**
   * Sent to everyone in the call, including the sender, before and after it has moved (SPEC.md, D19). Blank: `invalid-payload`; too
   * often: `too-many-requests`.
   */
  'directCall.say': request(Type.Object({ callId: CallIdSchema, text: MessageTextSchema }), Type.Object({})),
  /**
   * Continues a call in another session than the one it was begun in, after the server was restarted (SPEC.md, D14), or in another
   * page, after that was reloaded (D17).
   */
  'directCall.takeUp': request(
    Type.Object({
      callId: CallIdSchema,
      /** The session that the call was in; it may be the asking one. */
      before: SessionIdSchema,
      /** The page knows nothing of the call, and has no connection to the other side. */
      newPage: Type.Optional(Type.Boolean()),
      /** The connection to the other side does not stand, and messages about it may be lost: both make a new one. */
      newLink: Type.Optional(Type.Boolean()),
      /** The connection that the page has: if it is not the last one, both make a new one. */
      leg: Type.Optional(LegNumber),
    }),
    Type.Object({
      /** The call is in a room. */
      moved: Type.Boolean(),
      ice: IceConfigurationSchema,
      /** To a new page, and where both make a new connection: the call as it is. */
      place: Type.Optional(PlaceSchema),
      /** What has been written in the call, oldest first, as far as it is kept (SPEC.md, D19). */
      messages: Type.Optional(Type.Array(CallMessageSchema)),
    }),
  ),
  /** What only the browser knows about its leg; the server writes it to the connection row. The last report counts. */
  'directCall.report': request(
    Type.Object({
      callId: CallIdSchema,
      relayed: Type.Boolean(),
      bytesSent: Type.Integer({ minimum: 0, maximum: MAX_BYTES }),
      bytesReceived: Type.Integer({ minimum: 0, maximum: MAX_BYTES }),
      leg: Type.Optional(LegNumber),
      /** How the connection is now. */
      link: Type.Optional(LinkSchema),
      /** Of this leg so far (SPEC.md, Q). */
      experience: Type.Optional(ExperienceSchema),
    }),
    Type.Object({}),
  ),
};

export const directCallNotices = {
  /** An incoming call: this session should ring. */
  'directCall.rang': notice(
    Type.Object({
      callId: CallIdSchema,
      pairId: NullablePairId,
      peer: PartySchema,
      ringsForMs: Type.Integer({ minimum: 1 }),
      /** Accepting joins these in their room. */
      joins: Type.Optional(JoinsSchema),
    }),
  ),
  /** To the caller: the callee has accepted. */
  'directCall.accepted': notice(
    Type.Object({ callId: CallIdSchema, role: Role, ice: IceConfigurationSchema }),
  ),
  'directCall.signalled': notice(
    Type.Object({ callId: CallIdSchema, message: PeerMessageSchema, leg: Type.Optional(LegNumber) }),
  ),
  /** The other side's page was reloaded, or its server lost while it connected: the two connect again, by a connection of this number. */
  'directCall.legRenewed': notice(
    Type.Object({ callId: CallIdSchema, leg: LegNumber, role: Role, ice: IceConfigurationSchema }),
  ),
  /** A manager looks at the call: until `forMs` have passed, its browsers report their `link` every two seconds (SPEC.md, M8). */
  'directCall.qualityAsked': notice(
    Type.Object({ callId: CallIdSchema, forMs: Type.Integer({ minimum: 1 }) }),
  ),
  /** The other side lost its socket, and its session is in its grace time; media continues. */
  'directCall.peerAway': notice(
    Type.Object({
      callId: CallIdSchema,
      away: Type.Boolean(),
      /** It is back in another session: what was sent to the last one may be lost. */
      newSession: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Both sides are to join `{ kind: 'call', callId }`; their present media continues until media comes from the room. */
  'directCall.moved': notice(Type.Object({ callId: CallIdSchema, reason: MoveReasonSchema })),
  /** To the inviter: the person who was invited into the call does not come. */
  'directCall.invitationEnded': notice(
    Type.Object({
      callId: CallIdSchema,
      invitationId: CallIdSchema,
      peer: PartySchema,
      reason: CallEndReasonSchema,
    }),
  ),
  /** The other side shows something, and may. */
  'directCall.shared': notice(
    Type.Object({
      callId: CallIdSchema,
      source: SharedSourceSchema,
      on: Type.Boolean(),
      trackId: Type.Optional(Type.String()),
    }),
  ),
  /** To the sharer: it is no longer allowed, and should stop. */
  'directCall.shareRefused': notice(Type.Object({ callId: CallIdSchema, source: SharedSourceSchema })),
  /** The other side's browser has started or stopped recording the call. */
  'directCall.recordingChanged': notice(Type.Object({ callId: CallIdSchema, on: Type.Boolean() })),
  'directCall.said': notice(Type.Object({ callId: CallIdSchema, ...CallMessageSchema.properties })),
  /** What one's customer, for guests the host's, offers in the call: once it was answered, and whenever that changes. */
  'directCall.offered': notice(Type.Object({ callId: CallIdSchema, offered: OfferedSchema })),
  'directCall.ended': notice(
    Type.Object({
      callId: CallIdSchema,
      reason: CallEndReasonSchema,
      /** Seconds from accept to end; 0 for a call that was never accepted. */
      durationS: Type.Integer({ minimum: 0 }),
    }),
  ),
};
