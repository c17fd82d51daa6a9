import { createECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { BEARER_TOKEN } from '#platform/bearer-token.ts';
import { checkCredentials } from '#platform/bus/nats-settings.ts';
import { checkCertificates } from '#platform/certificates.ts';
import {
  defineEnvironment,
  EnvironmentError,
  flag,
  integer,
  list,
  oneOf,
  optionalFile,
  optionalSecret,
  optionalText,
  optionalUrl,
  readEnvironment,
  text,
  url,
} from '#platform/environment.ts';
import { LOG_LEVELS } from '#platform/log.ts';
import { DATABASE_OPTIONS, databaseOptionProblem } from './database-url.ts';
import { defaultSender, isExampleServer, SENDER } from './mail-settings.ts';
import { SMTP_OPTIONS, smtpOptionProblem } from './smtp-options.ts';

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
  'RECORDING_S3_BUCKET',
  'RECORDING_S3_ENDPOINT',
  'RECORDING_S3_REGION',
  'RECORDING_S3_PREFIX',
  'RECORDING_S3_ACCESS_KEY_ID',
  'RECORDING_S3_SECRET_ACCESS_KEY',
  'FFMPEG_PATH',
  'FILM_PRIORITY',
];

/** Where `npm run build` puts the client. */
const CLIENT_FOLDER = './dist/client';

/** All variables of the server. scripts/config-sections.ts gives each its section in docs/configuration.md. */
export const serverEnvironment = defineEnvironment(
  {
    // Where it listens
    host: text('HOST', {
      default: '127.0.0.1',
      meaning: 'Address to listen on. `0.0.0.0` listens on all addresses of the machine.',
    }),
    port: integer('PORT', {
      default: 3000,
      minimum: 0,
      maximum: 65_535,
      meaning: 'Port of pages, API and signalling. 0 takes a free one.',
    }),
    publicUrl: optionalUrl('PUBLIC_URL', {
      protocols: ['http', 'https'],
      defaultText: '`http://localhost:PORT`',
      meaning: 'Address that people open in the browser. Links in e-mails begin with it.',
    }),
    corsOrigins: list('CORS_ORIGINS', {
      parseItem: parseOrigin,
      meaning:
        'Origins of other sites whose pages may use the API and the socket, e.g. `https://console.example.com`.',
    }),
    trustedProxies: list('TRUSTED_PROXIES', {
      parseItem: parseNetwork,
      meaning:
        'Addresses or networks (CIDR) of your reverse proxies. The server believes their `X-Forwarded-For`.',
    }),

    // Where data lies
    dataFolder: text('DATA_DIR', {
      default: './data',
      meaning: "Folder of the server's own files: secrets, demo accounts, and by default recordings.",
    }),
    clientFolder: optionalText('CLIENT_DIR', {
      defaultText: `\`${CLIENT_FOLDER}\``,
      meaning:
        'Folder of the built client. If it is set, the server refuses to start without an `index.html` there.',
    }),
    databaseUrl: url('DATABASE_URL', {
      protocols: ['postgres', 'postgresql'],
      // With the folder of a socket as its `host` parameter.
      hostless: true,
      defaultText: 'set by `npm start`, which brings its own',
      meaning: `Address of PostgreSQL, version 18 or newer. Options after a \`?\`: ${DATABASE_OPTIONS.map((option) => `\`${option}\``).join(', ')}. Others are refused. [What they mean](operations.md#postgresql).`,
    }),
    databasePoolSize: integer('DATABASE_POOL_SIZE', {
      default: 10,
      minimum: 2,
      maximum: 500,
      meaning:
        'Maximum connections to PostgreSQL per server, apart from those of [jobs](operations.md#pgbouncer).',
    }),
    databaseConnectTimeoutMs: integer('DATABASE_CONNECT_TIMEOUT_MS', {
      default: 5_000,
      minimum: 100,
      maximum: 60_000,
      meaning: 'Maximum wait for a free connection, in ms. Then the request is answered with 503.',
    }),
    databaseStatementTimeoutMs: integer('DATABASE_STATEMENT_TIMEOUT_MS', {
      default: 30_000,
      minimum: 1_000,
      maximum: 600_000,
      meaning: 'Maximum time of one statement, in ms.',
    }),

    supervised: flag('SUPERVISED', {
      default: false,
      defaultText: 'set by `npm start`',
      meaning:
        'The process that starts the server also starts the media node, passes messages between them, and restarts both. Without `NATS_URL` only.',
    }),
    databaseFolder: optionalText('DATABASE_FOLDER', {
      defaultText: 'set by `npm start` for its own database; otherwise none: the disk is not watched',
      meaning:
        "A folder on the database's disk, if that disk belongs to this machine. The server watches its free space.",
    }),
    databaseWarnFreeMb: integer('DATABASE_WARN_FREE_MB', {
      default: 1_024,
      minimum: 0,
      maximum: 1_000_000,
      meaning: 'Administrators are warned when fewer megabytes are free on that disk.',
    }),
    databaseMinFreeMb: integer('DATABASE_MIN_FREE_MB', {
      default: 256,
      minimum: 0,
      maximum: 1_000_000,
      meaning:
        'When fewer megabytes are free on that disk, the server refuses changes and new calls (`storage-full`). Running calls continue.',
    }),

    // Accounts
    authSecret: optionalSecret('AUTH_SECRET', {
      minLength: 32,
      defaultText: 'generated once and kept in the data folder; must be set in a cluster',
      meaning:
        'Signs access tokens, links to recordings and exports, and the cookie of [known browsers](adr/0014-known-browsers.md), and makes the tokens of guest links and share links. The same on all servers of a cluster. A new one ends access tokens and these links; clients get new tokens with their refresh tokens. Both kinds of links go on working, but can’t be shown again.',
    }),
    accessTokenMinutes: integer('AUTH_ACCESS_TOKEN_MINUTES', {
      default: 15,
      minimum: 1,
      maximum: 60,
      meaning: 'Lifetime of an access token, in minutes.',
    }),
    refreshTokenDays: integer('AUTH_REFRESH_TOKEN_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 365,
      meaning: 'Lifetime of a refresh token, in days. Each use returns a new one.',
    }),
    attemptWindowMinutes: integer('AUTH_ATTEMPT_WINDOW_MINUTES', {
      default: 15,
      minimum: 1,
      maximum: 1_440,
      meaning: 'Time over which the attempts below are counted, in minutes.',
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
      meaning: 'Maximum of the same per account from all addresses together.',
    }),
    attemptsPerAddress: integer('AUTH_ATTEMPTS_PER_ADDRESS', {
      default: 100,
      minimum: 1,
      maximum: 100_000,
      meaning:
        'Maximum failed sign-ins, sign-ups, requested e-mails and link attempts per address (per /64 for IPv6).',
    }),
    deviceRequestsPerDay: integer('DEVICE_REQUESTS_PER_DAY', {
      default: 50,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Maximum invitations to devices per day, counted by sender and by address.',
    }),
    requestsPerMinute: integer('REST_REQUESTS_PER_MINUTE', {
      default: 3_000,
      minimum: 10,
      maximum: 1_000_000,
      meaning:
        'Maximum API requests per minute and address, on each server. A frame on a socket counts as a tenth of a request.',
    }),
    accountRequestsPerMinute: integer('ACCOUNT_REQUESTS_PER_MINUTE', {
      default: 3_000,
      minimum: 10,
      maximum: 1_000_000,
      meaning:
        'Maximum API requests and socket frames per minute and user, device, guest or administrator, on each server. A fifth of them may come at once.',
    }),
    socketsPerAddress: integer('SOCKETS_PER_ADDRESS', {
      default: 500,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Maximum open signalling sockets per address, on each server.',
    }),

    // Audit trail
    logKeepDays: integer('LOG_KEEP_DAYS', {
      default: 365,
      minimum: 30,
      maximum: 36_500,
      meaning:
        'How long the audit log is kept, in days. Entries never change, except that ids replace the names of deleted people.',
    }),

    // Notifications
    notificationKeepDays: integer('NOTIFICATION_KEEP_DAYS', {
      default: 365,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long notifications are kept after they appeared, in days.',
    }),

    // Tasks of the console
    taskKeepDays: integer('TASK_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long the results of bulk actions and imports are kept, in days.',
    }),

    // Mail
    smtpUrl: optionalUrl('SMTP_URL', {
      protocols: ['smtp', 'smtps'],
      defaultText: 'none: e-mail stays in an outbox',
      meaning: `Mail server, e.g. \`smtps://user:password@mail.example.com\`. Without it no e-mail is sent. Options after a \`?\`: ${SMTP_OPTIONS.map((option) => `\`${option}\``).join(', ')}. Others are refused.`,
    }),
    devMailbox: flag('DEV_MAILBOX', {
      default: false,
      meaning:
        'Shows outgoing e-mail at `/dev/mailbox` to browsers on this machine that open `PUBLIC_URL`, while there is no mail server. `npm start` sets it on a local server.',
    }),
    operatorName: optionalText('OPERATOR_NAME', {
      pattern: { test: /^[^\r\n]{1,100}$/, says: 'a name of at most 100 characters' },
      defaultText: 'the host of `PUBLIC_URL`',
      meaning: 'Name of whoever runs this installation, as e-mails show it.',
    }),
    mailFrom: optionalText('MAIL_FROM', {
      pattern: SENDER,
      defaultText: '`Hibiki <no-reply@HOST>`, with the host of `PUBLIC_URL`',
      meaning: 'Sender of all e-mail.',
    }),
    mailsPerSenderDay: integer('MAIL_PER_SENDER_DAY', {
      default: 200,
      minimum: 1,
      maximum: 1_000_000,
      meaning:
        'Maximum e-mails per day triggered by one user, device, manager or administrator. Invitations of imports are not counted.',
    }),
    invitationsPerCustomerDay: integer('MAIL_INVITATIONS_PER_CUSTOMER_DAY', {
      default: 500,
      minimum: 1,
      maximum: 100_000,
      meaning:
        'Maximum invitations of imported users per day, for each customer and each manager. The rest wait for the next day.',
    }),
    invitationsPerUnverifiedCustomerDay: integer('MAIL_INVITATIONS_PER_UNVERIFIED_CUSTOMER_DAY', {
      default: 20,
      minimum: 1,
      maximum: 100_000,
      meaning: 'The same for a customer that has not verified its e-mail address.',
    }),
    mailsPerRecipientDay: integer('MAIL_PER_RECIPIENT_DAY', {
      default: 30,
      minimum: 1,
      maximum: 1_000_000,
      meaning:
        'Maximum e-mails per day to one address. Beyond it, one requested link per hour is still sent.',
    }),
    invitationsToSameDay: integer('MAIL_INVITATIONS_TO_SAME_DAY', {
      default: 10,
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'Maximum invitations per day from one user or device to one address.',
    }),
    invitationRepeatMinutes: integer('MAIL_INVITATION_REPEAT_MINUTES', {
      default: 10,
      minimum: 0,
      maximum: 1_440,
      meaning: 'Minimum time between two invitations of one address to the same call or pair, in minutes.',
    }),
    linkRepeatSeconds: integer('MAIL_LINK_REPEAT_SECONDS', {
      default: 60,
      minimum: 0,
      maximum: 3_600,
      meaning:
        'Minimum time between two links to one address that verify it or reset a password, in seconds.',
    }),
    mailRequestsPerNetworkDay: integer('MAIL_REQUESTS_PER_NETWORK_DAY', {
      default: 500,
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'Maximum sign-ups and requested links per day from one address.',
    }),
    mailKeepDays: integer('MAIL_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning:
        'How long recipient, subject and time of sent e-mail are kept, in days. The text is removed once a mail server has accepted it.',
    }),

    // Webhooks
    webhookPrivateAddresses: flag('WEBHOOK_PRIVATE_ADDRESSES', {
      default: false,
      meaning:
        'Lets webhooks reach private networks, and this machine by http. Their managers then see the beginning of each answer.',
    }),
    webhookKeepDays: integer('WEBHOOK_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long finished deliveries are kept, in days.',
    }),

    // Web Push
    webPushPublicKey: optionalText('WEB_PUSH_PUBLIC_KEY', {
      pattern: { test: /^[\w-]{87}$/, says: 'a public key (`npm run env` makes a pair)' },
      defaultText:
        'generated once and kept in the data folder; in a cluster none, and closed browsers do not ring',
      meaning:
        'Public key (VAPID) that identifies this installation to push services. The same on all servers of a cluster.',
    }),
    webPushPrivateKey: optionalSecret('WEB_PUSH_PRIVATE_KEY', {
      minLength: 43,
      defaultText: 'like the public key',
      meaning: 'The matching private key.',
    }),
    webPushContact: optionalUrl('WEB_PUSH_CONTACT', {
      protocols: ['mailto', 'https'],
      defaultText: '`PUBLIC_URL` if it begins with https, otherwise the address of `MAIL_FROM`',
      meaning: 'Where operators of push services can reach you, e.g. `mailto:operator@example.com`.',
    }),
    webPushPrivateAddresses: flag('WEB_PUSH_PRIVATE_ADDRESSES', {
      default: false,
      meaning: 'Lets push services be in private networks, and on this machine by http.',
    }),

    // Calls
    natsUrl: optionalUrl('NATS_URL', {
      protocols: ['nats', 'tls'],
      several: true,
      bare: true,
      defaultText: 'none: the server starts one media node itself',
      meaning:
        'NATS server of a cluster: `nats://[user:password@]host:port` or `nats://token@host:port`, several separated by commas. `tls://` encrypts.',
    }),
    natsCredentialsFile: optionalFile('NATS_CREDENTIALS_FILE', {
      check: checkCredentials,
      meaning: 'File with NATS credentials (`.creds`), if `NATS_URL` has none.',
    }),
    natsCaFile: optionalFile('NATS_CA_FILE', {
      check: checkCertificates,
      meaning:
        'File with the certificates (PEM) that the connection to NATS trusts. Setting it encrypts the connection.',
      defaultText: 'those of Node.js',
    }),
    stunUrls: list('STUN_URLS', {
      parseItem: parseIceUrl(['stun', 'stuns']),
      meaning: 'STUN servers for 1-to-1 calls across networks.',
    }),
    turnUrls: list('TURN_URLS', {
      parseItem: parseIceUrl(['turn', 'turns']),
      meaning:
        'TURN servers for networks that block direct connections, e.g. `turn:turn.example.com:3478?transport=udp`. Name UDP and TCP.',
    }),
    turnSecret: optionalSecret('TURN_SECRET', {
      minLength: 16,
      meaning: 'Secret shared with coturn (`static-auth-secret`). Required with `TURN_URLS`.',
    }),
    selfTest: flag('SELF_TEST', {
      default: true,
      meaning: 'Enables the public connection check at `/selftest`.',
    }),
    turnCredentialSeconds: integer('TURN_CREDENTIAL_SECONDS', {
      default: 3_600,
      minimum: 60,
      maximum: 86_400,
      meaning: 'Lifetime of the TURN credentials of a call, in seconds.',
    }),
    sessionGraceSeconds: integer('SESSION_GRACE_SECONDS', {
      default: 30,
      minimum: 1,
      maximum: 600,
      meaning: 'How long a call waits for someone whose connection was lost, in seconds.',
    }),

    guestsPerAddress: integer('GUESTS_PER_ADDRESS', {
      default: 20,
      minimum: 1,
      maximum: 100_000,
      meaning: 'Maximum guests at once per address, on each server.',
    }),
    guestSessionsPerMinute: integer('GUEST_SESSIONS_PER_MINUTE', {
      default: 60,
      minimum: 1,
      maximum: 1_000_000,
      meaning: 'Maximum new guests per minute, counted by address and by link.',
    }),

    // Recordings
    recordingKeepDays: integer('RECORDING_KEEP_DAYS', {
      default: 30,
      minimum: 1,
      maximum: 3_650,
      meaning: 'How long recordings are kept, in days, unless their customer sets its own time.',
    }),
    recordingMaxHours: integer('RECORDING_MAX_HOURS', {
      default: 8,
      minimum: 1,
      maximum: 72,
      meaning: 'Maximum recording length, in hours.',
    }),

    // Pages of the operator
    usersPageUrl: optionalUrl('USERS_PAGE_URL', {
      protocols: ['http', 'https'],
      fragment: true,
      defaultText: '`/about`',
      meaning: 'Target of “For users” at the foot of each page.',
    }),
    copyrightUrl: optionalUrl('COPYRIGHT_URL', {
      protocols: ['http', 'https'],
      fragment: true,
      defaultText: '`/about`',
      meaning: 'Target of the copyright line at the foot of each page.',
    }),
    privacyUrl: optionalUrl('PRIVACY_URL', {
      protocols: ['http', 'https'],
      fragment: true,
      defaultText: '`/privacy`',
      meaning: 'Your privacy policy. The terms of service at `/terms` are part of the product.',
    }),

    // Running it
    demoData: flag('DEMO_DATA', {
      default: false,
      meaning:
        'Creates demo accounts once, saves their passwords in the data folder, and enables the services of the default customer. `npm start` sets it.',
    }),
    logLevel: oneOf('LOG_LEVEL', {
      default: 'info',
      choices: LOG_LEVELS,
      meaning: 'Lowest level that is logged.',
    }),
    metricsToken: optionalSecret('METRICS_TOKEN', {
      minLength: 16,
      pattern: BEARER_TOKEN,
      meaning:
        'Bearer token for `/metrics`: 16 characters or more, letters, digits and `-._~+/`, at the end also `=`. Without it `/metrics` answers 404, unless `METRICS_WITHOUT_TOKEN` is set.',
    }),
    metricsWithoutToken: flag('METRICS_WITHOUT_TOKEN', {
      default: false,
      meaning: 'Opens `/metrics` of the server to anyone who can reach it. Only for a private network.',
    }),
    shutdownSeconds: integer('SHUTDOWN_SECONDS', {
      default: 10,
      minimum: 1,
      maximum: 300,
      meaning:
        'Time allowed for a graceful shutdown of a server, in seconds. After that, it exits immediately.',
    }),
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', {
      default: 0,
      minimum: 0,
      maximum: 300,
      meaning:
        'How long a server keeps working after SIGTERM while `/readyz` answers 503, in seconds. Load balancers stop sending clients to it meanwhile.',
    }),
  },
  { alsoKnown: MEDIA_NODE_VARIABLES },
);

export interface Config
  extends Omit<
    ReturnType<typeof readServerEnvironment>,
    'publicUrl' | 'mailFrom' | 'operatorName' | 'clientFolder'
  > {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly mailFrom: string;
  readonly operatorName: string;
  readonly clientFolder: string;
  /** `CLIENT_DIR` is set. Otherwise the client may still be built while the server runs. */
  readonly isClientFolderSet: boolean;
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
  if (values.databaseWarnFreeMb < values.databaseMinFreeMb) {
    throw new EnvironmentError([
      'DATABASE_WARN_FREE_MB must not be less than DATABASE_MIN_FREE_MB: the warning comes before changes are refused',
    ]);
  }
  if (values.natsUrl !== null && values.authSecret === null) {
    throw new EnvironmentError([
      'AUTH_SECRET must be set where NATS_URL is, the same on all servers: each would make its own, and refuse the tokens of the others',
    ]);
  }
  if (values.smtpUrl !== null && isExampleServer(values.smtpUrl)) {
    throw new EnvironmentError(['SMTP_URL must name a mail server of your own, not that of an example']);
  }
  const smtpProblem = values.smtpUrl === null ? undefined : smtpOptionProblem(values.smtpUrl);
  if (smtpProblem) throw new EnvironmentError([smtpProblem]);
  const databaseProblem = databaseOptionProblem(values.databaseUrl);
  if (databaseProblem) throw new EnvironmentError([databaseProblem]);
  checkWebPushKeys(values);
  // As browsers write it: scheme and host in small letters, and no port that goes without saying.
  const publicUrl = new URL(values.publicUrl ?? `http://localhost:${values.port}`).origin;
  if (values.devMailbox && !isLocal({ host: values.host, publicUrl })) {
    throw new EnvironmentError([
      'DEV_MAILBOX must not be set where HOST or PUBLIC_URL lead beyond this machine',
    ]);
  }
  if (values.natsUrl === null && (values.natsCaFile !== null || values.natsCredentialsFile !== null)) {
    throw new EnvironmentError(['NATS_URL must be set where NATS_CA_FILE or NATS_CREDENTIALS_FILE is']);
  }
  if (values.natsUrl === null && Number(env.SFU_HTTP_PORT) === values.port && values.port !== 0) {
    throw new EnvironmentError(['SFU_HTTP_PORT must not be the port of the server (PORT)']);
  }
  if (values.publicUrl !== null) checkPublicUrl(new URL(values.publicUrl));
  return Object.freeze({
    ...values,
    publicUrl,
    mailFrom: values.mailFrom ?? defaultSender(publicUrl),
    operatorName: values.operatorName ?? new URL(publicUrl).host,
    dataFolder: resolve(values.dataFolder),
    clientFolder: resolve(values.clientFolder ?? CLIENT_FOLDER),
    isClientFolderSet: values.clientFolder !== null,
    mediaNodeEnv: Object.freeze({
      RECORDING_FOLDER: join(resolve(values.dataFolder), 'recordings'),
      ...withoutOwn(env),
    }),
  });
}

function checkPublicUrl({ pathname, username, password }: URL): void {
  if (pathname !== '/')
    throw new EnvironmentError(['PUBLIC_URL must have no path: the pages lie at the root of their host']);
  if (username !== '' || password !== '')
    throw new EnvironmentError(['PUBLIC_URL must have no user name and no password']);
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
