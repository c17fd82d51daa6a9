import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SignalNotices } from '#protocol/signal/contract.ts';
import type { CallEndReason } from '#protocol/signal/direct-call.ts';
import { failedEndReasons } from '#protocol/summary-kinds.ts';
import type { PayloadOf } from '#protocol/wire.ts';

/** Someone who is replaced is still in the call: no history has that. */
type GroupEndReason = Exclude<PayloadOf<SignalNotices, 'groupCall.ended'>['reason'], 'replaced'>;

/** Why a call was over for one who took part in it, as servers write it down. */
type EndReason = CallEndReason | GroupEndReason | 'left' | 'lost';

export const reasonTexts: Readonly<Record<EndReason, MessageDescriptor>> = {
  'hung-up': msg`Ended`,
  left: msg`Left`,
  declined: msg`Declined`,
  cancelled: msg`Cancelled`,
  busy: msg`Busy`,
  'no-answer': msg`No answer`,
  offline: msg`Offline`,
  'answered-elsewhere': msg`Answered elsewhere`,
  'microphone-missing': msg`No microphone`,
  'connection-lost': msg`Connection lost`,
  lost: msg`Connection lost (group call)`,
  'signed-out': msg`Signed out`,
  revoked: msg`No longer allowed`,
  failed: msg`Failed`,
  removed: msg`Removed`,
  'removed-by-owner': msg`Removed by the owner`,
  'removed-by-manager': msg`Removed by a manager`,
  'ended-by-manager': msg`Ended by a manager`,
  'group-closed': msg`Group closed`,
  'call-ended': msg`The call was over`,
  'service-disabled': msg`The service was switched off`,
};

/** How calls ended; a reason that only a newer server knows stands as it is. */
export const reasonText = (i18n: I18n, reason: string): string => {
  const text = Object.entries(reasonTexts).find(([each]) => each === reason)?.[1];
  return text ? i18n._(text) : reason;
};

export const isFailure = (reason: string): boolean => failedEndReasons.some((each) => each === reason);
