import { AppError } from '#protocol/app-error.ts';
import type { SessionId } from '#protocol/ids.ts';
import type { SignalPayload, SignalReply } from '#protocol/signal/contract.ts';
import type { IceServers } from '#server/ice-servers.ts';
import { messagesFor } from './chat.ts';
import type { DirectCall } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { Asker } from './messages.ts';
import { enterSession, hadSession, type Member, present } from './participant.ts';
import { record, share } from './sharing.ts';

type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;

interface TakeUpDeps {
  readonly ice: IceServers;
  readonly now: number;
}

/** Someone continues in another session (SPEC.md, D14). Throws `call-not-found` to anyone who was not in the call. */
export function answerTakeUp(
  call: DirectCall,
  { before, newPage = false, newLink = false, leg = call.leg }: SignalPayload<'directCall.takeUp'>,
  asker: Asker,
  { ice, now }: TakeUpDeps,
): SignalReply<'directCall.takeUp'> {
  const member = memberBefore(call, asker, before);
  if (!member) throw new AppError('call-not-found');
  const { participantId, participant } = member;
  if (newPage) forgetPage(call, member);
  const renews = newPage || newLink || leg < call.leg;
  enter(call, member, asker, { ice, renews });
  const other = call.otherSide(participantId);
  // A new page knows nothing of the other side, and a server that is gone may have said something else last.
  if (other) {
    // Someone who has left a moved call will not come back.
    const away = other.away && present(call).some((one) => one.participant === other);
    call.notify(participant, { notice: 'directCall.peerAway', data: { callId: call.id, away } });
  }
  if (newPage && other?.recording && call.state.tag === 'active')
    call.notify(participant, {
      notice: 'directCall.recordingChanged',
      data: { callId: call.id, on: true },
    });
  call.offer(participant);
  return {
    moved: call.state.tag === 'moved',
    ice: ice(asker.party),
    messages: messagesFor(call, participant),
    ...(renews && { place: placeOf(call, member, now) }),
  };
}

/**
 * The callee answers again what it has answered, because the answer to that was lost (SPEC.md, D3). False: it has not been
 * answered in that session.
 */
export function answeredBefore(
  call: DirectCall,
  before: SessionId | undefined,
  asker: Asker,
  ice: IceServers,
): boolean {
  const member =
    before === undefined
      ? present(call).find(({ participant }) => participant.sessionId === asker.sessionId)
      : memberBefore(call, asker, before);
  if (member?.participantId !== 'callee') return false;
  // The caller may have begun to connect with the session that is lost.
  enter(call, member, asker, { ice, renews: member.participant.sessionId !== asker.sessionId });
  call.offer(member.participant);
  return true;
}

const memberBefore = (call: DirectCall, { party }: Asker, before: SessionId): Member | undefined =>
  present(call).find(({ participant }) => hadSession(participant, party, before));

function enter(
  call: DirectCall,
  { participantId, participant }: Member,
  asker: Asker,
  { ice, renews }: { readonly ice: IceServers; readonly renews: boolean },
): void {
  const newSession = enterSession(participant, asker);
  call.regain(participantId, participant, newSession);
  // After the other side has heard that this one is back, which may make it look at the connection that ends here.
  if (renews) renewLeg(call, participantId, ice);
  call.save();
}

/** What the last page showed and recorded has ended with it (SPEC.md, D17). */
function forgetPage(call: DirectCall, member: Member): void {
  const { participant } = member;
  for (const source of [...participant.shares]) share(call, member, source, false);
  if (participant.recording) record(call, member, false);
}

/** Both sides connect again, unless the call has moved (SPEC.md, D17). */
function renewLeg(call: DirectCall, participantId: ParticipantId, ice: IceServers): void {
  const other = call.otherSide(participantId);
  if (call.state.tag !== 'active' || !other) return;
  call.leg += 1;
  const { id: callId, leg } = call;
  const role = roleOf(participantId === 'caller' ? 'callee' : 'caller');
  const data = { callId, leg, role, ice: ice(other.identity.key) };
  call.notify(other, { notice: 'directCall.legRenewed', data });
}

const roleOf = (participantId: ParticipantId): Place['role'] =>
  participantId === 'caller' ? 'impolite' : 'polite';

function placeOf(
  { state, leg }: DirectCall,
  { participantId, participant: { peer, pairId, outgoing, since } }: Member,
  now: number,
): Place {
  const acceptedAt = state.tag === 'active' || state.tag === 'moved' ? state.acceptedAt : now;
  const talksForMs = Math.max(0, now - Math.max(acceptedAt, since));
  return { peer: peer.party, pairId, outgoing, role: roleOf(participantId), leg, talksForMs };
}
