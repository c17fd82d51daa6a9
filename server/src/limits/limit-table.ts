import { messageRates } from '#platform/chat/chat-log.ts';
import type { Rate } from '#platform/token-bucket.ts';
import { TEST_PAUSE_S } from '#protocol/rest/resources/webhook.ts';
import type { Config } from '#server/config.ts';

/** The key of a numeric setting in the configuration. */
export type NumberSetting = {
  [Key in keyof Config]: Config[Key] extends number ? Key : never;
}[keyof Config];

interface CountedLimit {
  /** What is counted. */
  readonly counts: string;
  /** Who or what has a count of their own. */
  readonly per: string;
  /** Where it is counted: by each server for itself, by all servers together, or where the call lives. */
  readonly countedBy: 'each server' | 'all servers' | 'the call';
}

export type Limit = CountedLimit &
  (
    | { readonly kind: 'rate'; readonly rate: Rate }
    /** A rate that an operator sets. `burst` is the part of a minute's maximum that is let through at once. */
    | { readonly kind: 'per-minute'; readonly most: NumberSetting; readonly burst: number }
    /** So many in a time that begins with the first. */
    | { readonly kind: 'window'; readonly most: NumberSetting; readonly minutes: number | NumberSetting }
    | { readonly kind: 'at-once'; readonly most: number | NumberSetting }
    | { readonly kind: 'pause'; readonly seconds: number }
    /** Rules of several settings, counted from what they limit. */
    | { readonly kind: 'rules'; readonly settings: readonly NumberSetting[] }
  );

/** Minutes of a day. */
const DAY = 1_440;

/**
 * All limits on how often something may be asked for, by the name under which `hibiki_refused_total` counts refusals. The
 * code takes its numbers from here, and docs/operations.md shows them (scripts/limit-table.ts).
 */
export const limitTable = {
  'requests-person': {
    kind: 'per-minute',
    counts: 'requests to the API, and frames on all sockets',
    per: 'user, device, guest or administrator',
    most: 'accountRequestsPerMinute',
    burst: 0.2,
    countedBy: 'each server',
  },
  'requests-address': {
    kind: 'per-minute',
    counts: 'requests to the API, and frames on all sockets, a tenth each',
    per: 'address',
    most: 'requestsPerMinute',
    burst: 1,
    countedBy: 'each server',
  },
  'requests-at-once-person': {
    kind: 'at-once',
    counts: 'requests to the API that are worked on; further ones wait for their turn',
    per: 'user, device or administrator',
    most: 4,
    countedBy: 'each server',
  },
  'requests-at-once-address': {
    kind: 'at-once',
    counts:
      'requests to the API without an account that are worked on, as to sign in; further ones wait for their turn',
    per: 'address',
    most: 8,
    countedBy: 'each server',
  },
  'frames-at-once-person': {
    kind: 'at-once',
    counts:
      'frames that look up who may do what, as to begin or join a call; further ones wait for their turn',
    per: 'user, device, guest or administrator',
    most: 4,
    countedBy: 'each server',
  },
  'frames-socket': {
    kind: 'rate',
    counts: 'frames',
    per: 'socket',
    rate: { burst: 200, refillMs: 20 },
    countedBy: 'each server',
  },
  'refused-frames-socket': {
    kind: 'rate',
    counts: 'frames that are refused or unreadable; beyond it the socket is closed',
    per: 'socket',
    rate: { burst: 100, refillMs: 1_000 },
    countedBy: 'each server',
  },
  'sockets-address': {
    kind: 'at-once',
    counts: 'open sockets',
    per: 'address',
    most: 'socketsPerAddress',
    countedBy: 'each server',
  },
  'sessions-person': {
    kind: 'at-once',
    counts: 'sessions: browsers and tabs',
    per: 'user, device, guest or administrator',
    most: 50,
    countedBy: 'each server',
  },
  'guests-address': {
    kind: 'at-once',
    counts: 'sessions of guests',
    per: 'address',
    most: 'guestsPerAddress',
    countedBy: 'each server',
  },
  'guest-sessions-address': {
    kind: 'window',
    counts: 'new sessions of guests',
    per: 'address',
    most: 'guestSessionsPerMinute',
    minutes: 1,
    countedBy: 'all servers',
  },
  'guest-sessions-link': {
    kind: 'window',
    counts: 'new sessions of guests',
    per: 'guest link',
    most: 'guestSessionsPerMinute',
    minutes: 1,
    countedBy: 'all servers',
  },
  'attempts-address': {
    kind: 'window',
    counts: 'failed sign-ins, sign-ups, mail requests, links that don’t work and self-tests, each kind apart',
    per: 'address',
    most: 'attemptsPerAddress',
    minutes: 'attemptWindowMinutes',
    countedBy: 'all servers',
  },
  'attempts-account': {
    kind: 'window',
    counts:
      'failed sign-ins, wrong passwords of a signed-in account or a recording’s link, and mail requests, each kind apart',
    per: 'account and address',
    most: 'attemptsPerAccount',
    minutes: 'attemptWindowMinutes',
    countedBy: 'all servers',
  },
  'attempts-account-anywhere': {
    kind: 'window',
    counts:
      'failed sign-ins, wrong passwords of a signed-in account or a recording’s link, and mail requests, each kind apart',
    per: 'account',
    most: 'attemptsPerAccountAnywhere',
    minutes: 'attemptWindowMinutes',
    countedBy: 'all servers',
  },
  'attempts-browser': {
    kind: 'window',
    counts: 'the same in a browser that has signed in to the account before, instead of the three above',
    per: 'account and browser',
    most: 'attemptsPerAccount',
    minutes: 'attemptWindowMinutes',
    countedBy: 'all servers',
  },
  'managed-mails': {
    kind: 'window',
    counts: 'mails that a manager asks for, for an account',
    per: 'account',
    most: 'attemptsPerAccount',
    minutes: 'attemptWindowMinutes',
    countedBy: 'all servers',
  },
  'mail-requests-address': {
    kind: 'window',
    counts: 'sign-ups and mail requests',
    per: 'address',
    most: 'mailRequestsPerNetworkDay',
    minutes: DAY,
    countedBy: 'all servers',
  },
  mails: {
    kind: 'rules',
    counts: 'mails; the error is `too-many-mails`',
    per: 'sender, recipient, or both',
    settings: [
      'mailsPerSenderDay',
      'mailsPerRecipientDay',
      'invitationsToSameDay',
      'invitationRepeatMinutes',
      'linkRepeatSeconds',
    ],
    countedBy: 'all servers',
  },
  'device-requests-address': {
    kind: 'window',
    counts: 'requests for a pair with a device',
    per: 'address',
    most: 'deviceRequestsPerDay',
    minutes: DAY,
    countedBy: 'all servers',
  },
  'device-requests-sender': {
    kind: 'window',
    counts: 'requests for a pair with a device',
    per: 'sender',
    most: 'deviceRequestsPerDay',
    minutes: DAY,
    countedBy: 'all servers',
  },
  'webhook-tests': {
    kind: 'window',
    counts: 'test events of webhooks',
    per: 'customer',
    most: 'attemptsPerAddress',
    minutes: 'attemptWindowMinutes',
    countedBy: 'all servers',
  },
  'webhook-test-pause': {
    kind: 'pause',
    counts: 'test events of webhooks',
    per: 'webhook',
    seconds: TEST_PAUSE_S,
    countedBy: 'all servers',
  },
  'tasks-person': {
    kind: 'at-once',
    counts: 'bulk actions and imports in progress',
    per: 'manager or administrator',
    most: 20,
    countedBy: 'all servers',
  },
  'imports-person': {
    kind: 'at-once',
    counts: 'imports that were begun and do not run yet',
    per: 'manager or administrator',
    most: 50,
    countedBy: 'all servers',
  },
  'exports-customer': {
    kind: 'at-once',
    counts: 'downloads of whole lists',
    per: 'customer, or administrator',
    most: 2,
    countedBy: 'each server',
  },
  rings: {
    kind: 'rate',
    counts: 'rings',
    per: 'caller and person called',
    rate: { burst: 20, refillMs: 6_000 },
    countedBy: 'each server',
  },
  'rings-link': {
    kind: 'rate',
    counts: 'rings',
    per: 'guest link',
    rate: { burst: 60, refillMs: 3_000 },
    countedBy: 'each server',
  },
  'messages-person': {
    kind: 'rate',
    counts: 'chat messages in a call',
    per: 'person',
    rate: messageRates['messages-person'],
    countedBy: 'the call',
  },
  'messages-link': {
    kind: 'rate',
    counts: 'chat messages in a call',
    per: 'guest link',
    rate: messageRates['messages-link'],
    countedBy: 'the call',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limitTable;

/** The names of the limits of one kind. */
export type LimitOfKind<Kind extends Limit['kind']> = {
  [Name in LimitName]: (typeof limitTable)[Name]['kind'] extends Kind ? Name : never;
}[LimitName];
