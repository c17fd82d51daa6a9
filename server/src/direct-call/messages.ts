import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { CallIdSchema, idSchema, PairIdSchema, type ServerId, SessionIdSchema } from '#protocol/ids.ts';
import { type PartyKey, PartySchema } from '#protocol/party.ts';
import { CallEndReasonSchema, directCallRequests, PeerMessageSchema } from '#protocol/signal/direct-call.ts';

/*
 * What servers say to each other about 1-to-1 calls. A call is owned by the server that its caller is on: the others ask
 * the owner in the name of their sessions, and the owner announces to all what the callee's sessions must hear. That an
 * owner also hears its own announcements makes one path of it, wherever the callee is.
 */

export const ANNOUNCEMENTS_SUBJECT = 'direct-calls';
export const ownerSubject = (serverId: ServerId): string => `direct-calls.${serverId}`;

const PartyKeySchema = Type.Unsafe<PartyKey>(Type.String({ pattern: '^(user|device|guest):' }));

const AnnouncementSchema = Type.Union([
  Type.Object({
    type: Type.Literal('rang'),
    callId: CallIdSchema,
    ownerId: idSchema<'server'>(),
    pairId: PairIdSchema,
    caller: PartySchema,
    callee: PartyKeySchema,
    ringsForMs: Type.Integer({ minimum: 1 }),
  }),
  Type.Object({ type: Type.Literal('answered'), callId: CallIdSchema, by: SessionIdSchema }),
  Type.Object({
    type: Type.Literal('ended'),
    callId: CallIdSchema,
    reason: CallEndReasonSchema,
    durationS: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ type: Type.Literal('message'), callId: CallIdSchema, message: PeerMessageSchema }),
  Type.Object({ type: Type.Literal('caller-away'), callId: CallIdSchema, away: Type.Boolean() }),
]);
export type Announcement = Static<typeof AnnouncementSchema>;

const QuestionSchema = Type.Object({
  callId: CallIdSchema,
  /** In whose name the question is asked. */
  sessionId: SessionIdSchema,
  party: PartyKeySchema,
  serverId: idSchema<'server'>(),
  action: Type.Union([
    Type.Object({ type: Type.Literal('accept') }),
    Type.Object({ type: Type.Literal('decline') }),
    Type.Object({
      type: Type.Literal('hang-up'),
      reason: directCallRequests['directCall.hangUp'].payload.properties.reason,
    }),
    Type.Object({ type: Type.Literal('message'), message: PeerMessageSchema }),
    Type.Object({ type: Type.Literal('check') }),
    Type.Object({ type: Type.Literal('report'), relayed: Type.Boolean(), bytes: Type.Integer() }),
    Type.Object({ type: Type.Literal('away'), away: Type.Boolean() }),
    Type.Object({
      type: Type.Literal('session-ended'),
      end: Type.Union([Type.Literal('closed'), Type.Literal('lost'), Type.Literal('revoked')]),
    }),
  ]),
});
export type Question = Static<typeof QuestionSchema>;

/** The other side, to whoever has accepted. */
const AnswerSchema = Type.Object({ peer: Type.Optional(PartySchema) });
export type Answer = Static<typeof AnswerSchema>;

const announcementSchema = Compile(AnnouncementSchema);
const questionSchema = Compile(QuestionSchema);
const answerSchema = Compile(AnswerSchema);
export const isAnnouncement = (value: unknown): value is Announcement => announcementSchema.Check(value);
export const isQuestion = (value: unknown): value is Question => questionSchema.Check(value);
export const isAnswer = (value: unknown): value is Answer => answerSchema.Check(value);
