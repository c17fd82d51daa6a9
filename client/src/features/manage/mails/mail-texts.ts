import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Item } from '#client/api/api-types.ts';

export type MailState = Item<'mails'>['state'];

export const mailStateTexts: Readonly<Record<MailState, MessageDescriptor>> = {
  PENDING: msg`Waiting`,
  UNCERTAIN: msg`Uncertain`,
  FAILED: msg`Failed`,
  SENT: msg`Sent`,
};

/** What a mail is about, by the kind that the server gives; an older version may have had others. */
export const mailKindTexts: Readonly<Record<string, MessageDescriptor>> = {
  'verify-account': msg`Verification of an account`,
  'account-invitation': msg`Invitation of a user`,
  'verify-customer': msg`Verification of a customer`,
  'confirm-mail': msg`Confirmation of a new address`,
  'mail-change-requested': msg`Notice of a change of address`,
  'mail-changed': msg`Notice of a changed address`,
  'reset-password': msg`Link for a new password`,
  'password-changed': msg`Notice of a changed password`,
  'pair-invitation': msg`Invitation to a pair`,
  'direct-invitation': msg`Invitation of a guest to a 1-to-1 call`,
  'group-invitation': msg`Invitation to a group call`,
};
