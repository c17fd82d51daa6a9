import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import {
  defineEnvironment,
  EnvironmentError,
  flag,
  integer,
  list,
  oneOf,
  optionalSecret,
  optionalText,
  optionalUrl,
  readEnvironment,
  text,
  url,
} from '#platform/environment.ts';
import { LOG_LEVELS } from '#platform/log.ts';
import { defaultSender, isExampleServer, SENDER } from './mail-settings.ts';

/** The media node's variables, which the server hands on to the child that it starts (sfu/src/config.ts reads them). */
const MEDIA_NODE_VARIABLES = [
  'SFU_NODE_ID',
  'SFU_LISTEN_IP',
  'SFU_ANNOUNCED_ADDRESS',
  'SFU_RTC_PORT',
  'SFU_WORKERS',
  'SFU_PEER_ORPHAN_S',
  'SFU_MAX_INCOMING_KBPS',
  'SFU_INITIAL_OUTGOING_KBPS',
  'SFU_HTTP_HOST',
  'SFU_HTTP_PORT',
  'SFU_SHUTDOWN_SECONDS',
  'MEDIASOUP_WORKER_BIN',
  'RECORDING_FOLDER',
  'RECORDING_MIN_FREE_MB',
];

/** All variables of the server, in the order of the README's table. */
export const serverEnvironment = defineEnvironment(
  {
    // Where it listens
    host: text('HOST', { default: '127.0.0.1', meaning: 'Address to listen on.' }),
    port: integer('PORT', {
      default: 3000,
      minimum: 0,
      maximum: 65_535,
      meaning: 'Port of pages, API and signalling; 0 takes a free one.',
    }),
    publicUrl: optionalUrl('PUBLIC_URL', {
      protocols: ['http', 'https'],
      defaultText: '`http://localhost:PORT`',
      meaning: 'What people type into the browser; links in mails begin with it.',
    }),
    corsOrigins: list('CORS_ORIGINS', {
      parseItem: parseOrigin,
      meaning:
        'Origins of other sites whose pages may use the API and the socket, e.g. `https://console.example.com`.',
    }),
    trustedProxies: list('TRUSTED_PROXIES', {
      parseItem: parseNetwork,
      meaning: 'Addresses or networks (CIDR) of reverse proxies whose `X-Forwarded-For` is believed.',
    }),

    // Where data lies
    dataFolder: text('DATA_DIR', {
      default: './data',
      meaning: 'Folder of the files that the server keeps itself.',
    }),
    clientFolder: text('CLIENT_DIR', { default: './dist/client', meaning: 'The built client.' }),
    databaseUrl: url('DATABASE_URL', {
      protocols: ['postgres', 'postgresql'],
      defaultText: 'set by `npm start`, which brings its own',
      meaning: 'PostgreSQL, version 18 or newer.',
    }),
    databasePoolSize: integer('DATABASE_POOL_SIZE', {
      default: 10,
      minimum: 2,
      maximum: 500,
      meaning: 'Connections to PostgreSQL at most, a server.',
    }),
    databaseConnectTimeoutMs: integer('DATABASE_CONNECT_TIMEOUT_MS', {
      default: 5_000,
      minimum: 100,
      maximum: 60_000,
      meaning: 'Time for a free connection; a request that gets none is answered with 503.',
    }),
    databaseStatementTimeoutMs: integer('DATABASE_STATEMENT_TIMEOUT_MS', {
      default: 30_000,
      minimum: 1_000,
      maximum: 600_000,
      meaning: 'Time for one statement.',
    }),

    databaseFolder: optionalText('DATABASE_FOLDER', {
      defaultText: 'set by `npm start` for its own database; else none: the disk is not watched',
      meaning: 'A folder on the disk of the database, where that is a disk of this machine.',
    }),
    databaseWarnFreeMb: integer('DATABASE_WARN_FREE_MB', {
      default: 1_024,
      minimum: 0,
      maximum: 1_000_000,
      meaning: 'With fewer megabytes free on that disk administrators are warned.',
    }),
    databaseMinFreeMb: integer('DATABASE_MIN_FREE_MB', {
      default: 256,
      minimum: 0,
      maximum: 1_000_000,
      meaning:
        'Megabytes that stay free on that disk for calls in progress: with less, new calls and changes are refused (`storage-full`).',
    }),

    // Accounts
    authSecret: optionalSecret('AUTH_SECRET', {
      minLength: 32,
      defaultText: 'made once, kept in the data folder; in a cluster it must be set',
      meaning: 'Signs access tokens; the same on all servers of a cluster.',
    }),
    accessTokenMinutes: integer('AUTH_ACCESS_TOKEN_MINUTES', {
      default: 15,
      minimum: 1,
      maximum: 60,
      meaning: 'Life of an access token.',
    }),
    refreshTokenDays: integer('AUTH_REFRESH_TOKEN_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 365,
      meaning: 'Life of a refresh token; each use gives a new one.',
    }),
    attemptWindowMinutes: integer('AUTH_ATTEMPT_WINDOW_MINUTES', {
      default: 15,
      minimum: 1,
      maximum: 1_440,
      meaning: 'Time over which the attempts below are counted.',
    }),
    attemptsPerAccount: integer('AUTH_ATTEMPTS_PER_ACCOUNT', {
      default: 10,
      minimum: 1,
      maximum: 10_000,
      meaning:
        'Maximum failed sign-ins, requested e-mails and link attempts per account and IP address, or per account and known browser.',
    }),
    attemptsPerAccountAnywhere: integer('AUTH_ATTEMPTS_PER_ACCOUNT_ANYWHERE', {
      default: 300,
      minimum: 1,
      maximum: 100_000,
      meaning: 'The same of an account from all network addresses together.',
    }),
    attemptsPerAddress: integer('AUTH_ATTEMPTS_PER_ADDRESS', {
      default: 100,
      minimum: 1,
      maximum: 100_000,
      meaning:
        'Failed sign-ins, sign-ups, mails asked for and links tried, a network address (of IPv6 a /64).',
    }),
    deviceRequestsPerDay: integer('DEVICE_REQUESTS_PER_DAY', {
      default: 50,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Requests for a pair with a device, a sender and a network address a day.',
    }),
    requestsPerMinute: integer('REST_REQUESTS_PER_MINUTE', {
      default: 3_000,
      minimum: 10,
      maximum: 1_000_000,
      meaning:
        'Requests to the API per minute and network address (of IPv6 a /64), on one server. A frame on a socket counts as a tenth of one.',
    }),
    accountRequestsPerMinute: integer('ACCOUNT_REQUESTS_PER_MINUTE', {
      default: 3_000,
      minimum: 10,
      maximum: 1_000_000,
      meaning:
        'Requests to the API and frames on all sockets per minute and user, device, guest or administrator, on one server; a fifth of them at once.',
    }),
    socketsPerAddress: integer('SOCKETS_PER_ADDRESS', {
      default: 500,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Open signalling sockets a network address, on one server.',
    }),

    // Audit trail
    logKeepDays: integer('LOG_KEEP_DAYS', {
      default: 365,
      minimum: 30,
      maximum: 36_500,
      meaning:
        'How long the log of who did what is kept. Until then nothing can change it, except that ids replace the names of deleted people.',
    }),

    // Notifications
    notificationKeepDays: integer('NOTIFICATION_KEEP_DAYS', {
      default: 365,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long notifications are kept after they have appeared.',
    }),

    // Tasks of the console
    taskKeepDays: integer('TASK_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long the results of bulk actions and imports are kept.',
    }),

    // Mail
    smtpUrl: optionalUrl('SMTP_URL', {
      protocols: ['smtp', 'smtps'],
      defaultText: 'none: mail is kept in an outbox',
      meaning:
        'Mail server, e.g. `smtps://user:password@mail.example.com`; without it mail is only kept. [docs/operations.md](docs/operations.md#mail) has its options.',
    }),
    devMailbox: flag('DEV_MAILBOX', {
      default: false,
      meaning:
        'Without a mail server, shows outgoing mail at `/dev/mailbox` to browsers on this machine that ask for the address of `PUBLIC_URL`; `npm start` sets it on a local server.',
    }),
    operatorName: optionalText('OPERATOR_NAME', {
      pattern: { test: /^[^\r\n]{1,100}$/, says: 'a name of at most 100 characters' },
      defaultText: 'the host of `PUBLIC_URL`',
      meaning: 'Who runs this installation, as e-mails name it.',
    }),
    mailFrom: optionalText('MAIL_FROM', {
      pattern: SENDER,
      defaultText: '`Hibiki <no-reply@HOST>`, with the host of `PUBLIC_URL`',
      meaning: 'Sender of all mail.',
    }),
    mailsPerSenderDay: integer('MAIL_PER_SENDER_DAY', {
      default: 200,
      minimum: 1,
      maximum: 1_000_000,
      meaning:
        'Mails that one user, device, manager or administrator may cause in a day, without the invitations of imports.',
    }),
    invitationsPerCustomerDay: integer('MAIL_INVITATIONS_PER_CUSTOMER_DAY', {
      default: 500,
      minimum: 1,
      maximum: 100_000,
      meaning:
        'Invitations of imported users that go out in a day for one customer, and for one manager; the rest of them wait for the next days.',
    }),
    invitationsPerUnverifiedCustomerDay: integer('MAIL_INVITATIONS_PER_UNVERIFIED_CUSTOMER_DAY', {
      default: 20,
      minimum: 1,
      maximum: 100_000,
      meaning: 'The same for a customer that has not verified its mail address.',
    }),
    mailsPerRecipientDay: integer('MAIL_PER_RECIPIENT_DAY', {
      default: 30,
      minimum: 1,
      maximum: 1_000_000,
      meaning:
        'Mails to one address in a day; of links that were asked for, one an hour still goes out beyond it.',
    }),
    invitationsToSameDay: integer('MAIL_INVITATIONS_TO_SAME_DAY', {
      default: 10,
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'Invitations in a day from one user or device to one address.',
    }),
    invitationRepeatMinutes: integer('MAIL_INVITATION_REPEAT_MINUTES', {
      default: 10,
      minimum: 0,
      maximum: 1_440,
      meaning: 'Time before the same address is invited to the same call or pair again.',
    }),
    linkRepeatSeconds: integer('MAIL_LINK_REPEAT_SECONDS', {
      default: 60,
      minimum: 0,
      maximum: 3_600,
      meaning:
        'Time before another link to verify an address or to reset a password goes to the same address.',
    }),
    mailRequestsPerNetworkDay: integer('MAIL_REQUESTS_PER_NETWORK_DAY', {
      default: 500,
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'Sign-ups and requests for a link in a day from one network address.',
    }),
    mailKeepDays: integer('MAIL_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning:
        'How long sent mail is kept: to whom, what about and when. The text, with its links, is removed once a mail server has taken it.',
    }),

    // Webhooks
    webhookPrivateAddresses: flag('WEBHOOK_PRIVATE_ADDRESSES', {
      default: false,
      meaning:
        'Webhooks may lead into private networks, and by http to this machine; their managers see the beginning of what is answered.',
    }),
    webhookKeepDays: integer('WEBHOOK_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long settled deliveries to webhooks are kept.',
    }),

    // Web Push
    webPushPublicKey: optionalText('WEB_PUSH_PUBLIC_KEY', {
      pattern: { test: /^[\w-]{87}$/, says: 'a public key (`npm run env` makes a pair)' },
      defaultText: 'made once, kept in the data folder; in a cluster none, and no one is rung by push',
      meaning:
        'Tells push services who rings people whose pages are closed (VAPID); the same on all servers of a cluster.',
    }),
    webPushPrivateKey: optionalSecret('WEB_PUSH_PRIVATE_KEY', {
      minLength: 43,
      defaultText: 'as the public key',
      meaning: 'The private key to it.',
    }),
    webPushContact: optionalUrl('WEB_PUSH_CONTACT', {
      protocols: ['mailto', 'https'],
      defaultText: '`PUBLIC_URL` if it begins with https, else the address of `MAIL_FROM`',
      meaning: 'Where the operators of push services reach you, e.g. `mailto:operator@example.com`.',
    }),
    webPushPrivateAddresses: flag('WEB_PUSH_PRIVATE_ADDRESSES', {
      default: false,
      meaning: 'Push services may lie in private networks, and by http on this machine.',
    }),

    // Calls
    natsUrl: optionalUrl('NATS_URL', {
      protocols: ['nats', 'tls'],
      several: true,
      defaultText: 'none: the server starts one media node itself',
      meaning:
        'Bus of a cluster: servers and media nodes are then started separately. `nats://[user:password@]host:port` or `nats://token@host:port`, several separated by commas; `tls://` encrypts.',
    }),
    natsCredentialsFile: optionalText('NATS_CREDENTIALS_FILE', {
      meaning: 'Credentials for the bus (`.creds`), where `NATS_URL` has none.',
    }),
    natsCaFile: optionalText('NATS_CA_FILE', {
      meaning:
        'Certificates (PEM) that the connection to the bus trusts; with it the connection is encrypted.',
      defaultText: 'those of Node.js',
    }),
    stunUrls: list('STUN_URLS', {
      parseItem: parseIceUrl(['stun', 'stuns']),
      meaning: 'STUN servers for 1-to-1 calls across networks.',
    }),
    turnUrls: list('TURN_URLS', {
      parseItem: parseIceUrl(['turn', 'turns']),
      meaning: 'TURN servers, e.g. `turn:turn.example.com:3478?transport=udp`.',
    }),
    turnSecret: optionalSecret('TURN_SECRET', {
      minLength: 16,
      meaning: 'Shared with coturn (`static-auth-secret`); needed with `TURN_URLS`.',
    }),
    selfTest: flag('SELF_TEST', {
      default: true,
      meaning: 'Enables the public connection check at `/selftest`.',
    }),
    turnCredentialSeconds: integer('TURN_CREDENTIAL_SECONDS', {
      default: 3_600,
      minimum: 60,
      maximum: 86_400,
      meaning: 'Life of the TURN credentials that a call gets.',
    }),
    sessionGraceSeconds: integer('SESSION_GRACE_SECONDS', {
      default: 30,
      minimum: 1,
      maximum: 600,
      meaning: 'How long a call waits for a member whose connection was lost.',
    }),

    guestsPerAddress: integer('GUESTS_PER_ADDRESS', {
      default: 20,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Guests in calls at once, a network address and server.',
    }),
    guestSessionsPerMinute: integer('GUEST_SESSIONS_PER_MINUTE', {
      default: 60,
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'Guests who come in a minute, a network address, and a link.',
    }),

    // Recordings
    recordingKeepDays: integer('RECORDING_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long recordings are kept, where their customer says nothing else.',
    }),
    recordingMaxHours: integer('RECORDING_MAX_HOURS', {
      default: 8,
      minimum: 1,
      maximum: 72,
      meaning: 'A recording stops after this long.',
    }),

    // Pages of the operator
    usersPageUrl: optionalUrl('USERS_PAGE_URL', {
      protocols: ['http', 'https'],
      defaultText: '`/about`',
      meaning: 'Where “For users” at the foot of each page leads.',
    }),
    copyrightUrl: optionalUrl('COPYRIGHT_URL', {
      protocols: ['http', 'https'],
      defaultText: '`/about`',
      meaning: 'Where the copyright line at the foot of each page leads.',
    }),
    privacyUrl: optionalUrl('PRIVACY_URL', {
      protocols: ['http', 'https'],
      defaultText: '`/privacy`',
      meaning: "The operator's privacy policy. The terms of service at `/terms` are part of the product.",
    }),

    // Running it
    demoData: flag('DEMO_DATA', {
      default: false,
      meaning:
        'Makes demo accounts once, with their passwords in the data folder, and switches the services of the default customer on; `npm start` sets it.',
    }),
    logLevel: oneOf('LOG_LEVEL', {
      default: 'info',
      choices: LOG_LEVELS,
      meaning: 'Least level that is written.',
    }),
    metricsToken: optionalSecret('METRICS_TOKEN', {
      minLength: 16,
      meaning: 'Bearer token for `/metrics`, which does not exist without it.',
    }),
    metricsWithoutToken: flag('METRICS_WITHOUT_TOKEN', {
      default: false,
      meaning: 'Opens `/metrics` to anyone who reaches the server; for a network of its own.',
    }),
    shutdownSeconds: integer('SHUTDOWN_SECONDS', {
      default: 10,
      minimum: 1,
      maximum: 300,
      meaning: 'Time allowed for a graceful shutdown. After that, the server exits immediately.',
    }),
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', {
      default: 0,
      minimum: 0,
      maximum: 300,
      meaning:
        'How long the server keeps answering after SIGTERM while `/readyz` says 503, so that load balancers stop sending clients to it.',
    }),
  },
  { alsoKnown: MEDIA_NODE_VARIABLES },
);

export interface Config
  extends Omit<ReturnType<typeof readServerEnvironment>, 'publicUrl' | 'mailFrom' | 'operatorName'> {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly mailFrom: string;
  readonly operatorName: string;
  /** The environment of the media node that the server starts: all but what is the server's own, secrets above all. */
  readonly mediaNodeEnv: Readonly<Record<string, string | undefined>>;
}

const readServerEnvironment = (env: Readonly<Record<string, string | undefined>>) =>
  readEnvironment(serverEnvironment, env);

/** Throws `EnvironmentError`, which names every variable that is wrong. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = readServerEnvironment(env);
  if (values.turnUrls.length > 0 && values.turnSecret === null) {
    throw new EnvironmentError(['TURN_SECRET must be set where TURN_URLS is']);
  }
  if (values.natsUrl !== null && values.authSecret === null) {
    throw new EnvironmentError([
      'AUTH_SECRET must be set where NATS_URL is, the same on all servers: each would make its own, and refuse the tokens of the others',
    ]);
  }
  if (values.smtpUrl !== null && isExampleServer(values.smtpUrl)) {
    throw new EnvironmentError(['SMTP_URL must name a mail server of your own, not that of an example']);
  }
  checkWebPushKeys(values);
  // As browsers write it: scheme and host in small letters, and no port that goes without saying.
  const publicUrl = new URL(values.publicUrl ?? `http://localhost:${values.port}`).origin;
  if (values.devMailbox && !isLocal({ host: values.host, publicUrl })) {
    throw new EnvironmentError([
      'DEV_MAILBOX must not be set where HOST or PUBLIC_URL lead beyond this machine',
    ]);
  }
  if (values.publicUrl !== null && new URL(values.publicUrl).pathname !== '/') {
    throw new EnvironmentError(['PUBLIC_URL must have no path: the pages lie at the root of their host']);
  }
  return Object.freeze({
    ...values,
    publicUrl,
    mailFrom: values.mailFrom ?? defaultSender(publicUrl),
    operatorName: values.operatorName ?? new URL(publicUrl).host,
    dataFolder: resolve(values.dataFolder),
    clientFolder: resolve(values.clientFolder),
    mediaNodeEnv: Object.freeze({
      RECORDING_FOLDER: join(resolve(values.dataFolder), 'recordings'),
      ...withoutOwn(env),
    }),
  });
}

function checkWebPushKeys({
  webPushPublicKey: publicKey,
  webPushPrivateKey: privateKey,
}: Pick<Config, 'webPushPublicKey' | 'webPushPrivateKey'>): void {
  if ((publicKey === null) !== (privateKey === null)) {
    throw new EnvironmentError(['WEB_PUSH_PUBLIC_KEY and WEB_PUSH_PRIVATE_KEY must be set together']);
  }
  if (privateKey !== null && webPushPublicKeyOf(privateKey) !== publicKey) {
    throw new EnvironmentError(['WEB_PUSH_PRIVATE_KEY must be the private key to WEB_PUSH_PUBLIC_KEY']);
  }
}

/** Null where the private key is none. */
export function webPushPublicKeyOf(privateKey: string): string | null {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
    return ecdh.getPublicKey('base64url');
  } catch {
    return null;
  }
}

function withoutOwn(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const own = new Set(Object.values(serverEnvironment.variables).map(({ name }) => name));
  for (const shared of ['LOG_LEVEL', 'METRICS_TOKEN']) own.delete(shared);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.has(name)));
}

/** No one but this machine is meant to reach the server. */
export const isLocal = (config: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopback(config.host) && isLoopback(new URL(config.publicUrl).hostname);

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host);

function parseNetwork(value: string): string {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  const validPrefix =
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
  if (version === 0 || !validPrefix || rest.length > 0) throw new Error('addresses or networks (CIDR)');
  return value;
}

function parseOrigin(value: string): string {
  const isOrigin =
    /^https?:/i.test(value) && URL.canParse(value) && new URL(value).href === `${value.toLowerCase()}/`;
  if (!isOrigin) throw new Error('a list of origins (scheme, host and port alone)');
  return value.toLowerCase();
}

function parseIceUrl(schemes: readonly string[]): (value: string) => string {
  // RFC 7064 and RFC 7065: scheme:host[:port], and for TURN ?transport=udp|tcp.
  const pattern = new RegExp(`^(${schemes.join('|')}):[^/?\\s]+(\\?transport=(udp|tcp))?$`);
  return (value) => {
    if (!pattern.test(value)) throw new Error(`a list of ${schemes.join(': or ')}: URLs`);
    return value;
  };
}
