import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CallId, CallIdSchema, idSchema, type ServerId, SessionIdSchema } from '#protocol/ids.ts';
import { type PartyKey, PartySchema } from '#protocol/party.ts';
import { CallEndReasonSchema, directCallNotices, directCallRequests } from '#protocol/signal/direct-call.ts';
import { type AnyNotice, type PayloadOf, type ReplyOf, request } from '#protocol/wire.ts';

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
  'directCall.qualityAsked',
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

const { 'directCall.invite': _, 'directCall.inviteHost': __, ...ofCalls } = directCallRequests;
const CallReference = Type.Object({ callId: CallIdSchema });

/** What servers ask of a call's owner: what their sessions ask, as it is, and what happens to those. */
export const ownerRequests = {
  ...ofCalls,
  'directCall.setAway': request(Type.Object({ callId: CallIdSchema, away: Type.Boolean() }), Type.Object({})),
  'directCall.endSession': request(
    Type.Object({
      callId: CallIdSchema,
      end: Type.Union([
        Type.Literal('closed'),
        Type.Literal('lost'),
        Type.Literal('server-closed'),
        Type.Literal('revoked'),
      ]),
    }),
    Type.Object({}),
  ),
  /** Who is in the call, and by which customer's features the session may join its room once it has moved. */
  'directCall.look': request(
    CallReference,
    Type.Object({
      moved: Type.Boolean(),
      people: Type.Array(PartySchema),
      customerId: idSchema<'customer'>(),
      /** Who asks is one of the two whose call it is. Absent, from servers of the version before: not known. */
      isSide: Type.Optional(Type.Boolean()),
    }),
  ),
};
export type OwnerRequests = typeof ownerRequests;
export type OwnerRequestName = keyof OwnerRequests;

/** In whose name the owner is asked. */
const AskerSchema = Type.Object({
  sessionId: SessionIdSchema,
  party: PartyKeySchema,
  serverId: ServerIdSchema,
});
export type Asker = Static<typeof AskerSchema>;
export interface Question<Name extends OwnerRequestName = OwnerRequestName> {
  readonly request: Name;
  readonly asker: Asker;
  readonly data: PayloadOf<OwnerRequests, Name>;
}

const ringSchema = Compile(RingSchema);
const newsSchema = Compile(NewsSchema);
const questionSchema = Compile(
  Type.Union(
    Object.entries(ownerRequests).map(([name, { payload }]) =>
      Type.Object({ request: Type.Literal(name), asker: AskerSchema, data: payload }),
    ),
  ),
);
const replySchemas = new Map(
  Object.entries(ownerRequests).map(([name, { reply }]) => [name, Compile<TSchema>(reply)]),
);
export const isRing = (value: unknown): value is Ring => ringSchema.Check(value);
export const isNews = (value: unknown): value is News => newsSchema.Check(value);
export const isQuestion = (value: unknown): value is Question => questionSchema.Check(value);
export const isReply = <Name extends OwnerRequestName>(
  name: Name,
  value: unknown,
): value is ReplyOf<OwnerRequests, Name> => replySchemas.get(name)?.Check(value) === true;
