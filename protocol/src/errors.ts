/**
 * Every error that the server can answer with, on REST and on the socket alike.
 *
 * `status` is the HTTP status; `title` is the English `hydra:title`, for operators and API users. People read the
 * translation of the code (client/src/i18n/error-text.ts), never this title.
 */
export const errorTable = {
  // The request itself
  'malformed-request': { status: 400, title: 'The request could not be read' },
  'malformed-body': { status: 400, title: 'The body could not be read' },
  'unknown-query-parameter': { status: 400, title: 'Unknown query parameter' },
  'invalid-query-parameter': { status: 400, title: 'Invalid query parameter' },
  'page-too-deep': { status: 400, title: 'The page lies too deep: follow hydra:next, which has a cursor' },
  'not-found': { status: 404, title: 'Not found' },
  forbidden: { status: 403, title: 'Not allowed' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'No acceptable representation' },
  conflict: { status: 409, title: 'Conflict' },
  'precondition-failed': { status: 412, title: 'The resource changed in the meantime' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'validation-failed': { status: 422, title: 'An error occurred' },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'mail-too-old': { status: 410, title: 'The e-mail is too old to be sent again' },
  'too-many-mails': { status: 429, title: 'Too many e-mails sent' },
  'request-too-long': { status: 431, title: 'The address or the headers of the request are too long' },
  'internal-error': { status: 500, title: 'An error occurred.' },
  'service-unavailable': { status: 503, title: 'Temporarily unavailable' },
  'message-too-large': { status: 500, title: 'A message between servers is too large' },
  'bus-unavailable': { status: 503, title: 'The server cannot reach the other servers' },
  'storage-full': { status: 507, title: 'The disk of the server is full' },

  // Who asks
  unauthenticated: { status: 401, title: 'Sign in first' },
  'token-expired': { status: 401, title: 'The access token has expired' },
  'wrong-credentials': { status: 401, title: 'The e-mail address or password is wrong.' },
  'wrong-token': { status: 401, title: 'wrong token' },
  'account-unverified': { status: 403, title: 'The e-mail address is not verified' },
  'device-disabled': { status: 403, title: 'The device is disabled' },

  // Accounts and mailed links
  'sign-up-failed': { status: 409, title: 'Failed to create user' },
  'account-not-found': { status: 401, title: 'The account does not exist' },
  'verification-unknown': {
    status: 404,
    title: 'The link is not valid. The e-mail address could not be verified.',
  },
  'verification-used': { status: 409, title: 'The e-mail address is already verified' },
  'verification-expired': { status: 410, title: 'The verification link has expired' },
  'address-taken': { status: 409, title: 'Another account has this e-mail address' },
  'undo-unknown': { status: 404, title: 'The link to undo the change is not valid' },
  'undo-used': { status: 409, title: 'There is no change left to undo' },
  'undo-expired': { status: 410, title: 'The link to undo the change has expired' },
  'reset-unknown': { status: 404, title: 'The password reset link is not valid' },
  'reset-used': { status: 409, title: 'The password reset link was already used' },
  'reset-expired': { status: 410, title: 'The password reset link has expired' },
  'approval-unknown': { status: 404, title: 'The approval link is not valid' },
  'approval-used': { status: 409, title: 'The pair is already approved' },
  'approval-expired': { status: 410, title: 'The approval link has expired' },
  'guest-link-unknown': { status: 404, title: 'The guest link is not valid' },
  'guest-link-expired': { status: 410, title: 'The guest link has expired' },
  'guest-link-revoked': { status: 410, title: 'The guest link was revoked' },
  'manages-elsewhere': { status: 403, title: 'The person manages customers that you don’t manage' },
  'last-manager': { status: 409, title: 'The last manager of a customer can only be removed by an admin' },
  'last-admin': { status: 409, title: 'The last administrator cannot be deleted' },
  'default-customer': { status: 403, title: 'The default customer settings cannot be deleted' },
  'customer-in-use': {
    status: 409,
    title:
      'The customer has users, devices or a call history, which is kept: switch its features off to close it',
  },

  // The socket
  'malformed-frame': { status: 400, title: 'The frame could not be read' },
  'out-of-order': { status: 409, title: 'The id is not greater than the last one' },
  'frame-too-large': { status: 413, title: 'The frame is too large' },
  'unknown-request': { status: 404, title: 'Unknown request' },
  'invalid-payload': { status: 422, title: 'The payload does not match the contract' },
  'session-required': { status: 409, title: 'Open a session first' },
  /** Only clients say it, to themselves: what was asked in the lost session may have been done. */
  'session-lost': { status: 503, title: 'The session was lost before the answer' },
  'session-already-open': { status: 409, title: 'The session is already open' },
  'protocol-mismatch': { status: 426, title: 'The client is out of date' },
  'request-timeout': { status: 504, title: 'The request took too long' },

  // Calls
  'service-disabled': { status: 403, title: 'The service is not enabled' },
  'feature-disabled': { status: 403, title: 'The feature is not enabled' },
  'device-not-approved': { status: 403, title: 'The device has not approved the pair' },
  'user-not-approved': { status: 403, title: 'The user has not approved the pair' },
  'already-in-call': { status: 409, title: 'You are already in a call' },
  'call-not-found': { status: 404, title: 'The call does not exist or has ended' },
  'call-state': { status: 409, title: 'The call is not in a state for that' },
  'group-not-open': { status: 403, title: 'The group is not available at this time' },
  'room-full': { status: 409, title: 'The call is full' },
  'guest-link-full': { status: 409, title: 'This link has reached its guest limit' },
  'room-locked': { status: 403, title: 'The call is locked' },
  'member-removed': { status: 403, title: 'You were removed from this call' },
  'recording-running': { status: 409, title: 'The call is already being recorded' },
  'recording-storage': { status: 503, title: 'Not enough disk space to record' },
  'recording-unfinished': { status: 409, title: 'The recording is not finished yet' },
  'too-many-films': { status: 429, title: 'Too many films are waiting to be made' },
  'not-in-room': { status: 409, title: 'Join the call first' },
  'media-node-unavailable': { status: 503, title: 'No media node is available' },
  'last-media-node': { status: 409, title: 'No other media node takes new rooms' },
  'media-object-not-found': { status: 404, title: 'The transport, producer or consumer does not exist' },
  'invalid-media-parameters': { status: 422, title: 'The media parameters are not valid' },
} as const satisfies Record<string, { readonly status: number; readonly title: string }>;

export type ErrorCode = keyof typeof errorTable;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorTable, value);

/** One field that did not pass, as API Platform writes it. */
export interface Violation {
  /** The field, `a.b[0]` for nested ones; empty for the body as a whole. */
  readonly propertyPath: string;
  /** The specified English text, or that of the schema. */
  readonly message: string;
  /** Stable; the client translates by it. */
  readonly code: ViolationCode;
}

/** Texts of specification V1 to V4, to the letter where the specification quotes them. */
export const violationTable = {
  'mail-required': 'The e-mail address has not been entered.',
  'mail-format': 'The e-mail address format is wrong.',
  'mail-taken': 'This e-mail address is already in use.',
  'password-required': 'The password has not been entered.',
  'password-short': 'The password must be at least 8 characters.',
  'password-format': 'The password format is wrong.',
  'password-same': 'Enter a different password.',
  'password-wrong': 'The password is wrong.',
  'group-name-required': 'The group name is required',
  'serial-required': 'The serial number is required.',
  'serial-invalid': 'The serial number is invalid.',
  'serial-taken': 'The serial number is already registered.',
  'serial-fixed': 'The serial number can’t be changed.',
  'not-unique': 'The value is already in use.',
  repeated: 'An earlier row has the same value.',
  'reference-unknown': 'The item it refers to doesn’t exist.',
  required: 'Fill in this field.',
  invalid: 'This isn’t valid.',
  'too-long': 'This is too long.',
  'invisible-characters': 'Invisible characters aren’t allowed here. Type the text again.',
  'unknown-field': 'The field is unknown.',
  fixed: 'This can’t be changed.',
  'not-a-manager': 'This user isn’t a manager. Make them a manager first.',
  'user-unverified': 'This user hasn’t verified their e-mail address yet.',
  'pair-user-unknown': 'Couldn’t send the invitation. They may not have a verified account.',
  'pair-device-unknown': 'Couldn’t send the invitation. This device may not exist.',
  'pair-self': 'You can’t invite yourself.',
  'pair-exists': 'You already invited them, or they invited you.',
  'member-foreign': 'The group’s owner isn’t paired with this person or device.',
  'group-foreign': 'This isn’t one of your groups.',
  'webhook-url': 'The address must begin with https:// and lead to a public host.',
  'too-many-webhooks': 'A customer can have up to 20 webhooks. Delete one you no longer need.',
  'too-many-rows': 'That is more than 100,000 rows. Narrow the list down first.',
  'terms-required': 'Agree to the terms of service.',
  'group-too-large': 'A call holds 100 people, you and guests included.',
  'too-many-guests': 'A call holds 90 guests. The other seats are for members.',
  'end-before-start': 'The end must be after the start.',
  'too-long-ago': 'A notification of that date would be deleted at once. Choose a later date.',
} as const;

export type ViolationCode = keyof typeof violationTable;

export const isViolationCode = (value: string): value is ViolationCode =>
  Object.hasOwn(violationTable, value);

/**
 * Why a member of a group was not invited, by the names of specification C5. No error of the whole request: the others
 * were invited.
 */
export const groupInvitationErrors = [
  'ERROR_GROUP_HAS_NO_EMAIL',
  'ERROR_GROUP_INVALID_EMAIL',
  'ERROR_GROUP_MAIL_ERROR',
  'ERROR_GROUP_MAIL_LIMIT',
  'ERROR_GROUP_NOT_APPROVED',
] as const;

export type GroupInvitationError = (typeof groupInvitationErrors)[number];

/** An error in a frame of the socket. */
export interface WireError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly violations?: readonly Violation[];
  /** Milliseconds after which it makes sense to try again. */
  readonly retryAfterMs?: number;
}
