import type { Offered } from '#protocol/signal/group-call.ts';
import { mayShare } from './access.ts';
import type { CallNotifier } from './call-notifier.ts';
import type { Seat } from './machine.ts';
import type { Action } from './messages.ts';
import { type OwnedCall, otherSide, type Seated } from './owned-call.ts';

/** What the two sides of a call show and record, and what of it they may (SPEC.md, D15). */
export class Sharing {
  readonly #notifier: CallNotifier;

  constructor(notifier: CallNotifier) {
    this.#notifier = notifier;
  }

  share(call: OwnedCall, seat: Seat, held: Seated, action: Extract<Action, { type: 'share' }>): void {
    const { source, on, trackId } = action;
    if (on) held.shares.add(source);
    else held.shares.delete(source);
    const data = { callId: call.id, source, on, ...(trackId !== undefined && { trackId }) };
    this.#notifier.notify(call, otherSide(call, seat), { notice: 'directCall.shared', data });
  }

  record(call: OwnedCall, seat: Seat, held: Seated, on: boolean): void {
    held.recording = on;
    const data = { callId: call.id, on };
    this.#notifier.notify(call, otherSide(call, seat), { notice: 'directCall.recordingChanged', data });
  }

  /** What they are offered has changed: they are told, and what they may not show or record any more ends. */
  offer(call: OwnedCall, seat: Seat, held: Seated, offered: Offered): void {
    const { id: callId } = call;
    this.#notifier.notify(call, held, { notice: 'directCall.offered', data: { callId, offered } });
    if (held.recording && !offered.recording) this.record(call, seat, held, false);
    for (const source of [...held.shares]) {
      if (mayShare(offered, source)) continue;
      this.#notifier.notify(call, held, { notice: 'directCall.shareRefused', data: { callId, source } });
      this.share(call, seat, held, { type: 'share', source, on: false });
    }
  }
}
