import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ClientError, type ClientErrorCode } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode, GroupInvitationError, Violation, ViolationCode } from '#protocol/errors.ts';

/** What people read of an error. Translate it when it is shown: `i18n._(errorText[code])`. A code without words does not compile. */
export const errorText: Readonly<Record<ErrorCode, MessageDescriptor>> = {
  'malformed-body': msg`Something went wrong. Reload the page and try again.`,
  'unknown-query-parameter': msg`Something went wrong. Reload the page and try again.`,
  'invalid-query-parameter': msg`Something went wrong. Reload the page and try again.`,
  'not-found': msg`Not found. It may have been deleted.`,
  forbidden: msg`You are not allowed to do that.`,
  'method-not-allowed': msg`That cannot be done here.`,
  'not-acceptable': msg`Something went wrong. Reload the page and try again.`,
  conflict: msg`Something changed in the meantime. Reload the page and try again.`,
  'precondition-failed': msg`Someone has changed this meanwhile. Reload it and make your change again.`,
  'body-too-large': msg`That is too large to be sent.`,
  'unsupported-media-type': msg`Something went wrong. Reload the page and try again.`,
  'validation-failed': msg`Please check what you have entered.`,
  'too-many-requests': msg`Too many attempts. Wait a moment and try again.`,
  'too-many-mails': msg`Too many invitations or e-mails have been sent. Try again later.`,
  'internal-error': msg`An error occurred.`,
  'service-unavailable': msg`The server cannot be reached at the moment. Try again in a moment.`,
  'bus-unavailable': msg`Part of the service is unavailable at the moment. Calls in progress continue. Try again in a moment.`,

  unauthenticated: msg`Sign in to continue.`,
  'token-expired': msg`Your sign-in has expired. Sign in again.`,
  'wrong-credentials': msg`The e-mail address or password is wrong.`,
  'wrong-token': msg`Your sign-in is no longer valid. Sign in again.`,
  'account-unverified': msg`Your e-mail address has not been verified yet.`,
  'device-disabled': msg`This device has been disabled.`,

  'sign-up-failed': msg`Could not sign up. The same e-mail address may already be registered.`,
  'account-not-found': msg`The account does not exist.`,
  'verification-unknown': msg`The link is not valid. The e-mail address could not be verified.`,
  'verification-used': msg`The e-mail address has already been verified.`,
  'verification-expired': msg`The verification link has expired.`,
  'address-taken': msg`Another account already uses this e-mail address, so the change cannot be made.`,
  'undo-unknown': msg`The link is not valid. The change could not be undone.`,
  'undo-used': msg`There is nothing left to undo: the change was undone or withdrawn.`,
  'undo-expired': msg`The link has expired. The change can no longer be undone.`,
  'reset-unknown': msg`The link is not valid. The password could not be changed.`,
  'reset-used': msg`This link has already been used to change the password.`,
  'reset-expired': msg`The link to change the password has expired.`,
  'approval-unknown': msg`The link is not valid. The pair could not be approved.`,
  'approval-used': msg`The pair has already been approved.`,
  'approval-expired': msg`The approval link has expired.`,
  'guest-link-unknown': msg`The link is not valid.`,
  'guest-link-expired': msg`The link has expired.`,
  'guest-link-revoked': msg`The link has been withdrawn.`,
  'manages-elsewhere': msg`This person also manages customers that you do not manage. Ask an administrator.`,
  'last-manager': msg`This is the last manager of a customer. Add another one first, or ask an administrator.`,
  'default-customer': msg`The default customer settings cannot be deleted.`,

  'malformed-frame': msg`The server did not understand this page. Reload it.`,
  'frame-too-large': msg`That is too large to be sent.`,
  'unknown-request': msg`This page is out of date. Reload it.`,
  'invalid-payload': msg`The server did not understand this page. Reload it.`,
  'session-required': msg`The connection to the server was interrupted. Try again.`,
  'out-of-order': msg`The connection to the server was interrupted. Try again.`,
  'session-already-open': msg`The connection to the server was interrupted. Try again.`,
  'protocol-mismatch': msg`This page is out of date. Reload it.`,
  'request-timeout': msg`The server has not answered. Try again.`,

  'service-disabled': msg`This service is not available to you.`,
  'feature-disabled': msg`This feature is not available to you.`,
  'device-not-approved': msg`A device that has not approved the pair cannot be called.`,
  'user-not-approved': msg`A user who has not approved the pair cannot be called.`,
  'already-in-call': msg`You are already in a call.`,
  'call-not-found': msg`The call does not exist, or has ended.`,
  'call-state': msg`That cannot be done at this point of the call.`,
  'group-not-open': msg`The group is not available at this time.`,
  'room-full': msg`The call is full.`,
  'guest-link-full': msg`This link has let in as many guests as it may. Try again once somebody has left.`,
  'room-locked': msg`The call is locked.`,
  'member-removed': msg`The owner of the group has removed you from this call.`,
  'recording-running': msg`The call is being recorded already.`,
  'recording-storage': msg`The server is out of space for recordings. Contact your administrator.`,
  'recording-unfinished': msg`The recording is not finished yet. Try again in a moment.`,
  'not-in-room': msg`You are not in the call any more. Join again.`,
  'media-node-unavailable': msg`The call cannot be set up at the moment. Try again in a moment.`,
  'media-object-not-found': msg`That part of the call is gone.`,
  'invalid-media-parameters': msg`This browser can’t send or receive this audio or video. Try another browser.`,
};

/** The messages of forms, specification V1 to V4. */
export const violationText: Readonly<Record<ViolationCode, MessageDescriptor>> = {
  'mail-required': msg`The e-mail address has not been entered.`,
  'mail-format': msg`The e-mail address format is wrong.`,
  'mail-taken': msg`The e-mail address is already in use.`,
  'password-required': msg`The password has not been entered.`,
  'password-short': msg`The password must be at least 8 characters.`,
  'password-format': msg`The password format is wrong.`,
  'password-same': msg`Enter a different password.`,
  'password-wrong': msg`The password is wrong.`,
  'group-name-required': msg`The group name is required`,
  'serial-required': msg`The serial number is required.`,
  'serial-invalid': msg`The serial number is invalid.`,
  'serial-taken': msg`The serial number is already registered.`,
  'serial-fixed': msg`The serial number cannot be changed.`,
  'not-unique': msg`The value is already in use.`,
  'reference-unknown': msg`The referenced item does not exist.`,
  required: msg`Fill in this field.`,
  invalid: msg`This is not valid.`,
  'unknown-field': msg`The server does not know this field. Reload the page.`,
  fixed: msg`The value cannot be changed.`,
  'not-a-manager': msg`The user is not a manager. Make the user a manager first.`,
  'user-unverified': msg`The user has not confirmed the e-mail address yet.`,
  'pair-user-unknown': msg`Failed to invite. The user may not exist or may not be verified.`,
  'pair-device-unknown': msg`Failed to invite. The device may not exist.`,
  'pair-self': msg`You cannot invite yourself.`,
  'pair-exists': msg`You have invited them already, or they have invited you.`,
  'member-foreign': msg`The pair is not one of the group owner's.`,
  'webhook-url': msg`The address must begin with https:// and lead to a public host.`,
  'too-many-webhooks': msg`A customer has at most 20 webhooks. Delete one that is no longer needed.`,
  'group-foreign': msg`The group is not one of yours.`,
  'terms-required': msg`Agree to the terms of service.`,
  'group-too-large': msg`A call holds 100 people, you and guests included.`,
  'too-many-guests': msg`A call holds 90 guests. The other seats are for members.`,
  'end-before-start': msg`The end must be after the start.`,
};

/** Beside the name of the member. */
export const groupInvitationText: Readonly<Record<GroupInvitationError, MessageDescriptor>> = {
  ERROR_GROUP_HAS_NO_EMAIL: msg`A member of the group has no e-mail address.`,
  ERROR_GROUP_INVALID_EMAIL: msg`A member of the group has an invalid e-mail address.`,
  ERROR_GROUP_MAIL_ERROR: msg`The last mail to this address could not be sent. It is tried again.`,
  ERROR_GROUP_MAIL_LIMIT: msg`This person was invited a moment ago, or too many invitations were sent today. Try again later.`,
  ERROR_GROUP_NOT_APPROVED: msg`This person has not approved your pair invitation yet.`,
};

/** Before a request has left the browser, or when its answer is not one. */
const clientErrorText: Readonly<Record<ClientErrorCode, MessageDescriptor>> = {
  network: msg`The server cannot be reached. Check your connection.`,
  'bad-answer': msg`An error occurred.`,
  'has-no-token': msg`has no token`,
  'wrong-token-answer': msg`wrong token`,
  'sign-in-failed': msg`Failed to login`,
  'sign-up-step-failed': msg`Failed to create user`,
  'verify-step-failed': msg`Failed to verify user`,
  'approve-step-failed': msg`Failed to approve pair`,
  'reset-step-failed': msg`Failed to request reset password`,
  'not-a-manager': msg`This account is not a manager's. Use the sign-in for users.`,
  'version-missing': msg`Failed to get API version`,
  'required-parameter': msg`An error occurred.`,
  'chunk-load-failed': msg`This part of the application could not be loaded. Check your connection and try again.`,
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
