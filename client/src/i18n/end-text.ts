import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallEnd } from '#client/api/call-end.ts';

/** How a call ended, in a word or two. */
export const endText: Readonly<Record<CallEnd, MessageDescriptor>> = {
  missed: msg`Missed`,
  'hung-up': msg`Ended`,
  declined: msg`Declined`,
  cancelled: msg`Cancelled`,
  busy: msg`Busy`,
  'no-answer': msg`No answer`,
  offline: msg`Offline`,
  'answered-elsewhere': msg`Answered elsewhere`,
  'microphone-missing': msg`No microphone`,
  'connection-lost': msg`Connection lost`,
  'signed-out': msg`Signed out`,
  revoked: msg`No longer allowed`,
  failed: msg`Failed`,
  'ended-by-manager': msg`Ended by a manager`,
  removed: msg`Removed`,
  'group-closed': msg`Group closed`,
};
