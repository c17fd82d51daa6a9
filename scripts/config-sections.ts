import type { serverEnvironment } from '#server/config.ts';
import type { mediaNodeEnvironment } from '#sfu/config.ts';

/** Key of a setting in the configuration of the server or of a media node. */
export type SettingKey =
  | keyof typeof serverEnvironment.variables
  | keyof typeof mediaNodeEnvironment.variables;

export interface ConfigSection {
  readonly title: string;
  /** A sentence or two below the title, in Markdown. */
  readonly text: string;
  readonly settings: readonly SettingKey[];
}

/** Sections of docs/configuration.md, in order. */
const SECTIONS = [
  {
    title: 'Basics',
    text: 'Where the server listens, the address that people open, and where its files are.',
    settings: ['publicUrl', 'host', 'port', 'trustedProxies', 'corsOrigins', 'dataFolder', 'clientFolder'],
  },
  {
    title: 'Database',
    text: 'PostgreSQL. `npm start` brings its own and sets `DATABASE_URL` and `DATABASE_FOLDER`.',
    settings: [
      'databaseUrl',
      'databasePoolSize',
      'databaseConnectTimeoutMs',
      'databaseStatementTimeoutMs',
      'databaseFolder',
      'databaseWarnFreeMb',
      'databaseMinFreeMb',
    ],
  },
  {
    title: 'Sign-in',
    text: 'Secrets, the lifetime of tokens, and limits on attempts. [All limits](operations.md#limits) are in one table.',
    settings: [
      'authSecret',
      'accessTokenMinutes',
      'refreshTokenDays',
      'attemptWindowMinutes',
      'attemptsPerAccount',
      'attemptsPerAccountAnywhere',
      'attemptsPerAddress',
    ],
  },
  {
    title: 'Request limits',
    text: 'How much one person or one network may ask for. An address is an IPv4 address or an IPv6 /64.',
    settings: [
      'requestsPerMinute',
      'accountRequestsPerMinute',
      'socketsPerAddress',
      'deviceRequestsPerDay',
      'guestsPerAddress',
      'guestSessionsPerMinute',
    ],
  },
  {
    title: 'Mail',
    text: 'The mail server, the sender, and limits per day. [Mail](operations.md#mail) has the options of `SMTP_URL`.',
    settings: [
      'smtpUrl',
      'mailFrom',
      'operatorName',
      'devMailbox',
      'mailsPerSenderDay',
      'mailsPerRecipientDay',
      'invitationsPerCustomerDay',
      'invitationsPerUnverifiedCustomerDay',
      'invitationsToSameDay',
      'invitationRepeatMinutes',
      'linkRepeatSeconds',
      'mailRequestsPerNetworkDay',
      'mailKeepDays',
    ],
  },
  {
    title: 'Calls and TURN',
    text: 'STUN and TURN for calls across networks and firewalls. coturn needs the same `TURN_SECRET`.',
    settings: [
      'stunUrls',
      'turnUrls',
      'turnSecret',
      'turnCredentialSeconds',
      'sessionGraceSeconds',
      'selfTest',
    ],
  },
  {
    title: 'Group calls',
    text: 'The media node. Without `NATS_URL`, `npm start` starts one (or a server that is started by itself) and passes these settings on to it.',
    settings: [
      'supervised',
      'listenIps',
      'announcedAddresses',
      'rtcPort',
      'workers',
      'maxIncomingKbps',
      'initialOutgoingKbps',
      'peerOrphanS',
      'nodeId',
      'workerBin',
    ],
  },
  {
    title: 'Recording',
    text: 'Recordings on the server. Those made in the browser stay with the person who made them.',
    settings: [
      'recordingsFolder',
      'recordingsMinFreeMb',
      'bucketName',
      'bucketEndpoint',
      'bucketRegion',
      'bucketPrefix',
      'bucketKeyId',
      'bucketSecret',
      'recordingKeepDays',
      'recordingMaxHours',
      'ffmpegPath',
      'filmPriority',
    ],
  },
  {
    title: 'Cluster',
    text: 'With `NATS_URL`, servers and media nodes start separately, in any number. Both read these settings.',
    settings: ['natsUrl', 'natsCredentialsFile', 'natsCaFile'],
  },
  {
    title: 'Push and webhooks',
    text: 'Ringing closed browsers by Web Push, and notifying your own systems by webhook.',
    settings: [
      'webPushPublicKey',
      'webPushPrivateKey',
      'webPushContact',
      'webPushPrivateAddresses',
      'webhookPrivateAddresses',
      'webhookKeepDays',
    ],
  },
  {
    title: 'Kept records',
    text: 'How long records are kept. Mail, webhook deliveries and recordings have their own settings above.',
    settings: ['logKeepDays', 'notificationKeepDays', 'taskKeepDays'],
  },
  {
    title: 'Monitoring and shutdown',
    text: 'Logs, metrics and the end of a process. [Monitoring](operations.md#what-to-watch) says what to watch.',
    settings: [
      'logLevel',
      'metricsToken',
      'metricsWithoutToken',
      'httpHost',
      'httpPort',
      'shutdownSeconds',
      'shutdownDelaySeconds',
      'shutdownS',
    ],
  },
  {
    title: 'Pages and demo',
    text: 'Links at the foot of each page, and the demo accounts.',
    settings: ['usersPageUrl', 'copyrightUrl', 'privacyUrl', 'demoData'],
  },
] as const satisfies readonly ConfigSection[];

/** Settings without a section: none, or this file does not compile. */
type Homeless = Exclude<SettingKey, (typeof SECTIONS)[number]['settings'][number]>;

/** Sections of docs/configuration.md. A new setting goes into one of them: the parameter's type names those that are missing. */
const complete = (sections: [Homeless] extends [never] ? readonly ConfigSection[] : Homeless) => sections;
export const CONFIG_SECTIONS = complete(SECTIONS);
