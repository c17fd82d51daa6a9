import type { Offered } from '#protocol/signal/group-call.ts';
import { mayShare } from './access.ts';
import type { DirectCall } from './direct-call.ts';
import type { ParticipantId } from './machine.ts';
import type { Action } from './messages.ts';
import type { Participant } from './participant.ts';

/** What the two sides of a call show and record, and what of it they may (SPEC.md, D15). */
export function share(
  call: DirectCall,
  participantId: ParticipantId,
  participant: Participant,
  { source, on, trackId }: Omit<Extract<Action, { type: 'share' }>, 'type'>,
): void {
  if (on) participant.shares.add(source);
  else participant.shares.delete(source);
  const data = { callId: call.id, source, on, ...(trackId !== undefined && { trackId }) };
  call.notify(call.otherSide(participantId), { notice: 'directCall.shared', data });
}

export function record(
  call: DirectCall,
  participantId: ParticipantId,
  participant: Participant,
  on: boolean,
): void {
  participant.recording = on;
  const data = { callId: call.id, on };
  call.notify(call.otherSide(participantId), { notice: 'directCall.recordingChanged', data });
}

/** What they are offered has changed: they are told, and what they may not show or record any more ends. */
export function changeOffered(
  call: DirectCall,
  participantId: ParticipantId,
  participant: Participant,
  offered: Offered,
): void {
  const { id: callId } = call;
  call.notify(participant, { notice: 'directCall.offered', data: { callId, offered } });
  if (participant.recording && !offered.recording) record(call, participantId, participant, false);
  for (const source of [...participant.shares]) {
    if (mayShare(offered, source)) continue;
    call.notify(participant, { notice: 'directCall.shareRefused', data: { callId, source } });
    share(call, participantId, participant, { source, on: false });
  }
}
