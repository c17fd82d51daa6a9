import type { Offered } from '#protocol/signal/group-call.ts';
import { mayShare } from './access.ts';
import type { CallNotifier } from './call-notifier.ts';
import type { ParticipantId } from './machine.ts';
import type { Action } from './messages.ts';
import { type OwnedCall, otherSide, type Participant } from './owned-call.ts';

/** What the two sides of a call show and record, and what of it they may (SPEC.md, D15). */
export class Sharing {
  readonly #notifier: CallNotifier;

  constructor(notifier: CallNotifier) {
    this.#notifier = notifier;
  }

  share(
    call: OwnedCall,
    participantId: ParticipantId,
    participant: Participant,
    action: Extract<Action, { type: 'share' }>,
  ): void {
    const { source, on, trackId } = action;
    if (on) participant.shares.add(source);
    else participant.shares.delete(source);
    const data = { callId: call.id, source, on, ...(trackId !== undefined && { trackId }) };
    this.#notifier.notify(call, otherSide(call, participantId), { notice: 'directCall.shared', data });
  }

  record(call: OwnedCall, participantId: ParticipantId, participant: Participant, on: boolean): void {
    participant.recording = on;
    const data = { callId: call.id, on };
    this.#notifier.notify(call, otherSide(call, participantId), {
      notice: 'directCall.recordingChanged',
      data,
    });
  }

  /** What they are offered has changed: they are told, and what they may not show or record any more ends. */
  offer(call: OwnedCall, participantId: ParticipantId, participant: Participant, offered: Offered): void {
    const { id: callId } = call;
    this.#notifier.notify(call, participant, { notice: 'directCall.offered', data: { callId, offered } });
    if (participant.recording && !offered.recording) this.record(call, participantId, participant, false);
    for (const source of [...participant.shares]) {
      if (mayShare(offered, source)) continue;
      this.#notifier.notify(call, participant, {
        notice: 'directCall.shareRefused',
        data: { callId, source },
      });
      this.share(call, participantId, participant, { type: 'share', source, on: false });
    }
  }
}
