import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import { AppError } from '#protocol/app-error.ts';
import { BitRatesSchema } from '#protocol/bit-rates.ts';
import type { CallId } from '#protocol/ids.ts';
import { LinkSchema } from '#protocol/signal/group-call.ts';
import type { Db } from '#server/db/database.ts';
import type { DirectCall } from './direct-call.ts';
import { ownerOf } from './live-calls.ts';
import type { ParticipantId } from './machine.ts';
import { QUALITY_FOR_MS } from './measured-link.ts';
import { callSubject } from './messages.ts';
import { present } from './participant.ts';

/** An owner that does not answer within this is gone, or about to be. */
const OWNER_TIMEOUT_MS = 3_000;

/** A call is asked again no sooner: several managers may look at it. */
const ASK_QUALITY_EVERY_MS = 2_000;

const SeatSchema = Type.Unsafe<ParticipantId>(Type.String({ pattern: '^(caller|callee|invited[0-9]+)$' }));

/** What a manager asks of a call's owner, who trusts the asking server that this one may (SPEC.md, M5, M8). */
const ManagerRequestSchema = Type.Union([
  Type.Object({
    manager: Type.Literal('end'),
    /** Whom to put out; null: everyone. */
    seat: Type.Union([SeatSchema, Type.Null()]),
  }),
  Type.Object({ manager: Type.Literal('inspect') }),
]);
type ManagerRequest = Static<typeof ManagerRequestSchema>;

const InspectionSchema = Type.Object({
  seats: Type.Array(
    Type.Object({
      seat: SeatSchema,
      link: Type.Union([LinkSchema, Type.Null()]),
      /** Absent from servers of the version before. */
      bitRates: Type.Optional(Type.Union([BitRatesSchema, Type.Null()])),
    }),
  ),
});
type Inspection = Static<typeof InspectionSchema>;

const requestSchema = Compile(ManagerRequestSchema);
const inspectionSchema = Compile(InspectionSchema);
export const isManagerRequest = (value: unknown): value is ManagerRequest => requestSchema.Check(value);
const isInspection = (value: unknown): value is Inspection => inspectionSchema.Check(value);

/** Throws `call-not-found` once it is over, and `not-found` for someone who is not in it. */
export function answerManager(call: DirectCall, asked: ManagerRequest, at: number): object {
  if (present(call).length === 0) throw new AppError('call-not-found');
  return asked.manager === 'end' ? end(call, asked.seat, at) : inspect(call, at);
}

function end(call: DirectCall, seat: ParticipantId | null, at: number): object {
  if (seat !== null && !present(call).some(({ participantId }) => participantId === seat))
    throw new AppError('not-found');
  call.dispatch({ type: 'ended-by-manager', participantId: seat, at });
  return {};
}

/** Media goes past the server: only the browsers know how well, and say so while someone looks. */
function inspect(call: DirectCall, at: number): Inspection {
  const people = present(call);
  if (at - call.qualityAskedAt >= ASK_QUALITY_EVERY_MS) {
    call.qualityAskedAt = at;
    const data = { callId: call.id, forMs: QUALITY_FOR_MS };
    for (const { participant } of people)
      call.notify(participant, { notice: 'directCall.qualityAsked', data });
  }
  return {
    seats: people.map(({ participantId: seat, participant: { link } }) => {
      const lately = link && at - link.at <= QUALITY_FOR_MS ? link : null;
      return { seat, link: lately?.measured ?? null, bitRates: lately?.bitRates ?? null };
    }),
  };
}

interface AskDeps {
  readonly db: Db;
  readonly bus: Bus;
}

async function askOwner({ db, bus }: AskDeps, callId: CallId, question: ManagerRequest): Promise<unknown> {
  const ownerId = await ownerOf(db, callId);
  if (ownerId === null) throw new AppError('call-not-found');
  return await bus.request(callSubject(callId, ownerId), question, { timeoutMs: OWNER_TIMEOUT_MS });
}

/** Ends the call, or the part that one has in it. Throws as `answerManager`, and what the bus throws. */
export async function askOwnerToEnd(deps: AskDeps, callId: CallId, memberId: string | null): Promise<void> {
  const question: unknown = { manager: 'end', seat: memberId };
  if (!isManagerRequest(question)) throw new AppError('not-found');
  await askOwner(deps, callId, question);
}

/** What the browsers of a call measure; null where its owner does not answer. */
export async function inspectDirectCall(deps: AskDeps, callId: CallId): Promise<Inspection | null> {
  const answer = await askOwner(deps, callId, { manager: 'inspect' }).catch(() => null);
  return isInspection(answer) ? answer : null;
}
