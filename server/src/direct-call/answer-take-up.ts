import { AppError } from '#protocol/app-error.ts';
import type { SignalPayload, SignalReply } from '#protocol/signal/contract.ts';
import type { IceServers } from '#server/ice-servers.ts';
import { messagesFor } from './chat.ts';
import type { DirectCall } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { Asker } from './messages.ts';
import { type Member, present } from './participant.ts';
import { record, share } from './sharing.ts';

type Place = NonNullable<SignalReply<'directCall.takeUp'>['place']>;

/** Someone continues in another session (SPEC.md, D14). Throws `call-not-found` to anyone who was not in the call. */
export function answerTakeUp(
  call: DirectCall,
  { before, newPage = false }: SignalPayload<'directCall.takeUp'>,
  { sessionId, party, serverId }: Asker,
  { ice, now }: { readonly ice: IceServers; readonly now: number },
): SignalReply<'directCall.takeUp'> {
  const member = present(call).find(({ participant }) => participant.sessionId === before);
  if (member?.participant.identity.key !== party) throw new AppError('call-not-found');
  const { participantId, participant } = member;
  participant.sessionId = sessionId;
  participant.serverId = serverId;
  if (newPage) renewLeg(call, member, ice);
  call.save();
  call.regain(participantId, participant);
  const other = call.otherSide(participantId);
  // The server that has gone may have said something else last, to this session alone.
  if (other)
    call.notify(participant, {
      notice: 'directCall.peerAway',
      data: { callId: call.id, away: other.takeUpTimer !== undefined },
    });
  call.offer(participant);
  return {
    moved: call.state.tag === 'moved',
    ice: ice(party),
    messages: messagesFor(call, participant),
    ...(newPage && { place: placeOf(call, member, now) }),
  };
}

/** The page has lost what it showed, recorded and was connected by: both sides connect again (SPEC.md, D17). */
function renewLeg(call: DirectCall, member: Member, ice: IceServers): void {
  const { participantId, participant } = member;
  for (const source of [...participant.shares]) share(call, member, source, false);
  if (participant.recording) record(call, member, false);
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
  { participantId, participant: { peer, pairId, outgoing, since } }: Member,
  now: number,
): Place {
  const acceptedAt = state.tag === 'active' || state.tag === 'moved' ? state.acceptedAt : now;
  const talksForMs = Math.max(0, now - Math.max(acceptedAt, since));
  return { peer: peer.party, pairId, outgoing, role: roleOf(participantId), leg, talksForMs };
}
