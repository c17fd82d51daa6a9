import { ChatLog } from '#platform/chat/chat-log.ts';
import type { CallId, PairId, ServerId, SessionId } from '#protocol/ids.ts';
import type { Party, PartyKey } from '#protocol/party.ts';
import type { CallMessage } from '#protocol/signal/chat.ts';
import type { SharedSource } from '#protocol/signal/direct-call.ts';
import type { PushedRing } from '#server/push/push-rings.ts';
import type { Identity } from './identity.ts';
import type { CallState, ParticipantId } from './machine.ts';
import type { LegReport } from './record.ts';

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
  /** Null while it rings, and after the loss of a server until they come back in another one. */
  sessionId: SessionId | null;
  serverId: ServerId | null;
  report: LegReport | null;
  /** What was reported of each connection to the other side, by its number. */
  readonly reports: Map<number, LegReport>;
  readonly shares: Set<SharedSource>;
  /** Records the call in the browser. */
  recording: boolean;
  /** Ends the wait for them to come back. */
  takeUpTimer: ReturnType<typeof setTimeout> | undefined;
}

export interface OwnedCall {
  readonly id: CallId;
  readonly participants: Map<ParticipantId, Participant>;
  /** An invitation into a call that has moved; null for a call of its own. */
  readonly joins: { readonly callId: CallId; readonly people: readonly Party[] } | null;
  /** What those in the call have written; of a call that was taken over, from then on (SPEC.md, D19). */
  readonly chat: ChatLog<CallMessage>;
  state: CallState;
  /** Of the connection between the two sides: grows when one of them connects again (SPEC.md, D17). */
  leg: number;
  /** To browsers of the callee that have no open page; null where no one rings. */
  pushed: PushedRing | null;
  /** Of the ring, later of the time for late reports. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

export const newChat = (): OwnedCall['chat'] => new ChatLog();

export const newParticipant = (
  given: Pick<Participant, 'identity' | 'peer' | 'outgoing' | 'pairId'> & Partial<Participant>,
): Participant => ({
  since: 0,
  sessionId: null,
  serverId: null,
  report: null,
  reports: new Map(),
  shares: new Set(),
  recording: false,
  takeUpTimer: undefined,
  ...given,
});

/** While it rings every session of the callee has a say; once it was answered only that one has. */
export function participantIdOf(
  { participants, state }: OwnedCall,
  sessionId: SessionId,
  party: PartyKey,
): ParticipantId | null {
  for (const [participantId, participant] of participants)
    if (participant.sessionId === sessionId) return participantId;
  const callee = participants.get('callee');
  const rings = callee?.sessionId === null && (state.tag === 'ringing' || state.tag === 'ended');
  return rings && callee.identity.key === party ? 'callee' : null;
}

/** Those who are in the call now. */
export function present({
  state,
  participants,
}: OwnedCall): readonly (readonly [ParticipantId, Participant])[] {
  switch (state.tag) {
    case 'ringing':
    case 'ended':
      return [];
    case 'active':
      return [...participants];
    case 'moved':
      return [...participants].filter(([participantId]) => state.present.includes(participantId));
  }
}

/** The last report on a connection counts; of several connections, what they have carried together. */
export function reportOn(participant: Participant, leg: number, report: LegReport): void {
  participant.reports.set(leg, report);
  const all = [...participant.reports.values()];
  participant.report = {
    relayed: all.some(({ relayed }) => relayed),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The other one of the two sides. */
export const otherSide = (
  { participants }: OwnedCall,
  participantId: ParticipantId,
): Participant | undefined => {
  if (participantId === 'caller') return participants.get('callee');
  return participantId === 'callee' ? participants.get('caller') : undefined;
};

export const peopleIn = (call: OwnedCall): Party[] => present(call).map(([, { identity }]) => identity.party);
