import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  type CallId,
  CallIdSchema,
  idSchema,
  PairIdSchema,
  type ServerId,
  SessionIdSchema,
} from '#protocol/ids.ts';
import { MAX_CHAT_CHARACTERS } from '#protocol/limits.ts';
import { type PartyKey, PartySchema } from '#protocol/party.ts';
import { CallMessageSchema } from '#protocol/signal/chat.ts';
import {
  CallEndReasonSchema,
  directCallNotices,
  directCallRequests,
  MoveReasonSchema,
  PeerMessageSchema,
  PlaceSchema,
  SharedSourceSchema,
} from '#protocol/signal/direct-call.ts';
import type { AnyNotice } from '#protocol/wire.ts';

/*
 * What servers say to each other about 1-to-1 calls. One server owns a call and serves its subject: the others ask there in
 * the name of their sessions. The owner tells each server what its own sessions must hear, and rings where the callee is.
 */

/** Names the owner too: one that stands still goes on to serve its subject when another has taken the call over. */
export const callSubject = (callId: CallId, ownerId: ServerId): string => `direct-call.${callId}.${ownerId}`;
/** A server is asked to ring its sessions. */
export const ringSubject = (serverId: ServerId): string => `direct-call-rings.${serverId}`;
/** A server is told what its sessions must hear. */
export const newsSubject = (serverId: ServerId): string => `direct-call-news.${serverId}`;

const ServerIdSchema = idSchema<'server'>();
const PartyKeySchema = Type.Unsafe<PartyKey>(Type.String({ pattern: '^(user|device|guest):' }));
const { pairId, joins } = directCallNotices['directCall.rang'].payload.properties;

const RingSchema = Type.Object({
  callId: CallIdSchema,
  ownerId: ServerIdSchema,
  pairId,
  caller: PartySchema,
  callee: PartyKeySchema,
  ringsForMs: Type.Integer({ minimum: 1 }),
  joins,
});
export type Ring = Static<typeof RingSchema>;

/** What owners say to single sessions. */
const SAID = [
  'directCall.accepted',
  'directCall.signalled',
  'directCall.legRenewed',
  'directCall.peerAway',
  'directCall.moved',
  'directCall.shared',
  'directCall.shareRefused',
  'directCall.recordingChanged',
  'directCall.said',
  'directCall.offered',
  'directCall.invitationEnded',
  'directCall.ended',
] as const satisfies readonly (keyof typeof directCallNotices)[];
export type CallNotice = AnyNotice<Pick<typeof directCallNotices, (typeof SAID)[number]>>;
const say = (name: (typeof SAID)[number]) =>
  Type.Object({ notice: Type.Literal(name), data: directCallNotices[name].payload });

const NewsSchema = Type.Union([
  Type.Object({
    type: Type.Literal('said'),
    callId: CallIdSchema,
    to: SessionIdSchema,
    say: Type.Unsafe<CallNotice>(Type.Union(SAID.map(say))),
  }),
  /** The sessions that ring stop, for this reason; the one that has answered is not told. */
  Type.Object({
    type: Type.Literal('ring-over'),
    callId: CallIdSchema,
    reason: CallEndReasonSchema,
    answeredBy: Type.Union([SessionIdSchema, Type.Null()]),
  }),
  /** Another server owns the call from now on (SPEC.md, D14). */
  Type.Object({ type: Type.Literal('taken-up'), callId: CallIdSchema, ownerId: ServerIdSchema }),
]);
export type News = Static<typeof NewsSchema>;

const LegSchema = Type.Optional(Type.Integer());
const QuestionSchema = Type.Object({
  /** In whose name the question is asked. */
  sessionId: SessionIdSchema,
  party: PartyKeySchema,
  serverId: ServerIdSchema,
  action: Type.Union([
    Type.Object({ type: Type.Literal('accept') }),
    Type.Object({ type: Type.Literal('decline') }),
    Type.Object({
      type: Type.Literal('hang-up'),
      reason: directCallRequests['directCall.hangUp'].payload.properties.reason,
    }),
    Type.Object({ type: Type.Literal('message'), message: PeerMessageSchema, leg: LegSchema }),
    Type.Object({ type: Type.Literal('check') }),
    Type.Object({
      type: Type.Literal('report'),
      relayed: Type.Boolean(),
      bytes: Type.Integer(),
      leg: LegSchema,
    }),
    Type.Object({ type: Type.Literal('away'), away: Type.Boolean() }),
    Type.Object({
      type: Type.Literal('session-ended'),
      end: Type.Union([
        Type.Literal('closed'),
        Type.Literal('lost'),
        Type.Literal('server-closed'),
        Type.Literal('revoked'),
      ]),
    }),
    Type.Object({
      type: Type.Literal('share'),
      source: SharedSourceSchema,
      on: Type.Boolean(),
      trackId: Type.Optional(Type.String()),
    }),
    Type.Object({ type: Type.Literal('record'), on: Type.Boolean() }),
    Type.Object({ type: Type.Literal('say'), text: Type.String({ maxLength: MAX_CHAT_CHARACTERS }) }),
    /** `invite`: someone who is rung to join. */
    Type.Object({
      type: Type.Literal('move'),
      reason: MoveReasonSchema,
      invite: Type.Optional(PairIdSchema),
    }),
    /** May the session join the call's room? */
    Type.Object({ type: Type.Literal('join-room') }),
    /** The session continues with a call that `before` was in (SPEC.md, D14). */
    Type.Object({
      type: Type.Literal('take-up'),
      before: SessionIdSchema,
      /** Its page was reloaded, and connects again (SPEC.md, D17). */
      newPage: Type.Optional(Type.Boolean()),
    }),
  ]),
});
export type Question = Static<typeof QuestionSchema>;
export type Action = Question['action'];

const AnswerSchema = Type.Object({
  /** To the one who has accepted: the other side. */
  peer: Type.Optional(PartySchema),
  /** To the one who has accepted an invitation: the call to join in its room. */
  room: Type.Optional(CallIdSchema),
  /** To the one who is there still: who is in the call. */
  people: Type.Optional(Type.Array(PartySchema)),
  /** To the one who joins the room: the customer whose features decide. */
  customerId: Type.Optional(idSchema<'customer'>()),
  /** To the one who invites. */
  invitation: directCallRequests['directCall.move'].reply.properties.invitation,
  /** To the side that takes the call up: it has moved. */
  moved: Type.Optional(Type.Boolean()),
  /** To a page that was reloaded. */
  place: Type.Optional(PlaceSchema),
  /** To the side that takes the call up: what was written in it. */
  messages: Type.Optional(Type.Array(CallMessageSchema)),
});
export type Answer = Static<typeof AnswerSchema>;

const ringSchema = Compile(RingSchema);
const newsSchema = Compile(NewsSchema);
const questionSchema = Compile(QuestionSchema);
const answerSchema = Compile(AnswerSchema);
export const isRing = (value: unknown): value is Ring => ringSchema.Check(value);
export const isNews = (value: unknown): value is News => newsSchema.Check(value);
export const isQuestion = (value: unknown): value is Question => questionSchema.Check(value);
export const isAnswer = (value: unknown): value is Answer => answerSchema.Check(value);
