/** Every error that the server can answer with, on REST and on the socket alike, with its HTTP status. In words: `error-titles.ts`. */
export const errorStatus = {
  // The request itself
  'malformed-request': 400,
  'malformed-body': 400,
  'unknown-query-parameter': 400,
  'invalid-query-parameter': 400,
  'page-too-deep': 400,
  'not-found': 404,
  forbidden: 403,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  'precondition-failed': 412,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'validation-failed': 422,
  'too-many-requests': 429,
  'mail-too-old': 410,
  'too-many-mails': 429,
  'request-too-long': 431,
  'request-incomplete': 408,
  'expectation-failed': 417,
  'upgrade-required': 426,
  'internal-error': 500,
  'service-unavailable': 503,
  'message-too-large': 500,
  'bus-unavailable': 503,
  'storage-full': 507,

  // Who asks
  unauthenticated: 401,
  'token-expired': 401,
  'wrong-credentials': 401,
  'wrong-token': 401,
  'account-unverified': 403,
  'device-disabled': 403,

  // Accounts and mailed links
  'sign-up-failed': 409,
  'account-not-found': 401,
  'verification-unknown': 404,
  'verification-used': 409,
  'verification-expired': 410,
  'address-taken': 409,
  'undo-unknown': 404,
  'undo-used': 409,
  'undo-expired': 410,
  'reset-unknown': 404,
  'reset-used': 409,
  'reset-expired': 410,
  'approval-unknown': 404,
  'approval-used': 409,
  'approval-expired': 410,
  'guest-link-unknown': 404,
  'guest-link-expired': 410,
  'guest-link-revoked': 410,
  'manages-elsewhere': 403,
  'last-manager': 409,
  'last-admin': 409,
  'default-customer': 403,
  'customer-in-use': 409,

  // The socket
  'malformed-frame': 400,
  'out-of-order': 409,
  'frame-too-large': 413,
  'unknown-request': 404,
  'invalid-payload': 422,
  'session-required': 409,
  /** Only clients say it, to themselves: what was asked in the lost session may have been done. */
  'session-lost': 503,
  'session-already-open': 409,
  'protocol-mismatch': 426,
  'request-timeout': 504,

  // Calls
  'service-disabled': 403,
  'feature-disabled': 403,
  'device-not-approved': 403,
  'user-not-approved': 403,
  'already-in-call': 409,
  'call-not-found': 404,
  'call-state': 409,
  'group-not-open': 403,
  'room-full': 409,
  'too-many-browsers': 409,
  'guest-link-full': 409,
  'room-locked': 403,
  'member-removed': 403,
  'recording-running': 409,
  'recording-storage': 503,
  'recording-unfinished': 409,
  'recording-quota': 409,
  'too-many-films': 429,
  'too-many-share-links': 409,
  'not-in-room': 409,
  'media-node-unavailable': 503,
  'last-media-node': 409,
  'media-object-not-found': 404,
  'invalid-media-parameters': 422,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorStatus, value);

/** One field that did not pass, as API Platform writes it. */
export interface Violation {
  /** The field, `a.b[0]` for nested ones; empty for the body as a whole. */
  readonly propertyPath: string;
  /** The specified English text, or that of the schema. */
  readonly message: string;
  /** Stable; the client translates by it. */
  readonly code: ViolationCode;
}

/** What can be wrong with a field. In words: `violationTable` of `error-titles.ts`. */
const violationCodes = [
  'mail-required',
  'mail-format',
  'mail-taken',
  'password-required',
  'password-short',
  'password-format',
  'password-same',
  'password-wrong',
  'group-name-required',
  'serial-required',
  'serial-invalid',
  'serial-taken',
  'serial-fixed',
  'not-unique',
  'repeated',
  'reference-unknown',
  'required',
  'invalid',
  'too-long',
  'invisible-characters',
  'unknown-field',
  'fixed',
  'not-a-manager',
  'user-unverified',
  'pair-user-unknown',
  'pair-device-unknown',
  'pair-self',
  'pair-exists',
  'member-foreign',
  'group-foreign',
  'webhook-url',
  'too-many-webhooks',
  'too-many-rows',
  'terms-required',
  'group-too-large',
  'too-many-guests',
  'end-before-start',
  'too-long-ago',
] as const;

export type ViolationCode = (typeof violationCodes)[number];

const knownViolations: ReadonlySet<string> = new Set(violationCodes);

export const isViolationCode = (value: string): value is ViolationCode => knownViolations.has(value);

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
