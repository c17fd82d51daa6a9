import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setLogEventListeners } from 'mediasoup';
import type { Bus, ReportError } from '#platform/bus/bus.ts';
import { createParentLinkBus } from '#platform/bus/ipc.ts';
import { openClusterBus } from '#platform/bus/open-cluster-bus.ts';
import { createLog } from '#platform/log.ts';
import { makeWritableFolder } from '#platform/make-folder.ts';
import { reasonOf } from '#platform/reason.ts';
import { STAND_BY } from '#platform/stand-by.ts';
import { readBuild } from '#platform/version.ts';
import type { NodeId } from '#protocol/ids.ts';
import { serveRequests } from './control/router.ts';
import { ffmpegProblem } from './film/run-ffmpeg.ts';
import { FIXED_ROOM_SETTINGS } from './media/room-settings.ts';
import { MediaNode } from './media-node.ts';
import { serveNodeHttp } from './ops/node-http.ts';
import { createNodeMetrics } from './ops/node-metrics.ts';
import { RecordingBucket } from './recording/bucket/recording-bucket.ts';
import { freeBytes } from './recording/disk-space.ts';
import { OwnInstallation } from './recording/own-installation.ts';
import { readConfigOrExit } from './valid-config.ts';

/** The process exits then, even if something is still open. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Called in reverse order; every step that starts something adds the function that closes it. */
const closers: (() => void | Promise<void>)[] = [];
let closing = false;
let draining = false;
let node: MediaNode | undefined;

async function close(why: string, exitCode = 0): Promise<void> {
  if (closing) return;
  closing = true;
  log.info({ why }, 'media node closing');
  setTimeout(() => process.exit(1), CLOSE_TIMEOUT_MS).unref();
  for (const closer of closers.reverse()) {
    const closed = closer();
    // Awaits promises only: on SIGINT mediasoup's own handlers run right after this one and close the workers. The node
    // must be closed by then, or it takes them for dead and reports lost rooms.
    if (closed instanceof Promise) await closed;
  }
  process.exit(exitCode);
}

/** In a cluster, other nodes take over the rooms first; on a single machine the media node ends with its server. */
async function drainAndClose(): Promise<void> {
  if (closing || draining) return;
  draining = true;
  if (node !== undefined && config.natsUrl !== null) {
    const limit = new Promise((resolve) => setTimeout(resolve, config.shutdownS * 1_000).unref());
    node.drain(true);
    await Promise.race([Promise.all([node.rooms.emptied(), node.recordings.finishAll()]), limit]);
  }
  await close('SIGTERM');
}

async function start(): Promise<void> {
  // Mostly what mediasoup refuses; errors of our own listeners arrive here too.
  setLogEventListeners({
    onwarn: (namespace, message) => log.debug({ namespace }, message),
    onerror: (namespace, message, err) => log.warn({ namespace, err }, message),
  });
  const recordingsFolder = resolve(config.recordingsFolder);
  // Calls go on without it.
  makeWritableFolder(recordingsFolder).catch((err: unknown) =>
    log.error({ err }, 'recordings cannot be kept'),
  );
  if (config.ffmpegPath !== null) void checkFfmpeg(config.ffmpegPath);
  const nodeId = (config.nodeId ?? randomUUID()) as NodeId;
  const build = readBuild();
  const bus = openBus();
  closers.push(() => bus.close());
  const installation = new OwnInstallation(bus);
  const metrics = createNodeMetrics(log, build, config.httpPort !== null);
  const started = await MediaNode.start({
    ...config,
    observer: metrics.observer,
    nodeId,
    bus,
    version: build,
    log,
    recordingsFolder,
    ffmpeg: { program: config.ffmpegPath ?? 'ffmpeg', priority: config.filmPriority },
    recordingsMinFreeBytes: config.recordingsMinFreeMb * 1_000_000,
    installation,
    recordingsBucket: await openBucket(installation),
    roomSettings: {
      ...FIXED_ROOM_SETTINGS,
      orphanMs: config.peerOrphanS * 1_000,
      maxIncomingBitrate: config.maxIncomingKbps * 1_000,
      initialOutgoingBitrate: config.initialOutgoingKbps * 1_000,
    },
  });
  node = started;
  closers.push(() => started.close());
  closers.push(serveRequests(bus, nodeId, started, log));
  const state = { busConnected: () => bus.connected, freeBytes: () => freeBytes(recordingsFolder) };
  closers.push(metrics.watch(started, state));
  if (config.httpPort !== null) {
    const http = await serveNodeHttp({
      build,
      host: config.httpHost,
      port: config.httpPort,
      metricsToken: config.metricsToken,
      missing: async () => missingOf(started, bus.connected),
      metrics: () => metrics.read(),
      onError: (err) => log.error({ err }, 'operator not answered'),
    });
    closers.push(() => http.close());
    log.info({ host: config.httpHost, port: http.port }, 'media node answers operators');
  }
  log.info({ nodeId, build, workers: config.workers }, 'media node ready');
}

/** Calls and recordings go on without it. It is no fault where no one has named one: many installations make no films. */
async function checkFfmpeg(program: string): Promise<void> {
  const err = await ffmpegProblem(program);
  if (err)
    log.warn(
      { reason: reasonOf(err), program },
      'no films can be made: FFMPEG_PATH names no FFmpeg that runs',
    );
}

/** A bucket that does not answer now holds up no calls: recordings wait for it in the folder. */
async function openBucket(installation: OwnInstallation): Promise<RecordingBucket | null> {
  if (config.bucket === null) return null;
  const bucket = await RecordingBucket.open(config.bucket, installation, log);
  closers.push(() => bucket.objects.close());
  bucket.objects.check().then(
    () => log.info({ bucket: config.bucketName }, 'recordings are kept in a bucket'),
    (err: unknown) =>
      log.error({ reason: reasonOf(err), bucket: config.bucketName }, 'bucket for recordings cannot be used'),
  );
  return bucket;
}

/** The bus of the cluster, or of the server that started this process. */
function openBus(): Bus {
  const report: ReportError = (err, subject) => log.error({ err, subject }, 'bus handler failed');
  const { natsUrl: url, natsCredentialsFile: credentialsFile, natsCaFile: caFile } = config;
  if (url !== null) return openClusterBus({ url, credentialsFile, caFile }, log, report);
  if (process.send) return createParentLinkBus(process, { report });
  throw new Error('A media node needs NATS_URL, or a server that starts it');
}

/** The conditions that keep the node from taking rooms. */
function missingOf({ heartbeat }: MediaNode, hasBus: boolean): readonly string[] {
  const checks = {
    bus: hasBus,
    workers: heartbeat.workers.length === config.workers,
    open: !heartbeat.draining && !closing,
  };
  return Object.entries(checks).flatMap(([name, there]) => (there ? [] : [name]));
}

const config = readConfigOrExit();
const log = createLog({ name: 'media-node', level: config.logLevel });

process.on('SIGTERM', () => void drainAndClose());
process.once('SIGINT', () => void close('SIGINT'));
// For maintenance: no new rooms until the signal comes again.
process.on('SIGUSR2', () => node?.setDraining(!node.heartbeat.draining));
// With an IPC channel the parent owns this process: its death ends it.
process.once('disconnect', () => void close('parent gone'));

/** A stand-by has loaded the program, which takes longer than starting, and waits until its supervisor needs it. */
async function standBy(): Promise<void> {
  if (process.argv[2] !== STAND_BY) return;
  await new Promise<void>((resolve) => process.once('message', () => resolve()));
}

standBy()
  .then(start)
  .catch((err) => {
    log.fatal({ err }, 'media node could not start');
    void close('start failed', 1);
  });
