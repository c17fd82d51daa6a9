import { type Static, Type } from 'typebox';
import type { PayloadOf, ReplyOf } from '#protocol/wire.ts';
import { directCallNotices, directCallRequests } from './direct-call.ts';
import { groupCallNotices, groupCallRequests } from './group-call.ts';
import { manageNotices, manageRequests } from './manage.ts';
import { recordingNotices, recordingRequests } from './recording.ts';
import { sessionNotices, sessionRequests } from './session.ts';

/** Client → server. */
export const signalRequests = {
  ...sessionRequests,
  ...directCallRequests,
  ...groupCallRequests,
  ...recordingRequests,
  ...manageRequests,
};
/** Server → client. */
export const signalNotices = {
  ...sessionNotices,
  ...directCallNotices,
  ...groupCallNotices,
  ...recordingNotices,
  ...manageNotices,
};

/** Requests of one lane are carried out and answered in order, and its notices follow the reply (SPEC.md, W5, W6). */
export const laneOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf('.')));
/** Every lane of the contract. */
export const signalLanes: ReadonlySet<string> = new Set(Object.keys(signalRequests).map(laneOf));

export type SignalRequests = typeof signalRequests;
export type SignalNotices = typeof signalNotices;
export type SignalRequestName = keyof SignalRequests;
export type SignalNoticeName = keyof SignalNotices;
export type SignalPayload<Name extends SignalRequestName> = PayloadOf<SignalRequests, Name>;
export type SignalReply<Name extends SignalRequestName> = ReplyOf<SignalRequests, Name>;
export type SignalNoticePayload<Name extends SignalNoticeName> = PayloadOf<SignalNotices, Name>;

/** Client → server (SPEC.md, W1). `id` grows by one a request within a session. */
export const RequestFrameSchema = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  request: Type.String({ maxLength: 100 }),
  data: Type.Object({}),
});
export type RequestFrame = Static<typeof RequestFrameSchema>;

const WireErrorSchema = Type.Object({
  code: Type.String(),
  message: Type.String(),
  violations: Type.Optional(
    Type.Array(Type.Object({ propertyPath: Type.String(), message: Type.String(), code: Type.String() })),
  ),
  retryAfterMs: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Server → client: a reply, an error (`id` null where the frame could not be read), or a notice (SPEC.md, W2–W4). */
export const ServerFrameSchema = Type.Union([
  Type.Object({ id: Type.Integer(), reply: Type.Object({}) }),
  Type.Object({ id: Type.Union([Type.Integer(), Type.Null()]), error: WireErrorSchema }),
  Type.Object({ seq: Type.Integer({ minimum: 1 }), notice: Type.String(), data: Type.Object({}) }),
]);
