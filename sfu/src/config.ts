import { availableParallelism } from 'node:os';
import {
  defineEnvironment,
  integer,
  oneOf,
  optionalInteger,
  optionalSecret,
  optionalText,
  optionalUrl,
  readEnvironment,
  text,
} from '#platform/environment.ts';
import { LOG_LEVELS, type LogLevel } from '#platform/log.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MAX_WORKERS = 256;
const WILDCARDS = ['0.0.0.0', '::'];

/** All variables of the media node, in the order of the README's table. */
export const mediaNodeEnvironment = defineEnvironment({
  nodeId: optionalText('SFU_NODE_ID', {
    meaning: 'Id of the media node, a UUID; two running nodes never share one.',
    defaultText: 'a new one each start',
    pattern: { test: UUID, says: 'a UUID in lower case' },
  }),
  listenIp: text('SFU_LISTEN_IP', {
    default: '127.0.0.1',
    meaning: 'Address on which media is received; `0.0.0.0` needs `SFU_ANNOUNCED_ADDRESS`.',
  }),
  announcedAddress: optionalText('SFU_ANNOUNCED_ADDRESS', {
    meaning:
      'Address or host name under which browsers reach the media node, where it is not `SFU_LISTEN_IP`.',
  }),
  rtcPort: integer('SFU_RTC_PORT', {
    default: 0,
    defaultText: '`0`: any free ones',
    minimum: 0,
    maximum: 65_535 - MAX_WORKERS,
    meaning: 'Port of the first worker, UDP and TCP; each further worker has the next one.',
  }),
  workers: integer('SFU_WORKERS', {
    default: Math.min(availableParallelism(), MAX_WORKERS),
    defaultText: 'one a core',
    minimum: 1,
    maximum: MAX_WORKERS,
    meaning: 'mediasoup workers; a worker fills one core.',
  }),
  peerOrphanS: integer('SFU_PEER_ORPHAN_S', {
    default: 30,
    minimum: 1,
    maximum: 3_600,
    meaning: 'Seconds after which a member whose media connections are all gone is removed from its room.',
  }),
  maxIncomingKbps: integer('SFU_MAX_INCOMING_KBPS', {
    default: 6_000,
    minimum: 100,
    maximum: 100_000,
    meaning: 'Most that one member may send to a room, in kbit/s.',
  }),
  initialOutgoingKbps: integer('SFU_INITIAL_OUTGOING_KBPS', {
    default: 1_000,
    minimum: 100,
    maximum: 100_000,
    meaning: 'First guess at what a member can receive, in kbit/s, until the estimate knows better.',
  }),
  recordingsFolder: text('RECORDING_FOLDER', {
    default: './data/recordings',
    meaning: 'Folder of the recordings that the media node makes; of several nodes each may have its own.',
  }),
  recordingsMinFreeMb: integer('RECORDING_MIN_FREE_MB', {
    default: 512,
    minimum: 0,
    maximum: 1_000_000,
    meaning: 'Megabytes that stay free on that disk: with less, recordings do not begin and end early.',
  }),
  workerBin: optionalText('MEDIASOUP_WORKER_BIN', {
    meaning: 'The mediasoup worker program.',
    defaultText: "mediasoup's own",
  }),
  natsUrl: optionalUrl('NATS_URL', {
    protocols: ['nats', 'tls'],
    several: true,
    defaultText: 'none: the bus of the server that has started the node',
    meaning: 'Bus of a cluster.',
  }),
  natsCredentialsFile: optionalText('NATS_CREDENTIALS_FILE', {
    meaning: 'Credentials for the bus (`.creds`), where `NATS_URL` has none.',
  }),
  natsCaFile: optionalText('NATS_CA_FILE', {
    meaning: 'Certificates (PEM) that the connection to the bus trusts.',
    defaultText: 'those of Node.js',
  }),
  httpHost: text('SFU_HTTP_HOST', {
    default: '127.0.0.1',
    meaning: 'Address at which `/healthz`, `/readyz` and `/metrics` of the media node are answered.',
  }),
  httpPort: optionalInteger('SFU_HTTP_PORT', {
    minimum: 0,
    maximum: 65_535,
    meaning: 'Their port; 0 takes a free one, which the log names.',
    defaultText: 'none: they are not answered',
  }),
  metricsToken: optionalSecret('METRICS_TOKEN', {
    minLength: 16,
    meaning: 'Bearer token of `/metrics`; without it they are not served.',
  }),
  shutdownS: integer('SFU_SHUTDOWN_SECONDS', {
    default: 20,
    minimum: 1,
    maximum: 3_600,
    meaning: 'Time for members to move to another node, and for recordings to be finished, after SIGTERM.',
  }),
  logLevel: oneOf<LogLevel>('LOG_LEVEL', {
    default: 'info',
    choices: LOG_LEVELS,
    meaning: 'Least level that is written.',
  }),
});

/** Variables that the media node checks; the server and the set-up check the others in a shared environment. */
const isOwn = (name: string): boolean =>
  /^(SFU|NATS)_/.test(name) ||
  Object.values(mediaNodeEnvironment.variables).some((variable) => variable.name === name);

/** Throws an `EnvironmentError` that names every variable that is malformed or unknown. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const own = Object.entries(env).filter(([name]) => isOwn(name));
  const config = readEnvironment(mediaNodeEnvironment, Object.fromEntries(own));
  if (WILDCARDS.includes(config.listenIp) && config.announcedAddress === null) {
    throw new Error(`SFU_ANNOUNCED_ADDRESS must be set: no browser can reach ${config.listenIp}`);
  }
  return config;
}
