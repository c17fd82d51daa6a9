import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#platform/log.ts';
import { reasonOf } from '#platform/reason.ts';
import { readBuild } from '#platform/version.ts';
import type { ServerId } from '#protocol/ids.ts';
import { createAuth } from './auth/auth.ts';
import { readAuthSecret } from './auth/auth-secret.ts';
import { createCountGuestSession } from './auth/count-guest-session.ts';
import { registerJwt } from './auth/jwt.ts';
import { createKnownBrowsers } from './auth/known-browsers.ts';
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import { databaseOf, openDatabase, openPool } from './db/database.ts';
import { watchDatabaseDisk } from './db/database-disk.ts';
import { createReadLimits } from './db/heavy-reads.ts';
import { migrate } from './db/migrate.ts';
import { watchDatabaseOutages } from './db/outage-watch.ts';
import { RecordedChat } from './db/recorded-chat.ts';
import { watchRefusedWrites } from './db/refused-writes.ts';
import { ServerHeartbeat } from './db/server-heartbeat.ts';
import { waitForDatabase } from './db/wait-for-database.ts';
import { seedDemoData } from './demo/seed.ts';
import { createDirectCalls } from './direct-call/direct-calls.ts';
import { createDomainEvents } from './domain-events-bus.ts';
import { createGroupCalls } from './group-call/group-calls.ts';
import { createLiveGroupCalls } from './group-call/live-group-calls.ts';
import { closeHttp, createFastify } from './http-server.ts';
import { createIceServers } from './ice-servers.ts';
import { readInstallation, serveInstallationId } from './installation/installation.ts';
import { joinOneInstallation } from './installation/one-installation.ts';
import { createJobTable } from './job-table.ts';
import { HOUSEKEEPING } from './jobs/housekeeping.ts';
import { startJobs } from './jobs/jobs.ts';
import { createCountWithin, LIMITS_POOL_SIZE } from './limits/count-within.ts';
import { FairQueue, HASHED_AT_ONCE } from './limits/fair-queue.ts';
import { limitTable } from './limits/limit-table.ts';
import { RequestRate } from './limits/request-rate.ts';
import { Shares } from './limits/shares.ts';
import { createTurns } from './limits/turns.ts';
import { createLinks } from './links.ts';
import { registerMailbox } from './mail/mailbox.ts';
import { createQueueMail } from './mail/queue-mail.ts';
import { createSmtpTransport } from './mail/smtp.ts';
import { outboxTransport } from './mail/transport.ts';
import { createManage } from './manage/create-manage.ts';
import { createManagerNews } from './manager-news.ts';
import { openBus } from './open-bus.ts';
import { answerHandshakeErrors } from './ops/client-error.ts';
import { registerCors } from './ops/cors.ts';
import { registerErrorHandler } from './ops/error-handler.ts';
import { warnOfUntrustedProxy } from './ops/forwarded.ts';
import { registerHealth } from './ops/health.ts';
import { registerMetrics } from './ops/metrics.ts';
import { registerPressureLimits } from './ops/pressure.ts';
import { createRefusalMetrics } from './ops/refusal-metrics.ts';
import { registerSecurityHeaders } from './ops/security-headers.ts';
import { createSignalMetrics } from './ops/signal-metrics.ts';
import { checkClientFolder, registerStaticClient } from './ops/static-client.ts';
import { createPushRings } from './push/push-rings.ts';
import { readVapid } from './push/vapid.ts';
import { createFilms } from './recording/films/films.ts';
import { RECORDING_SCHEDULE } from './recording/housekeeping.ts';
import { createRecordingAccess } from './recording/recording-access.ts';
import { createRecordings } from './recording/server-recordings.ts';
import { createRecordingLinkTokens } from './recording/sharing/recording-links.ts';
import { createExportAccess } from './recording/signed-access.ts';
import { UnknownRecordings } from './recording/unknown-recordings.ts';
import { createIsRelayed } from './relay-addresses.ts';
import type { RestDeps } from './rest/context.ts';
import { createRestApi } from './rest/create-endpoints.ts';
import { registerRest } from './rest/register-rest.ts';
import { createTaskNotices } from './rest/tasks/task-notices.ts';
import { createTaskRunner } from './rest/tasks/task-runner.ts';
import { RingRate } from './ring-rate.ts';
import { createSelfTests } from './self-tests.ts';
import { createSfu } from './sfu/sfu.ts';
import { superviseMediaNode } from './sfu/supervisor.ts';
import { createSignal } from './signal/create-signal.ts';
import { SharedPresence } from './signal/presence.ts';
import { LocalSessions } from './signal/sessions.ts';
import { createPeerRankings, keepWarm } from './stats/peer-rankings.ts';
import { repairTimeZones } from './stats/time-zones.ts';
import { queueWebhookEvent } from './webhooks/queue-event.ts';

export interface App {
  readonly fastify: FastifyInstance;
  /** Resolves when the server must end, with the reason. */
  readonly failed: Promise<Error>;
  /** Binds the port. Returns the address as people reach it on this machine. */
  listen(): Promise<string>;
  /**
   * Ends everything in order, what was begun last first; can be called twice.
   *
   * @param delayMs for this long only `/readyz` says that the server is closing, so that load balancers send no one here
   * any more; 0 by default
   */
  close(delayMs?: number): Promise<void>;
}

const MEGABYTE = 1_000_000;
/** Downloads of whole lists on one server, for two customers at least; more of them wait for a moment, and then are told to come again. */
const EXPORTS_AT_ONCE = 4;

/**
 * Builds the modules and wires them, top to bottom. If a step fails, closes what the steps before it started.
 *
 * @param starting aborts what is waited for on the way
 */
export async function buildApp(
  config: Config,
  log: Logger,
  version: string,
  starting: AbortSignal = new AbortController().signal,
): Promise<App> {
  const owned = new AsyncDisposableStack();
  const serverId = randomUUID() as ServerId;
  try {
    return await wire(config, log.child({ serverId }), version, { owned, serverId, starting });
  } catch (error) {
    await owned.disposeAsync();
    throw error;
  }
}

interface Wiring {
  readonly owned: AsyncDisposableStack;
  readonly serverId: ServerId;
  readonly starting: AbortSignal;
}

async function wire(
  config: Config,
  log: Logger,
  version: string,
  { owned, serverId, starting }: Wiring,
): Promise<App> {
  const build = readBuild();
  const closing = new AbortController();
  const report = (error: unknown, subject: string) =>
    log.warn({ err: error, subject }, 'A bus handler failed');

  await checkClientFolder(config);

  // The truth, and the words between processes
  const disk = await watchDatabaseDisk({
    folder: config.databaseFolder,
    warnFreeBytes: config.databaseWarnFreeMb * MEGABYTE,
    minFreeBytes: config.databaseMinFreeMb * MEGABYTE,
    log,
  });
  owned.defer(() => disk.close());
  const refusedWrites = watchRefusedWrites(log);
  owned.defer(() => refusedWrites.close());
  const databaseOptions = {
    url: config.databaseUrl,
    connectTimeoutMs: config.databaseConnectTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    onLostConnection: (error: Error) => databaseOutages.connectionLost(error),
    onError: refusedWrites.notice,
  };
  const pool = openPool({ ...databaseOptions, poolSize: config.databasePoolSize });
  const db = databaseOf(pool, databaseOptions);
  owned.defer(() => db.destroy());
  const databaseOutages = watchDatabaseOutages(db, log);
  owned.defer(() => databaseOutages.close());
  await waitForDatabase(db, log, starting);
  const { applied, newer } = await migrate(config.databaseUrl, {
    signal: starting,
    onProgress: (step) => log.info(step),
  });
  if (applied.length > 0) log.info({ applied }, 'Database migrated');
  await repairTimeZones(db, log);
  if (newer.length > 0) log.warn({ newer }, 'The database is newer than this server, which works beside it');

  const bus = openBus(config, log, report);
  owned.defer(() => bus.close());
  const installation = await readInstallation(db);
  const failure = Promise.withResolvers<Error>();
  if (config.natsUrl !== null) {
    const one = await joinOneInstallation({ bus, installation, serverId, log, onForeign: failure.resolve });
    owned.defer(() => one.close());
  }
  owned.defer(serveInstallationId(bus, installation.id));
  const events = createDomainEvents(bus);

  // Who is who, and what is written to them
  const links = createLinks(config.publicUrl);
  const queueMail = createQueueMail(config, {
    operator: config.operatorName,
    host: new URL(config.publicUrl).host,
  });
  const secret = await readAuthSecret(config);
  const fastify = createFastify(config, log);
  await registerJwt(fastify, { secret, lifeMinutes: config.accessTokenMinutes });
  const limitsDb = openDatabase({ ...databaseOptions, poolSize: LIMITS_POOL_SIZE });
  owned.defer(() => limitsDb.destroy());
  const auth = createAuth({
    db,
    limitsDb,
    events,
    links,
    queueMail,
    queueWebhookEvent,
    jwt: fastify.jwt,
    secret,
    config,
  });
  const transport =
    config.smtpUrl === null
      ? outboxTransport
      : createSmtpTransport({ smtpUrl: config.smtpUrl, from: config.mailFrom, publicUrl: config.publicUrl });
  if (config.demoData) await seedDemoData({ db, links, dataFolder: config.dataFolder, log });

  const news = createManagerNews(bus);
  const liveGroupCalls = createLiveGroupCalls({ db, queueWebhookEvent, news, events });
  // Where group calls live
  const sfu = createSfu({ db, bus, log, databaseOutages });
  owned.defer(() => sfu.close());
  if (config.natsUrl === null && !config.supervised) {
    const mediaNode = superviseMediaNode({
      bus,
      log,
      env: config.mediaNodeEnv,
      onInvalidSettings: () =>
        failure.resolve(new CannotStart('The media node cannot run with its settings. It names them above.')),
    });
    mediaNode.replaceWhenSilent();
    owned.defer(() => mediaNode.stop());
  }
  const mediaNodes = () => [...sfu.nodes].filter(({ draining }) => !draining).length;

  // Who is there, and who talks to whom
  const heartbeatDb = openDatabase({ ...databaseOptions, poolSize: 1 });
  owned.defer(() => heartbeatDb.destroy());
  const heartbeat = new ServerHeartbeat({ db: heartbeatDb, serverId, log });
  owned.defer(() => heartbeat.close());
  await heartbeat.start();
  const directory = new LocalSessions();
  const presence = new SharedPresence({ bus, serverId, isAlive: (id) => heartbeat.isAlive(id) });
  owned.defer(() => presence.close());
  presence.onServerFoundAgain(() => events.missed());
  const ice = createIceServers(config);
  const vapid = await readVapid(config);
  const push = createPushRings({ db, log, vapid, privateAllowed: config.webPushPrivateAddresses });
  owned.defer(() => push.close());
  const selfTests = createSelfTests({ sfu, settings: config });
  const ringRate = new RingRate();
  const recordedChat = new RecordedChat(db, log);
  owned.defer(() => recordedChat.close());
  const directCall = createDirectCalls({
    db,
    bus,
    serverId,
    heartbeat,
    events,
    directory,
    presence,
    news,
    push,
    ringRate,
    recordedChat,
    ice,
    log,
  });
  owned.defer(() => directCall.close());
  const groupCall = createGroupCalls({
    db,
    heartbeat,
    isRelayed: createIsRelayed(config.turnUrls),
    events,
    presence,
    push,
    ringRate,
    recordedChat,
    sfu,
    ice,
    movedCalls: directCall.moved,
    live: liveGroupCalls,
    news,
    log,
  });
  owned.defer(() => groupCall.close());
  const recordings = createRecordings({
    db,
    sfu,
    events,
    log,
    rooms: groupCall,
    calls: directCall.moved,
    queueWebhookEvent,
    installationId: installation.id,
    maxHours: config.recordingMaxHours,
  });
  owned.defer(() => recordings.close());
  const films = createFilms({ db, sfu, log, queueWebhookEvent });
  owned.defer(() => films.close());
  // What can be asked for, by requests and by tasks
  const requestRate = new RequestRate(config);
  const exportsDb = openDatabase({ ...databaseOptions, poolSize: EXPORTS_AT_ONCE });
  owned.defer(() => exportsDb.destroy());
  const taskNotices = createTaskNotices(news);
  owned.defer(() => taskNotices.close());
  const { counts, heavyReads } = createReadLimits(config.databasePoolSize);
  const peerRankings = createPeerRankings({ db, heavyReads });
  owned.defer(keepWarm(peerRankings, log));
  const restDeps: RestDeps = {
    db,
    disk,
    usableMediaNodes: mediaNodes,
    counts,
    heavyReads,
    peerRankings,
    auth,
    requestRate,
    turns: createTurns('requests-at-once-person'),
    addressTurns: createTurns<string>('requests-at-once-address'),
    passwords: new FairQueue(HASHED_AT_ONCE),
    knownBrowsers: createKnownBrowsers(secret, { isSecure: config.publicUrl.startsWith('https:') }),
    events,
    news,
    queueMail,
    mailPace: config,
    links,
    presence,
    recordingFiles: recordings.files,
    unknownRecordings: new UnknownRecordings(sfu),
    recordingAccess: createRecordingAccess(secret),
    recordingLinkTokens: createRecordingLinkTokens(secret),
    exportsDb,
    exportShares: new Shares(limitTable['exports-customer'].most),
    exportAccess: createExportAccess(secret),
    recordingKeepDays: config.recordingKeepDays,
    notificationKeepDays: config.notificationKeepDays,
    taskNotices,
    taskKeepDays: config.taskKeepDays,
    selfTests,
    webhookPrivateAddresses: config.webhookPrivateAddresses,
    webPushPrivateAddresses: config.webPushPrivateAddresses,
    publicUrl: config.publicUrl,
    installation: {
      version,
      build,
      recordingKeepDays: config.recordingKeepDays,
      logKeepDays: config.logKeepDays,
      notificationKeepDays: config.notificationKeepDays,
      usersPageUrl: config.usersPageUrl,
      copyrightUrl: config.copyrightUrl,
      privacyUrl: config.privacyUrl,
      webPushKey: vapid?.publicKey ?? null,
      publicUrl: config.publicUrl,
    },
  };
  const restApi = createRestApi();
  const jobs = startJobs({
    url: config.databaseUrl,
    log,
    databaseOutages,
    schedule: [...HOUSEKEEPING, ...RECORDING_SCHEDULE],
    jobs: createJobTable({
      db,
      // Over the same connections: to make statistics again takes minutes.
      statisticsDb: databaseOf(pool, { ...databaseOptions, statementTimeoutMs: 0 }),
      events,
      transport,
      log,
      accounts: auth.accounts,
      liveGroupCalls,
      recordings,
      films,
      sfu,
      tasks: createTaskRunner({ deps: restDeps, api: restApi, log }),
      config,
    }),
  });
  owned.defer(() => jobs.close());
  const manage = createManage({ db, bus, events, news, log, sfu });
  owned.defer(() => manage.close());
  const refusals = createRefusalMetrics();
  const signalMetrics = createSignalMetrics(refusals);
  const signal = createSignal({
    observer: signalMetrics.observer,
    db,
    disk,
    auth,
    events,
    log,
    directory,
    presence,
    directCall,
    groupCall,
    recordings,
    manage,
    settings: config,
    requestRate,
    guestLimits: {
      perAddress: config.guestsPerAddress,
      count: createCountGuestSession(createCountWithin(limitsDb), config.guestSessionsPerMinute),
    },
  });

  // What answers
  owned.defer(() => closeHttp(fastify));
  registerErrorHandler(fastify);
  if (config.trustedProxies.length === 0) warnOfUntrustedProxy(fastify);
  await registerSecurityHeaders(fastify, config.publicUrl);
  registerCors(fastify, config.corsOrigins);
  await registerPressureLimits(fastify, requestRate);
  registerHealth(fastify, {
    build,
    db,
    disk,
    bus,
    takesWrites: () => !refusedWrites.now,
    usableMediaNodes: mediaNodes,
    nodesComplete: () => sfu.complete,
    closing: closing.signal,
  });
  registerMetrics(fastify, {
    version,
    build,
    db,
    disk,
    databaseOutages,
    pool,
    signal: signalMetrics,
    refusals,
    metricsToken: config.metricsToken,
    isOpen: config.metricsWithoutToken,
    counts: () => ({
      ...signal.counts,
      directCalls: directCall.active,
      groupMembers: groupCall.members,
      mediaNodes: mediaNodes(),
    }),
  });
  await signal.register(fastify);
  answerHandshakeErrors(fastify);
  // Before the HTTP server, which waits for its sockets to be closed.
  owned.defer(() => signal.close());
  await registerRest(fastify, restDeps, restApi);
  if (config.devMailbox && config.smtpUrl === null) {
    await registerMailbox(fastify, { db, publicUrl: config.publicUrl });
  }
  await registerStaticClient(fastify, config);
  await fastify.ready();

  let closed: Promise<void> | undefined;
  return {
    fastify,
    failed: failure.promise,
    async listen() {
      const listenTextResolver = (address: string) =>
        `Listening at ${address}, to be reached as ${config.publicUrl}`;
      await fastify
        .listen({ host: config.host, port: config.port, listenTextResolver })
        .catch((cause: unknown) => {
          throw new CannotStart(`The server cannot listen at its HOST and PORT: ${reasonOf(cause)}`, {
            cause,
          });
        });
      return config.publicUrl;
    },
    close(delayMs = 0) {
      closing.abort();
      closed ??= sleep(delayMs).then(() => owned.disposeAsync());
      return closed;
    },
  };
}
