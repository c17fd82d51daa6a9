import type { SharedSource } from '#protocol/signal/direct-call.ts';
import type { Offered } from '#protocol/signal/group-call.ts';
import { mayShare } from './access.ts';
import type { DirectCall } from './direct-call.ts';
import type { Member } from './participant.ts';

/** Someone shows something to the other side, or no longer (SPEC.md, D15). */
export function share(
  call: DirectCall,
  { participantId, participant }: Member,
  source: SharedSource,
  on: boolean,
  trackId?: string,
): void {
  if (on) participant.shares.add(source);
  else participant.shares.delete(source);
  const data = { callId: call.id, source, on, ...(trackId !== undefined && { trackId }) };
  call.notify(call.otherSide(participantId), { notice: 'directCall.shared', data });
}

export function record(call: DirectCall, { participantId, participant }: Member, on: boolean): void {
  participant.recording = on;
  const data = { callId: call.id, on };
  call.notify(call.otherSide(participantId), { notice: 'directCall.recordingChanged', data });
}

/** What they are offered has changed: they are told, and what they may not show or record any more ends. */
export function changeOffered(call: DirectCall, member: Member, offered: Offered): void {
  const { id: callId } = call;
  const { participant } = member;
  call.notify(participant, { notice: 'directCall.offered', data: { callId, offered } });
  if (participant.recording && !offered.recording) record(call, member, false);
  for (const source of [...participant.shares]) {
    if (mayShare(offered, source)) continue;
    call.notify(participant, { notice: 'directCall.shareRefused', data: { callId, source } });
    share(call, member, source, false);
  }
}
