/** Numbers that both sides of a wire rely on. Settings of one side only stand in that side's config. */

/** Raised whenever an old client could not talk to a new server or the other way round. */
export const PROTOCOL_VERSION = 1;

/** Bytes of one frame in either direction; an SDP with many codecs has about 10 kB. */
export const MAX_FRAME_BYTES = 128 * 1024;

/** Time for the first frame, `session.open`, after the socket is open. */
export const HANDSHAKE_TIMEOUT_MS = 5_000;

/** A client that has sent nothing for this long sends `session.ping`. */
export const PING_INTERVAL_MS = 10_000;

/** The server gives up a socket that was silent for this long; its session lives on for the grace time. */
export const SOCKET_SILENCE_MS = 25_000;

/** A media node tells the servers that it lives. */
export const NODE_HEARTBEAT_MS = 2_000;

/** A media node that was silent for so many heartbeats is lost. */
export const NODE_HEARTBEATS_UNTIL_LOST = 3;

/** A client gives up a request after this long. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** How long a 1-to-1 call rings (specification M2). */
export const RING_TIMEOUT_MS = 45_000;

/** Members of one call at most. */
export const MAX_CALL_MEMBERS = 100;
/** With which one person may be in the same call at once: computer, phone, a second screen. */
export const MAX_CALL_BROWSERS = 8;

/** Of them guests; the other seats are kept for members. */
export const MAX_CALL_GUESTS = 90;

/** Calls in progress that a manager is shown at once; how many there are is said beside them. */
export const MAX_WATCHED_CALLS = 200;

/** People of a call that is not opened whose names a manager is shown. */
export const MAX_NAMED_IN_CALL = 4;

/** Webhooks of one customer at most: each event is delivered to all of them. */
export const MAX_WEBHOOKS = 20;

/** Users, and devices, of a customer are counted up to so many where customers are shown. */
export const CUSTOMER_COUNTED_AT_MOST = 10_000;

/** Guests whom a link lets in at once, unless its owner says otherwise. */
export const DEFAULT_LINK_GUESTS = 20;

/**
 * A link ends with its group, or after this long where the group has no end (specification A10). The SQL function
 * `guest_link_end` repeats it (migrations/0007-ends-and-searches.ts).
 */
export const GUEST_LINK_HOURS = 24;

/** Maximum length of a customer's name, in characters. */
export const MAX_CUSTOMER_NAME = 200;

/** IANA name of the time zone that a new customer has at first. */
export const DEFAULT_TIME_ZONE = 'Asia/Tokyo';

/**
 * Maximum length, in characters, of a user's nickname and of the name of a device, a group or a webhook; also of the
 * owner's name for the other side of a pair.
 */
export const MAX_NAME = 100;

/** UTF-16 units of the name under which a guest joins. */
export const MAX_GUEST_NAME = 80;

/** UTF-16 units of one message of a call's chat. */
export const MAX_CHAT_CHARACTERS = 2_000;

/** The words of `password-short` and the hints of forms repeat it (client/src/i18n). */
export const MIN_PASSWORD_LENGTH = 8;

/** Close codes of the socket (RFC 6455, 7.4.2: 4000–4999 are private). What the client does is in SPEC.md, S9. */
export const CloseCode = {
  goingAway: 1001,
  messageTooBig: 1009,
  serviceRestart: 1012,
  tryAgainLater: 1013,
  protocolMismatch: 4000,
  unauthenticated: 4001,
  replaced: 4002,
  abuse: 4008,
  handshakeTimeout: 4009,
  silence: 4010,
  tooSlow: 4011,
} as const;

/** Characters of the id of a media node that the console shows in place of a name: long enough to tell nodes apart. */
export const NODE_NAME_LENGTH = 8;

/** Items that a task names by their ids at most. */
export const MAX_TASK_IDS = 5_000;

/** Rows of a task at most. */
export const MAX_TASK_ROWS = 100_000;

/** Rows of a file that are sent at once. */
export const IMPORT_CHUNK_ROWS = 500;

/** Maximum length of the file name of an import, in UTF-16 units: as long as file systems allow. */
export const MAX_FILE_NAME = 255;

/** Rows of a file, with those that are empty: what a column of PostgreSQL’s type integer holds. */
export const MAX_FILE_LINE = 2_147_483_647;
