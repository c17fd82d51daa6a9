import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CallId, CallIdSchema, idSchema, type ServerId, SessionIdSchema } from '#protocol/ids.ts';
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
import type { Session } from '#server/session.ts';
import { IdentitySchema } from './identity.ts';

/*
 * What servers say to each other about 1-to-1 calls. A call is owned by one server, at first its caller's: the others ask
 * the owner in the name of their sessions, and the owner announces to all what sessions must hear. That an owner also hears
 * its own announcements makes one path of it, wherever the two sides are.
 */

export const ANNOUNCEMENTS_SUBJECT = 'direct-calls';
export const ownerSubject = (serverId: ServerId): string => `direct-calls.${serverId}`;

const ServerIdSchema = idSchema<'server'>();
const PartyKeySchema = Type.Unsafe<PartyKey>(Type.String({ pattern: '^(user|device|guest):' }));
const { pairId, joins } = directCallNotices['directCall.rang'].payload.properties;

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
] as const satisfies readonly (keyof typeof directCallNotices)[];
export type CallNotice = AnyNotice<Pick<typeof directCallNotices, (typeof SAID)[number]>>;
const say = (name: (typeof SAID)[number]) =>
  Type.Object({ notice: Type.Literal(name), data: directCallNotices[name].payload });

const AnnouncementSchema = Type.Union([
  Type.Object({
    type: Type.Literal('rang'),
    callId: CallIdSchema,
    ownerId: ServerIdSchema,
    pairId,
    caller: PartySchema,
    callee: PartyKeySchema,
    ringsForMs: Type.Integer({ minimum: 1 }),
    joins,
  }),
  Type.Object({ type: Type.Literal('answered'), callId: CallIdSchema, by: SessionIdSchema }),
  /** Over for the sessions in `of`; null: for all, also those that ring. */
  Type.Object({
    type: Type.Literal('ended'),
    callId: CallIdSchema,
    reason: CallEndReasonSchema,
    durationS: Type.Integer({ minimum: 0 }),
    of: Type.Union([Type.Array(SessionIdSchema), Type.Null()]),
  }),
  /** Another server owns the call from now on (SPEC.md, D14). */
  Type.Object({ type: Type.Literal('taken-up'), callId: CallIdSchema, ownerId: ServerIdSchema }),
  Type.Object({
    type: Type.Literal('said'),
    callId: CallIdSchema,
    to: SessionIdSchema,
    say: Type.Unsafe<CallNotice>(Type.Union(SAID.map(say))),
  }),
]);
export type Announcement = Static<typeof AnnouncementSchema>;

const QuestionSchema = Type.Object({
  callId: CallIdSchema,
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
    Type.Object({
      type: Type.Literal('message'),
      message: PeerMessageSchema,
      leg: Type.Optional(Type.Integer()),
    }),
    Type.Object({ type: Type.Literal('check') }),
    Type.Object({
      type: Type.Literal('report'),
      relayed: Type.Boolean(),
      bytes: Type.Integer(),
      leg: Type.Optional(Type.Integer()),
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
    /** `invitation`: it rings on behalf of the call, which waits for it. */
    Type.Object({
      type: Type.Literal('move'),
      reason: MoveReasonSchema,
      invitation: Type.Optional(CallIdSchema),
    }),
    Type.Object({ type: Type.Literal('invitation-over'), invitation: CallIdSchema }),
    /** Anyone who has accepted an invitation is in the call from now on. */
    Type.Object({
      type: Type.Literal('admit'),
      invitation: CallIdSchema,
      participant: IdentitySchema,
      sessionId: SessionIdSchema,
      serverId: ServerIdSchema,
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
  /** To the one who has accepted an invitation: the call to join in its room, and which server owns it. */
  room: Type.Optional(Type.Object({ callId: CallIdSchema, ownerId: ServerIdSchema })),
  /** To the one who moves or is there still: who is in the call. */
  people: Type.Optional(Type.Array(PartySchema)),
  /** To the one who joins the room, moves or shares: the customer whose features decide. */
  customerId: Type.Optional(idSchema<'customer'>()),
  /** To the side that takes the call up: it has moved. */
  moved: Type.Optional(Type.Boolean()),
  /** To a page that was reloaded. */
  place: Type.Optional(PlaceSchema),
  /** To the side that takes the call up: what was written in it. */
  messages: Type.Optional(Type.Array(CallMessageSchema)),
});
export type Answer = Static<typeof AnswerSchema>;

const announcementSchema = Compile(AnnouncementSchema);
const questionSchema = Compile(QuestionSchema);
const answerSchema = Compile(AnswerSchema);
export const isAnnouncement = (value: unknown): value is Announcement => announcementSchema.Check(value);
export const isQuestion = (value: unknown): value is Question => questionSchema.Check(value);
export const isAnswer = (value: unknown): value is Answer => answerSchema.Check(value);

/** Asks the call's owner in the session's name. */
export type AskOwner = (session: Session, callId: CallId, action: Action) => Promise<Answer>;
