import type { Trx } from '#server/db/database.ts';
import { type AnnouncedCall, callEnded, callStarted } from '#server/webhooks/call-event.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';
import type { CallState, EndedState } from './machine.ts';
import type { CallView, Participant } from './participant.ts';

/** Webhooks are told of answered calls; an invitation is none by itself. */
export async function queueStarted(trx: Trx, call: CallView): Promise<void> {
  const startedAt = startOf(call.state);
  if (startedAt === null || call.isInvitation) return;
  const sides = (['caller', 'callee'] as const).flatMap((side) => call.participants.get(side) ?? []);
  await queueWebhookEvent(trx, callStarted(announced(call, sides, startedAt)));
}

/** In the transaction of the history, so that no end is lost with its server. */
export async function queueEnded(
  trx: Trx,
  call: CallView,
  people: readonly Participant[],
  { answered, startedAt, endedAt, reason }: EndedState,
): Promise<void> {
  if (!answered || call.isInvitation) return;
  const whole = announced(call, people.length > 1 ? people : [...call.participants.values()], startedAt);
  await queueWebhookEvent(trx, callEnded(whole, new Date(endedAt), reason));
}

/** When they began to talk, in milliseconds since 1970; null where they never did. */
export function startOf(state: CallState): number | null {
  switch (state.tag) {
    case 'ringing':
      return null;
    case 'active':
    case 'moved':
      return state.acceptedAt;
    case 'ended':
      return state.answered ? state.startedAt : null;
  }
}

const announced = ({ id }: CallView, people: readonly Participant[], startedAt: number): AnnouncedCall => ({
  customerIds: [...new Set(people.map(({ identity }) => identity.customerId))],
  call: {
    callId: id,
    kind: 'direct',
    parties: people.map(({ identity }) => identity.party),
    startedAt: new Date(startedAt).toISOString(),
  },
});
