/** Settings for systems whose people all come from one network address, and want at once what people want over a day. */
export const RELAXED_LIMITS = {
  REST_REQUESTS_PER_MINUTE: '1000000',
  ACCOUNT_REQUESTS_PER_MINUTE: '1000000',
  GUESTS_PER_ADDRESS: '1000',
  GUEST_SESSIONS_PER_MINUTE: '1000',
  MAIL_REQUESTS_PER_NETWORK_DAY: '10000',
  DEVICE_REQUESTS_PER_DAY: '1000',
  AUTH_ATTEMPTS_PER_ACCOUNT: '1000',
  AUTH_ATTEMPTS_PER_ADDRESS: '1000',
  MAIL_LINK_REPEAT_SECONDS: '0',
  MAIL_INVITATION_REPEAT_MINUTES: '0',
  // Push services of the tests' own.
  WEB_PUSH_PRIVATE_ADDRESSES: 'true',
  // Receivers of webhooks likewise.
  WEBHOOK_PRIVATE_ADDRESSES: 'true',
  // The disk of a machine for tests may be nearly full.
  RECORDING_MIN_FREE_MB: '0',
  FILM_PRIORITY: 'normal',
};
