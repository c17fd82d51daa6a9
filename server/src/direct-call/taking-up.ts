import { AppError } from '#protocol/app-error.ts';
import type { SignalReply } from '#protocol/signal/contract.ts';
import type { IceServers } from '#server/ice-servers.ts';
import { messagesFor } from './chat.ts';
import type { DirectCall } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { Action, Answer, Question } from './messages.ts';
import { type Participant, present } from './participant.ts';
import { record, share } from './sharing.ts';

type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;

/** Someone continues in another session (SPEC.md, D14). Throws `call-not-found` to anyone who was not in the call. */
export function takeUp(
  call: DirectCall,
  { before, newPage = false }: Extract<Action, { type: 'take-up' }>,
  { sessionId, party, serverId }: Pick<Question, 'sessionId' | 'party' | 'serverId'>,
  { ice, now }: { readonly ice: IceServers; readonly now: number },
): Answer {
  const found = present(call).find(([, participant]) => participant.sessionId === before);
  if (found?.[1].identity.key !== party) throw new AppError('call-not-found');
  const [participantId, participant] = found;
  Object.assign(participant, { sessionId, serverId });
  if (newPage) renewLeg(call, participantId, participant, ice);
  call.save();
  call.regain(participantId, participant);
  call.offer(participant);
  return {
    moved: call.state.tag === 'moved',
    messages: messagesFor(call, participant),
    ...(newPage && { place: placeOf(call, participantId, participant, now) }),
  };
}

/** The page has lost what it showed, recorded and was connected by: both sides connect again (SPEC.md, D17). */
function renewLeg(
  call: DirectCall,
  participantId: ParticipantId,
  participant: Participant,
  ice: IceServers,
): void {
  for (const source of [...participant.shares])
    share(call, participantId, participant, { source, on: false });
  if (participant.recording) record(call, participantId, participant, false);
  const other = call.otherSide(participantId);
  if (call.state.tag !== 'active' || !other) return;
  call.leg += 1;
  const { id: callId, leg } = call;
  const role = roleOf(participantId === 'caller' ? 'callee' : 'caller');
  const data = { callId, leg, role, ice: ice(other.identity.key) };
  call.notify(other, { notice: 'directCall.legRenewed', data });
  if (other.recording)
    call.notify(participant, { notice: 'directCall.recordingChanged', data: { callId, on: true } });
}

const roleOf = (participantId: ParticipantId): Place['role'] =>
  participantId === 'caller' ? 'impolite' : 'polite';

function placeOf(
  { state, leg }: DirectCall,
  participantId: ParticipantId,
  { peer, pairId, outgoing, since }: Participant,
  now: number,
): Place {
  const acceptedAt = state.tag === 'active' || state.tag === 'moved' ? state.acceptedAt : now;
  const talksForMs = Math.max(0, now - Math.max(acceptedAt, since));
  return { peer: peer.party, pairId, outgoing, role: roleOf(participantId), leg, talksForMs };
}
