import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ClientError, type ClientErrorCode } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode, GroupInvitationError, Violation, ViolationCode } from '#protocol/errors.ts';

/** What people read of an error. Translate it when it is shown: `i18n._(errorText[code])`. A code without words does not compile. */
export const errorText: Readonly<Record<ErrorCode, MessageDescriptor>> = {
  'malformed-request': msg`Something went wrong. Reload the page and try again.`,
  'malformed-body': msg`Something went wrong. Reload the page and try again.`,
  'unknown-query-parameter': msg`Something went wrong. Reload the page and try again.`,
  'invalid-query-parameter': msg`Something went wrong. Reload the page and try again.`,
  'page-too-deep': msg`This page is too far down the list. Filter the list, or sort it the other way round.`,
  'not-found': msg`Not found. It may have been deleted.`,
  forbidden: msg`You’re not allowed to do that.`,
  'method-not-allowed': msg`You can’t do that here.`,
  'not-acceptable': msg`Something went wrong. Reload the page and try again.`,
  conflict: msg`Something changed in the meantime. Reload the page and try again.`,
  'precondition-failed': msg`Someone else changed this. Reload it and make your change again.`,
  'body-too-large': msg`That is too large to be sent.`,
  'unsupported-media-type': msg`Something went wrong. Reload the page and try again.`,
  'validation-failed': msg`Check what you entered.`,
  'too-many-requests': msg`Too many attempts. Wait a moment and try again.`,
  'mail-too-old': msg`This e-mail is too old to be sent again. The links in it have expired.`,
  'too-many-mails': msg`You sent too many invitations or e-mails. Try again later.`,
  'request-too-long': msg`That is too long. Search for less, or choose fewer filters.`,
  'request-incomplete': msg`Something went wrong. Reload the page and try again.`,
  'expectation-failed': msg`Something went wrong. Reload the page and try again.`,
  'upgrade-required': msg`Something went wrong. Reload the page and try again.`,
  'internal-error': msg`An error occurred.`,
  'service-unavailable': msg`Can’t reach the server. Try again in a moment.`,
  'message-too-large': msg`An error occurred.`,
  'bus-unavailable': msg`Part of the service is unavailable. Calls in progress continue. Try again later.`,
  'storage-full': msg`The server’s disk is full. Nothing can be saved until there is space again. Contact your administrator.`,

  unauthenticated: msg`Sign in to continue.`,
  'token-expired': msg`Your sign-in has expired. Sign in again.`,
  'wrong-credentials': msg`The e-mail address or password is wrong.`,
  'wrong-token': msg`Your sign-in is no longer valid. Sign in again.`,
  'account-unverified': msg`Your e-mail address isn’t verified yet.`,
  'device-disabled': msg`This device is disabled.`,

  'sign-up-failed': msg`Couldn’t sign up. This e-mail address may already be registered.`,
  'account-not-found': msg`This account doesn’t exist.`,
  'verification-unknown': msg`The link is not valid. The e-mail address could not be verified.`,
  'verification-used': msg`This e-mail address is already verified.`,
  'verification-expired': msg`The verification link has expired.`,
  'address-taken': msg`Another account already uses this e-mail address, so it can’t be changed to this one.`,
  'undo-unknown': msg`This link isn’t valid. The change wasn’t undone.`,
  'undo-used': msg`There is nothing to undo. The change was already undone or revoked.`,
  'undo-expired': msg`The link has expired. The change can no longer be undone.`,
  'reset-unknown': msg`This link isn’t valid. The password wasn’t changed.`,
  'reset-used': msg`This link has already been used to change the password.`,
  'reset-expired': msg`The link to change the password has expired.`,
  'approval-unknown': msg`This link isn’t valid. The invitation wasn’t approved.`,
  'approval-used': msg`You already approved this invitation.`,
  'approval-expired': msg`The approval link has expired.`,
  'guest-link-unknown': msg`This link isn’t valid.`,
  'guest-link-expired': msg`The link has expired.`,
  'guest-link-revoked': msg`This link was revoked.`,
  'manages-elsewhere': msg`This person also manages other customers. Ask an administrator.`,
  'last-manager': msg`This is the customer’s last manager. Add another one first, or ask an administrator.`,
  'last-admin': msg`The last administrator can’t be deleted.`,
  'default-customer': msg`The default customer settings can’t be deleted.`,
  'customer-in-use': msg`This customer has users, devices or a call history and can’t be deleted. Switch its services off instead.`,

  'malformed-frame': msg`This page is out of date. Reload it.`,
  'frame-too-large': msg`That is too large to be sent.`,
  'unknown-request': msg`This page is out of date. Reload it.`,
  'invalid-payload': msg`This page is out of date. Reload it.`,
  'session-required': msg`The connection to the server was interrupted. Try again.`,
  'out-of-order': msg`The connection to the server was interrupted. Try again.`,
  'session-lost': msg`The connection to the server was interrupted. Try again.`,
  'session-already-open': msg`The connection to the server was interrupted. Try again.`,
  'protocol-mismatch': msg`This page is out of date. Reload it.`,
  'request-timeout': msg`The server didn’t answer. Try again.`,

  'service-disabled': msg`This service isn’t available to you.`,
  'feature-disabled': msg`This feature isn’t available to you.`,
  'device-not-approved': msg`You can call this device once your invitation is approved on it.`,
  'user-not-approved': msg`You can call this person once they approve your invitation.`,
  'already-in-call': msg`You’re already in a call.`,
  'call-not-found': msg`This call has ended.`,
  'call-state': msg`You can’t do that at this point of the call.`,
  'group-not-open': msg`This group isn’t open right now.`,
  'room-full': msg`The call is full.`,
  'too-many-browsers': msg`You’re in this call in too many browsers.`,
  'guest-link-full': msg`The link has reached its guest limit. Try again when someone leaves.`,
  'room-locked': msg`The call is locked.`,
  'member-removed': msg`You were removed from this call.`,
  'recording-running': msg`The call is already being recorded.`,
  'recording-storage': msg`Recordings can’t be saved or read. Contact your administrator.`,
  'recording-unfinished': msg`The recording isn’t ready yet. Try again in a moment.`,
  'recording-quota': msg`There’s no space left for recordings. Delete some first.`,
  'too-many-films': msg`Too many files are being made.`,
  'too-many-share-links': msg`Delete a link you no longer need first.`,
  'not-in-room': msg`You’re no longer in the call. Join again.`,
  'last-media-node': msg`No other media node takes new calls.`,
  'media-node-unavailable': msg`The call can’t be set up. Try again in a moment.`,
  'media-object-not-found': msg`That’s no longer available in this call.`,
  'invalid-media-parameters': msg`This browser can’t send or receive this audio or video. Try another browser.`,
};

/** The messages of forms, specification V1 to V4. */
export const violationText: Readonly<Record<ViolationCode, MessageDescriptor>> = {
  'mail-required': msg`The e-mail address has not been entered.`,
  'mail-format': msg`The e-mail address format is wrong.`,
  'mail-taken': msg`This e-mail address is already in use.`,
  'password-required': msg`The password has not been entered.`,
  'password-short': msg`The password must be at least 8 characters.`,
  'password-format': msg`The password format is wrong.`,
  'password-same': msg`Enter a different password.`,
  'password-wrong': msg`The password is wrong.`,
  'group-name-required': msg`The group name is required`,
  'serial-required': msg`The serial number is required.`,
  'serial-invalid': msg`The serial number is invalid.`,
  'serial-taken': msg`The serial number is already registered.`,
  'serial-fixed': msg`The serial number can’t be changed.`,
  'not-unique': msg`The value is already in use.`,
  repeated: msg`An earlier row has the same value.`,
  'reference-unknown': msg`The item it refers to doesn’t exist.`,
  required: msg`Fill in this field.`,
  invalid: msg`This isn’t valid.`,
  'too-long': msg`This is too long.`,
  'invisible-characters': msg`Invisible characters aren’t allowed here. Type the text again.`,
  'unknown-field': msg`This page is out of date. Reload it and try again.`,
  fixed: msg`This can’t be changed.`,
  'not-a-manager': msg`This user isn’t a manager. Make them a manager first.`,
  'user-unverified': msg`This user hasn’t verified their e-mail address yet.`,
  'pair-user-unknown': msg`Couldn’t send the invitation. They may not have a verified account.`,
  'pair-device-unknown': msg`Couldn’t send the invitation. This device may not exist.`,
  'pair-self': msg`You can’t invite yourself.`,
  'pair-exists': msg`There is already a pair or an invitation between these two.`,
  'member-foreign': msg`The group’s owner isn’t paired with this person or device.`,
  'webhook-url': msg`The address must begin with https:// and lead to a public host.`,
  'too-many-rows': msg`That is more than 100,000 rows. Narrow the list down first.`,
  'too-many-webhooks': msg`A customer can have up to 20 webhooks. Delete one you no longer need.`,
  'group-foreign': msg`This isn’t one of your groups.`,
  'terms-required': msg`Agree to the terms of service.`,
  'group-too-large': msg`A call holds 100 people, you and guests included.`,
  'too-many-guests': msg`A call holds 90 guests. The other seats are for members.`,
  'end-before-start': msg`The end must be after the start.`,
  'too-long-ago': msg`A notification of that date would be deleted at once. Choose a later date.`,
};

/** Beside the name of the member. */
export const groupInvitationText: Readonly<Record<GroupInvitationError, MessageDescriptor>> = {
  ERROR_GROUP_HAS_NO_EMAIL: msg`No e-mail address`,
  ERROR_GROUP_INVALID_EMAIL: msg`The e-mail address isn’t valid`,
  ERROR_GROUP_MAIL_ERROR: msg`The last e-mail to this address couldn’t be sent. We’ll try again.`,
  ERROR_GROUP_MAIL_LIMIT: msg`This person was invited a moment ago, or too many invitations were sent today. Try again later.`,
  ERROR_GROUP_NOT_APPROVED: msg`This person hasn’t approved the invitation to the pair yet.`,
};

/** Before a request has left the browser, or when its answer is not one. */
const clientErrorText: Readonly<Record<ClientErrorCode, MessageDescriptor>> = {
  network: msg`Can’t reach the server. Check your connection.`,
  'bad-answer': msg`An error occurred.`,
  'has-no-token': msg`Your sign-in couldn’t be confirmed. Sign in again.`,
  'wrong-token-answer': msg`Your sign-in couldn’t be confirmed. Sign in again.`,
  'sign-in-failed': msg`Couldn’t sign in. Try again.`,
  'sign-up-step-failed': msg`Couldn’t sign up. Try again.`,
  'verify-step-failed': msg`Couldn’t verify the e-mail address. Try again.`,
  'approve-step-failed': msg`Couldn’t approve the invitation. Try again.`,
  'reset-step-failed': msg`Couldn’t send the e-mail to reset the password. Try again.`,
  'not-a-manager': msg`This isn’t a manager’s account. Use the user sign-in.`,
  'version-missing': msg`Couldn’t get the version of the API.`,
  'required-parameter': msg`An error occurred.`,
  'chunk-load-failed': msg`This part of the app couldn’t be loaded. Check your connection and try again.`,
};

/** The words for anything that was thrown. What is no error of ours is 'An error occurred.' */
export const textOfError = (error: unknown): MessageDescriptor => {
  if (error instanceof AppError) return errorText[error.code];
  if (error instanceof ClientError) return clientErrorText[error.code];
  return errorText['internal-error'];
};

/** The fields that the server did not accept; empty for any other error. */
export const violationsOf = (error: unknown): readonly Violation[] =>
  error instanceof AppError ? error.violations : [];
