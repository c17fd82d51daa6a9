import { AppError } from '#protocol/app-error.ts';
import type { PairId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { SignalNoticePayload } from '#protocol/signal/contract.ts';
import type { MoveReason } from '#protocol/signal/direct-call.ts';
import type { DirectCallContext } from './context.ts';

/** Moves the call into a room, where a third person may join it. */
export async function move(
  { signal, get, update, dispatch }: DirectCallContext,
  reason: MoveReason,
  invite?: PairId,
): Promise<void> {
  const { state } = get();
  if (state.name !== 'connected' && state.name !== 'moved') throw new AppError('call-state');
  const { callId } = state.call;
  const { invitation } = await signal.request('directCall.move', {
    callId,
    reason,
    ...(invite && { invite }),
  });
  const { state: now } = get();
  // The server tells of it once, and may have told the page before this one, or this one while it was still connecting.
  if (now.name === 'connected' && now.call.callId === callId && now.move === null)
    dispatch({ type: 'moved', callId, reason, at: Date.now() });
  if (!invitation) return;
  const { callId: invitationId, peer } = invitation;
  update({ invitations: [...get().invitations, { invitationId, peer }] });
}

/** A person who is in the room is no longer being rung. */
export function forgetArrived({ get, update }: DirectCallContext, people: readonly Party[]): void {
  const { invitations } = get();
  const waiting = invitations.filter(({ peer }) => !people.some(({ id }) => id === peer.id));
  if (waiting.length < invitations.length) update({ invitations: waiting });
}

export function endInvitation(
  { get, update }: DirectCallContext,
  { invitationId, peer, reason }: SignalNoticePayload<'directCall.invitationEnded'>,
): void {
  update({
    invitations: get().invitations.filter((one) => one.invitationId !== invitationId),
    // The inviter, who has cancelled it, knows.
    ...(reason !== 'cancelled' && { refusedInvitation: { invitationId, peer, reason } }),
  });
}
