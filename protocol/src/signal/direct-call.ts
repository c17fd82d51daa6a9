import { type Static, Type } from 'typebox';
import { CallIdSchema, PairIdSchema } from '#protocol/ids.ts';
import { IceConfigurationSchema, PartySchema } from '#protocol/party.ts';
import { notice, request } from '#protocol/wire.ts';

/** Why a 1-to-1 call is over; each has a text of its own (decisions.md, Calls). */
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
  Type.Literal('revoked'),
  Type.Literal('failed'),
]);
export type CallEndReason = Static<typeof CallEndReasonSchema>;

/** What the two sides say to each other; the server reads none of it (SPEC.md, D6). */
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
]);
export type PeerMessage = Static<typeof PeerMessageSchema>;

/** A petabyte: more than any leg has carried, and exact as a number. */
const MAX_BYTES = 2 ** 50;

const CallReference = Type.Object({ callId: CallIdSchema });

/** Perfect negotiation (W3C WebRTC 1.0, 10.7): the polite side yields when two offers cross. The caller is impolite. */
const Role = Type.Union([Type.Literal('polite'), Type.Literal('impolite')]);

export const directCallRequests = {
  'directCall.invite': request(
    Type.Object({ pairId: PairIdSchema }),
    Type.Object({
      callId: CallIdSchema,
      peer: PartySchema,
      /** Milliseconds until the server ends the call with `no-answer`. */
      ringsForMs: Type.Integer({ minimum: 1 }),
    }),
  ),
  /** The first of the callee's sessions that accepts has the call; for the others it ends `answered-elsewhere`. */
  'directCall.accept': request(
    CallReference,
    Type.Object({ peer: PartySchema, role: Role, ice: IceConfigurationSchema }),
  ),
  'directCall.decline': request(CallReference, Type.Object({})),
  /** Ends the call: `cancelled` while it rings, else for the reason given. Ending a call that has ended is no error. */
  'directCall.hangUp': request(
    Type.Object({
      callId: CallIdSchema,
      reason: Type.Union([
        Type.Literal('hung-up'),
        Type.Literal('microphone-missing'),
        Type.Literal('connection-lost'),
        Type.Literal('failed'),
      ]),
    }),
    Type.Object({}),
  ),
  'directCall.signal': request(
    Type.Object({ callId: CallIdSchema, message: PeerMessageSchema }),
    Type.Object({}),
  ),
  /** Fresh ICE servers, before an ICE restart with credentials that have expired. */
  'directCall.refreshIce': request(CallReference, IceConfigurationSchema),
  /** What only the browser knows of its own leg; the server writes it to the connection row. The last report counts. */
  'directCall.report': request(
    Type.Object({
      callId: CallIdSchema,
      relayed: Type.Boolean(),
      bytesSent: Type.Integer({ minimum: 0, maximum: MAX_BYTES }),
      bytesReceived: Type.Integer({ minimum: 0, maximum: MAX_BYTES }),
    }),
    Type.Object({}),
  ),
};

export const directCallNotices = {
  /** Somebody calls: this session should ring. */
  'directCall.rang': notice(
    Type.Object({
      callId: CallIdSchema,
      pairId: PairIdSchema,
      peer: PartySchema,
      ringsForMs: Type.Integer({ minimum: 1 }),
    }),
  ),
  /** To the caller: the callee has accepted. */
  'directCall.accepted': notice(
    Type.Object({ callId: CallIdSchema, role: Role, ice: IceConfigurationSchema }),
  ),
  'directCall.signalled': notice(Type.Object({ callId: CallIdSchema, message: PeerMessageSchema })),
  /** The other side's socket is lost, its session in its grace time; media goes on. */
  'directCall.peerAway': notice(Type.Object({ callId: CallIdSchema, away: Type.Boolean() })),
  'directCall.ended': notice(
    Type.Object({
      callId: CallIdSchema,
      reason: CallEndReasonSchema,
      /** Seconds from accept to end; 0 for a call that was never accepted. */
      durationS: Type.Integer({ minimum: 0 }),
    }),
  ),
};
