import type { CustomerId } from '#protocol/ids.ts';
import type { CallData, WebhookEvent } from './webhook-event.ts';

/** A call, and whose webhooks hear of it: the parties' customers, in a group call the owner's too. */
export interface AnnouncedCall {
  readonly customerIds: readonly CustomerId[];
  readonly call: CallData;
}

/** Two parties talk (a 1-to-1 call was answered), or the first member is in a group call's room. */
export const callStarted = ({ customerIds, call }: AnnouncedCall): WebhookEvent => ({
  name: 'call.started',
  customerIds,
  subject: call.callId,
  timestamp: call.startedAt,
  data: call,
});

export function callEnded({ customerIds, call }: AnnouncedCall, endedAt: Date, reason: string): WebhookEvent {
  const durationS = Math.max(0, Math.round((endedAt.getTime() - Date.parse(call.startedAt)) / 1000));
  const timestamp = endedAt.toISOString();
  return {
    name: 'call.ended',
    customerIds,
    subject: call.callId,
    timestamp,
    data: { ...call, endedAt: timestamp, durationS, reason },
  };
}
