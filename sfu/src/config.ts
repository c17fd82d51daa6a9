import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { BEARER_TOKEN } from '#platform/bearer-token.ts';
import { checkCredentials } from '#platform/bus/nats-settings.ts';
import { checkCertificates } from '#platform/certificates.ts';
import {
  defineEnvironment,
  integer,
  list,
  oneOf,
  optionalFile,
  optionalInteger,
  optionalSecret,
  optionalText,
  optionalUrl,
  readEnvironment,
  text,
} from '#platform/environment.ts';
import { isHostName } from '#platform/host-name.ts';
import { LOG_LEVELS, type LogLevel } from '#platform/log.ts';
import type { FilmPriority } from './film/run-ffmpeg.ts';
import { isNoOnes, listenAddresses } from './media/listen-addresses.ts';
import type { BucketSettings } from './recording/bucket/bucket.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_WORKERS = 256;

/** All variables of the media node. scripts/config-sections.ts gives each its section in docs/configuration.md. */
export const mediaNodeEnvironment = defineEnvironment({
  nodeId: optionalText('SFU_NODE_ID', {
    meaning: 'Id of the media node, a UUID. Two running nodes must not share one.',
    defaultText: 'a new one at each start',
    pattern: { test: UUID, says: 'a UUID in lower case' },
  }),
  listenIps: list('SFU_LISTEN_IP', {
    default: ['127.0.0.1'],
    parseItem(item) {
      if (isIP(item) === 0) throw new Error('IP addresses of this machine');
      return item;
    },
    meaning:
      'Addresses on which media is received, comma-separated. `0.0.0.0` and `::` need `SFU_ANNOUNCED_ADDRESS`. Firefox cannot use `127.0.0.1`.',
  }),
  announcedAddresses: list('SFU_ANNOUNCED_ADDRESS', {
    parseItem(item) {
      if (isIP(item) === 0 && !isHostName(item)) throw new Error('IP addresses or host names');
      if (isNoOnes(item)) throw new Error('addresses that browsers can connect to');
      return item;
    },
    meaning:
      'Addresses or host names under which browsers reach the media node, comma-separated, where they differ from `SFU_LISTEN_IP`: one IPv4 address, one IPv6 address, or both.',
  }),
  rtcPort: integer('SFU_RTC_PORT', {
    default: 0,
    defaultText: '`0`: any free ones',
    minimum: 0,
    maximum: 65_535 - MAX_WORKERS,
    meaning: 'Port of the first worker, UDP and TCP. Each further worker uses the next port.',
  }),
  workers: integer('SFU_WORKERS', {
    default: Math.min(availableParallelism(), MAX_WORKERS),
    defaultText: 'one per core',
    minimum: 1,
    maximum: MAX_WORKERS,
    meaning: 'Number of mediasoup workers. Each can fill one core.',
  }),
  peerOrphanS: integer('SFU_PEER_ORPHAN_S', {
    default: 30,
    minimum: 1,
    maximum: 3_600,
    meaning: 'How long a member without any media connection stays in the room, in seconds.',
  }),
  maxIncomingKbps: integer('SFU_MAX_INCOMING_KBPS', {
    default: 6_000,
    minimum: 100,
    maximum: 100_000,
    meaning: 'Maximum that one member may send to a room, in kbit/s.',
  }),
  initialOutgoingKbps: integer('SFU_INITIAL_OUTGOING_KBPS', {
    default: 1_000,
    minimum: 100,
    maximum: 100_000,
    meaning: 'First estimate of what a member can receive, in kbit/s.',
  }),
  recordingsFolder: text('RECORDING_FOLDER', {
    default: './data/recordings',
    meaning: 'Folder for the recordings of this media node. Each node may have its own.',
  }),
  recordingsMinFreeMb: integer('RECORDING_MIN_FREE_MB', {
    default: 512,
    minimum: 0,
    maximum: 1_000_000,
    meaning: 'When fewer megabytes are free on that disk, recordings stop and none start.',
  }),
  bucketName: optionalText('RECORDING_S3_BUCKET', {
    meaning:
      'S3 bucket in which recordings are kept, the same for all media nodes. The folder then holds only what is being recorded or uploaded.',
    defaultText: 'none: recordings stay in the folder',
    pattern: { test: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, says: 'the name of a bucket' },
  }),
  bucketEndpoint: optionalUrl('RECORDING_S3_ENDPOINT', {
    protocols: ['https', 'http'],
    meaning: 'Address of the S3 service.',
    defaultText: 'that of AWS in the region',
  }),
  bucketRegion: text('RECORDING_S3_REGION', {
    default: 'us-east-1',
    meaning: 'Region of the bucket. Services other than AWS mostly ignore it.',
  }),
  bucketPrefix: optionalText('RECORDING_S3_PREFIX', {
    meaning:
      'Beginning of all keys, for example `hibiki/`, where the bucket holds other things too. The id of the installation follows it.',
    pattern: { test: /^[\w!.*'()-]+(?:\/[\w!.*'()-]+)*\/$/, says: 'folder names, each followed by a slash' },
  }),
  bucketKeyId: optionalText('RECORDING_S3_ACCESS_KEY_ID', {
    meaning: 'Access key for the bucket. It needs to list, read, write and delete objects.',
    defaultText: 'found by the AWS SDK: `AWS_…` variables, its files, or the role of the machine',
  }),
  bucketSecret: optionalText('RECORDING_S3_SECRET_ACCESS_KEY', {
    meaning: 'Secret of that key.',
  }),
  ffmpegPath: optionalText('FFMPEG_PATH', {
    defaultText: '`ffmpeg`',
    meaning:
      'FFmpeg on the media node, with libx264 and libass, which makes films of recordings: a name or an absolute path. The media node warns at startup if it is set and cannot be run.',
  }),
  filmPriority: oneOf<FilmPriority>('FILM_PRIORITY', {
    default: 'idle',
    choices: ['idle', 'normal'],
    meaning:
      'How much of the processor films get: `idle`, the time that nothing else wants, so that calls never feel them; or `normal`.',
  }),
  workerBin: optionalText('MEDIASOUP_WORKER_BIN', {
    meaning: 'Path of the mediasoup worker program.',
    defaultText: "mediasoup's own",
  }),
  natsUrl: optionalUrl('NATS_URL', {
    protocols: ['nats', 'tls'],
    several: true,
    bare: true,
    defaultText: 'none: the bus of the server that has started the node',
    meaning: 'NATS server of a cluster.',
  }),
  natsCredentialsFile: optionalFile('NATS_CREDENTIALS_FILE', {
    check: checkCredentials,
    meaning: 'File with NATS credentials (`.creds`), if `NATS_URL` has none.',
  }),
  natsCaFile: optionalFile('NATS_CA_FILE', {
    check: checkCertificates,
    meaning: 'File with the certificates (PEM) that the connection to NATS trusts.',
    defaultText: 'those of Node.js',
  }),
  httpHost: text('SFU_HTTP_HOST', {
    default: '127.0.0.1',
    meaning: 'Address on which the media node answers `/healthz`, `/readyz` and `/metrics`.',
  }),
  httpPort: optionalInteger('SFU_HTTP_PORT', {
    minimum: 0,
    maximum: 65_535,
    meaning: 'Port of the same. 0 takes a free one, which the log names.',
    defaultText: 'none: not served',
  }),
  metricsToken: optionalSecret('METRICS_TOKEN', {
    minLength: 16,
    pattern: BEARER_TOKEN,
    meaning:
      'Bearer token for `/metrics`: 16 characters or more, letters, digits and `-._~+/`, at the end also `=`. Without it `/metrics` answers 404.',
  }),
  shutdownS: integer('SFU_SHUTDOWN_SECONDS', {
    default: 20,
    minimum: 1,
    maximum: 3_600,
    meaning:
      'How long a media node waits after SIGTERM for members to move to another node and for recordings to finish, in seconds.',
  }),
  logLevel: oneOf<LogLevel>('LOG_LEVEL', {
    default: 'info',
    choices: LOG_LEVELS,
    meaning: 'Lowest level that is logged.',
  }),
});

/** Variables that the media node checks; the server and the set-up check the others in a shared environment. */
const isOwn = (name: string): boolean =>
  /^(SFU|NATS)_/.test(name) ||
  Object.values(mediaNodeEnvironment.variables).some((variable) => variable.name === name);

/** Throws an `EnvironmentError` that names every variable that is malformed or unknown, and an `Error` where addresses do not fit together. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const own = Object.entries(env).filter(([name]) => isOwn(name));
  const config = readEnvironment(mediaNodeEnvironment, Object.fromEntries(own));
  return {
    ...config,
    listen: listenAddresses(config.listenIps, config.announcedAddresses),
    bucket: bucketSettings(config),
  };
}

interface BucketVariables {
  readonly bucketName: string | null;
  readonly bucketEndpoint: string | null;
  readonly bucketRegion: string;
  readonly bucketPrefix: string | null;
  readonly bucketKeyId: string | null;
  readonly bucketSecret: string | null;
}

function bucketSettings(config: BucketVariables): BucketSettings | null {
  const { bucketName: name, bucketEndpoint: endpoint, bucketRegion: region, bucketPrefix: prefix } = config;
  const { bucketKeyId: accessKeyId, bucketSecret: secretAccessKey } = config;
  if ((accessKeyId === null) !== (secretAccessKey === null))
    throw new Error(
      'RECORDING_S3_ACCESS_KEY_ID and RECORDING_S3_SECRET_ACCESS_KEY belong together: set both, or neither',
    );
  if (name === null) {
    if (endpoint !== null || accessKeyId !== null)
      throw new Error('RECORDING_S3_BUCKET must be set where another setting of the bucket is');
    return null;
  }
  if (endpoint !== null && new URL(endpoint).username !== '')
    throw new Error('RECORDING_S3_ENDPOINT must have no user: RECORDING_S3_ACCESS_KEY_ID is for that');
  const credentials =
    accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null;
  return { name, endpoint, region, prefix: prefix ?? '', credentials };
}
