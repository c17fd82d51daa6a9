import { type Static, Type } from 'typebox';
import {
  type CallId,
  type CustomerId,
  idSchema,
  type PairId,
  type ServerId,
  type SessionId,
} from '#protocol/ids.ts';
import { type PartyKey, PartySchema } from '#protocol/party.ts';
import type { SharedSource } from '#protocol/signal/direct-call.ts';
import type { Experience } from '#protocol/signal/experience.ts';
import type { ConnectionState } from '#protocol/signal/manage.ts';
import { mergeExperiences } from '#server/experience.ts';
import type { CallState, ParticipantId } from './machine.ts';
import type { MeasuredLink } from './measured-link.ts';

/** Someone in a call, or called. */
export const IdentitySchema = Type.Object({
  party: PartySchema,
  key: Type.Unsafe<PartyKey>(Type.String({ pattern: '^(user|device|guest):' })),
  /** Whose features count for them; a guest is under the customer of the link's owner. */
  customerId: idSchema<'customer'>(),
  /** What stands as the peer in the other side's history: a guest's link, else the party. */
  historyId: Type.String({ format: 'uuid' }),
});
export type Identity = Static<typeof IdentitySchema>;

/** Former sessions of someone that are remembered: one is lost with each server. */
const FORMER_SESSIONS = 4;
/** A leg may be reported this long after the end of the call (SPEC.md, D10). */
export const LATE_REPORT_MS = 30_000;

/** What a side's browser has reported of its leg; the last report counts. */
export interface LegReport {
  readonly relayed: boolean;
  readonly bytes: number;
  readonly experience: Experience | null;
}

/** Someone in a call, and on which server their session is. */
export interface Participant {
  /** Its customer is the one that it has now, however long the call lasts. */
  identity: Identity;
  /** Whom the call was with, for the history. */
  readonly peer: Identity;
  readonly outgoing: boolean;
  /** Milliseconds since 1970 from which on it counts for them; 0: from the start. */
  readonly since: number;
  /** By which they may call each other; null for a guest. */
  readonly pairId: PairId | null;
  /** Null while it rings. After the loss of a server the last ones, until they come back in others. */
  sessionId: SessionId | null;
  /** Sessions before that one, the last first: a page whose requests were lost may know no later one than those. */
  former: readonly SessionId[];
  serverId: ServerId | null;
  report: LegReport | null;
  /** What was reported of each connection to the other side, by its number. */
  readonly reports: Map<number, LegReport>;
  readonly shares: Set<SharedSource>;
  /** Records the call in the browser. */
  recording: boolean;
  link: MeasuredLink | null;
  /** How the connection was as it was last written down, for managers. */
  connection: ConnectionState | null;
  /** The socket is lost, or the server is gone. */
  away: boolean;
  /** Ends the wait for them to come back. */
  takeUpTimer: ReturnType<typeof setTimeout> | undefined;
}

export const newParticipant = (
  given: Pick<Participant, 'identity' | 'peer' | 'outgoing' | 'pairId'> & Partial<Participant>,
): Participant => ({
  since: 0,
  sessionId: null,
  former: [],
  serverId: null,
  report: null,
  reports: new Map(),
  shares: new Set(),
  recording: false,
  link: null,
  connection: null,
  away: false,
  takeUpTimer: undefined,
  ...given,
});

/** Whether someone is, or was before a server was lost, in the call by this session. */
export const hadSession = (
  { identity, sessionId, former }: Pick<Participant, 'identity' | 'sessionId' | 'former'>,
  party: PartyKey,
  asked: SessionId,
): boolean => identity.key === party && (sessionId === asked || former.includes(asked));

/** From now on someone is in the call by this session. Returns whether that is another one than before. */
export function enterSession(
  participant: Participant,
  { sessionId, serverId }: { readonly sessionId: SessionId; readonly serverId: ServerId },
): boolean {
  const last = participant.sessionId;
  participant.serverId = serverId;
  if (last === sessionId) return false;
  participant.sessionId = sessionId;
  if (last !== null) participant.former = [last, ...participant.former].slice(0, FORMER_SESSIONS);
  return true;
}

/** The last report on a connection counts; of several connections, what they have carried together. */
export function reportOn(participant: Participant, leg: number, report: LegReport): void {
  participant.reports.set(leg, report);
  const all = [...participant.reports.values()];
  participant.report = {
    relayed: all.some(({ relayed }) => relayed),
    bytes: Math.min(
      Number.MAX_SAFE_INTEGER,
      all.reduce((sum, { bytes }) => sum + bytes, 0),
    ),
    experience: all.reduce<Experience | null>(
      (sum, { experience }) => (sum && experience ? mergeExperiences(sum, experience) : (sum ?? experience)),
      null,
    ),
  };
}

/** A call as it is written down. */
export interface CallView {
  readonly id: CallId;
  readonly state: CallState;
  readonly participants: ReadonlyMap<ParticipantId, Participant>;
  /** Of the connection between the two sides: grows when one of them connects again (SPEC.md, D17). */
  readonly leg: number;
  /** It rings someone who is to join a call that has moved. */
  readonly isInvitation: boolean;
}

/** Those by whose features someone takes part, or has. */
export const customersOf = ({ participants }: Pick<CallView, 'participants'>): readonly CustomerId[] =>
  [...participants.values()].map(({ identity }) => identity.customerId);

/** The party is one of the two between whom the call began; anyone who was invited later is not (SPEC.md, R1). */
export const isSide = ({ participants }: Pick<CallView, 'participants'>, key: PartyKey): boolean =>
  (['caller', 'callee'] as const).some((side) => participants.get(side)?.identity.key === key);

/** Someone in a call, by their place in it. */
export interface Member {
  readonly participantId: ParticipantId;
  readonly participant: Participant;
}

/** Those who are in the call now. */
export function present({
  state,
  participants,
}: Pick<CallView, 'state' | 'participants'>): readonly Member[] {
  if (state.tag !== 'active' && state.tag !== 'moved') return [];
  const members = [...participants].map(([participantId, participant]) => ({ participantId, participant }));
  if (state.tag === 'active') return members;
  return members.filter(({ participantId }) => state.present.includes(participantId));
}
