import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '#platform/bus/bus.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog, type Logger } from '#platform/log.ts';
import type { ServerId } from '#protocol/ids.ts';
import { createTestDatabase } from '#scripts/test-database.ts';
import { createCountGuestSession } from '#server/auth/count-guest-session.ts';
import { verifyGuestToken } from '#server/auth/guest-link.ts';
import { verifyAgain } from '#server/auth/verify-again.ts';
import { type Db, openDatabase } from '#server/db/database.ts';
import { type DatabaseDisk, UNSEEN_DISK } from '#server/db/database-disk.ts';
import { watchDatabaseOutages } from '#server/db/outage-watch.ts';
import { RecordedChat } from '#server/db/recorded-chat.ts';
import { ServerHeartbeat } from '#server/db/server-heartbeat.ts';
import { createDirectCalls } from '#server/direct-call/direct-calls.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { createDomainEvents } from '#server/domain-events-bus.ts';
import { createGroupCalls } from '#server/group-call/group-calls.ts';
import { createLiveGroupCalls } from '#server/group-call/live-group-calls.ts';
import { createFastify } from '#server/http-server.ts';
import { createIceServers } from '#server/ice-servers.ts';
import { readInstallation, serveInstallationId } from '#server/installation/installation.ts';
import { createCountWithin } from '#server/limits/count-within.ts';
import { RequestRate } from '#server/limits/request-rate.ts';
import { createManage } from '#server/manage/create-manage.ts';
import { createManagerNews, type ManagerNews } from '#server/manager-news.ts';
import { answerHandshakeErrors } from '#server/ops/client-error.ts';
import { registerErrorHandler } from '#server/ops/error-handler.ts';
import { createPushRings } from '#server/push/push-rings.ts';
import type { Vapid } from '#server/push/vapid.ts';
import { createRecordings, type Recordings } from '#server/recording/server-recordings.ts';
import { createIsRelayed } from '#server/relay-addresses.ts';
import { RingRate } from '#server/ring-rate.ts';
import { createSfu, type Sfu } from '#server/sfu/sfu.ts';
import { type Supervisor, superviseMediaNode } from '#server/sfu/supervisor.ts';
import type { ConnectionTimes } from '#server/signal/connection.ts';
import { createSignal, type Signal } from '#server/signal/create-signal.ts';
import { SharedPresence } from '#server/signal/presence.ts';
import { LocalSessions } from '#server/signal/sessions.ts';
import type { SignalObserver } from '#server/signal/signal-observer.ts';
import { SIGNAL_PATH } from '#server/signal/signal-path.ts';
import { queueWebhookEvent } from '#server/webhooks/queue-event.ts';
import { createTestTokens, People, type Person } from './people.ts';
import { accessToken, TestSignalClient } from './signal-client.ts';

const CONFIRM_TIMEOUT_MS = 1_000;

/** Of the TURN server, as far as media nodes can tell. */
const RELAY_ADDRESS = '192.0.2.1';
const ICE = {
  stunUrls: ['stun:stun.example.org'],
  turnUrls: ['turn:turn.example.org'],
  turnSecret: 'a-secret-that-only-tests-know',
  turnCredentialSeconds: 600,
};

/** What all servers of a test share, as those of a cluster do. */
export interface CallWorld {
  readonly db: Db;
  /** For a server of another kind on the same database. */
  readonly databaseUrl: string;
  /** The folder where the media nodes keep recordings. */
  readonly recordingFolder: string;
  readonly bus: Bus;
  readonly events: DomainEvents;
  readonly people: People;
  startServer(options?: CallServerOptions): Promise<CallServer>;
  /** A supervised child with a real worker, on the bus of all servers. */
  startMediaNode(): Supervisor;
  close(): Promise<void>;
}

export interface CallServerOptions {
  readonly graceMs?: number;
  readonly ringTimeoutMs?: number;
  readonly rebuildGraceMs?: number;
  readonly takeUpMs?: number;
  readonly joinPatienceMs?: number;
  readonly guestsPerAddress?: number;
  readonly guestSessionsPerMinute?: number;
  readonly accountRequestsPerMinute?: number;
  /** There is no Web Push by default. */
  readonly vapid?: Vapid;
  readonly times?: Partial<ConnectionTimes & { readonly pageLeftGraceMs: number }>;
  readonly observer?: SignalObserver;
  /** Has enough space by default. */
  readonly disk?: DatabaseDisk;
}

/** A server with the socket and the calls, listening on a port of its own; without REST. */
export interface CallServer {
  readonly serverId: ServerId;
  readonly url: string;
  readonly signal: Signal;
  readonly sfu: Sfu;
  readonly recordings: Recordings;
  readonly presence: SharedPresence;
  readonly bus: Bus;
  readonly events: DomainEvents;
  readonly news: ManagerNews;
  /** Whether its bus carries messages now. */
  confirm(): Promise<boolean>;
  connect(): TestSignalClient;
  /** As the database sees a server that has stopped. */
  fallSilent(): Promise<void>;
  /** Connects and opens a session. */
  enter(person: Person): Promise<TestSignalClient>;
  close(): Promise<void>;
}

export interface CallWorldOptions {
  /** Silent by default. */
  readonly log?: Logger;
  /** Connects each server to a broker by itself; one bus in this process by default. */
  readonly connectBus?: () => Promise<Bus>;
}

export async function createCallWorld(worldOptions: CallWorldOptions = {}): Promise<CallWorld> {
  const { log = silentLog(), connectBus } = worldOptions;
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const databaseOutages = watchDatabaseOutages(db, log);
  const worldBus = connectBus ? await connectBus() : createLocalBus();
  const worldEvents = createDomainEvents(worldBus);
  const tokens = await createTestTokens(db);
  const { id: installationId } = await readInstallation(db);
  const recordingFolder = join(tmpdir(), `recordings-${randomUUID()}`);
  const servers: CallServer[] = [];
  const mediaNodes: Supervisor[] = [];

  const startServer = async (options: CallServerOptions = {}): Promise<CallServer> => {
    const ownBus = await connectBus?.();
    const bus = ownBus ?? worldBus;
    const events = ownBus ? createDomainEvents(ownBus) : worldEvents;
    const endInstallationId = serveInstallationId(bus, installationId);
    const serverId = randomUUID() as ServerId;
    const heartbeatDb = openDatabase({ url: database.url, poolSize: 1 });
    const heartbeat = new ServerHeartbeat({ db: heartbeatDb, serverId, log });
    await heartbeat.start();
    const directory = new LocalSessions();
    const presence = new SharedPresence({ bus, serverId, isAlive: (id) => heartbeat.isAlive(id) });
    presence.onServerFoundAgain(() => events.missed());
    const { joinPatienceMs } = options;
    const sfu = createSfu({
      db,
      bus,
      log,
      databaseOutages,
      ...(joinPatienceMs !== undefined && { joinPatienceMs }),
    });
    const ice = createIceServers(ICE);
    const { guestsPerAddress = 1_000, guestSessionsPerMinute = 1_000 } = options;
    const { accountRequestsPerMinute = 1_000_000 } = options;
    const push = createPushRings({ db, log, vapid: options.vapid ?? null, privateAllowed: true });
    const news = createManagerNews(bus);
    const ringRate = new RingRate();
    const recordedChat = new RecordedChat(db, log);
    const calls = { directory, presence, news, push, ringRate, ice, recordedChat };
    const common = { db, bus, serverId, heartbeat, events, log, sfu, ...calls };
    const { graceMs = 5_000, ringTimeoutMs, rebuildGraceMs, takeUpMs, times, observer } = options;
    const directCall = createDirectCalls({
      ...common,
      ...(ringTimeoutMs !== undefined && { ringTimeoutMs }),
      ...(takeUpMs !== undefined && { takeUpMs }),
    });
    const groupCall = createGroupCalls({
      ...common,
      isRelayed: createIsRelayed(ICE.turnUrls.map(() => `turn:${RELAY_ADDRESS}`)),
      movedCalls: directCall.moved,
      ...(takeUpMs !== undefined && { silentMs: takeUpMs }),
      live: createLiveGroupCalls({ db, queueWebhookEvent, news, events }),
      ...(rebuildGraceMs !== undefined && { rebuildGraceMs }),
      ...(ringTimeoutMs !== undefined && { ringTimeoutMs }),
    });
    const recordings = createRecordings({
      ...common,
      rooms: groupCall,
      calls: directCall.moved,
      queueWebhookEvent,
      installationId,
      maxHours: 8,
    });
    const manage = createManage(common);
    const signal = createSignal({
      ...common,
      disk: options.disk ?? UNSEEN_DISK,
      manage,
      directCall,
      groupCall,
      recordings,
      auth: {
        verifyAccessToken: tokens.verify,
        verifyGuestToken: (token) => verifyGuestToken(db, token),
        verifyAgain: (principal) => verifyAgain(db, tokens, principal),
      },
      settings: {
        publicUrl: 'https://hibiki.example.org',
        corsOrigins: [],
        sessionGraceSeconds: graceMs / 1000,
        socketsPerAddress: 1_000,
      },
      guestLimits: {
        perAddress: guestsPerAddress,
        count: createCountGuestSession(createCountWithin(db), guestSessionsPerMinute),
      },
      requestRate: new RequestRate({ requestsPerMinute: 1_000_000, accountRequestsPerMinute }),
      checkReplies: true,
      ...(times && { times }),
      ...(observer && { observer }),
    });
    const fastify = createFastify({ trustedProxies: [] }, log);
    registerErrorHandler(fastify);
    await signal.register(fastify);
    answerHandshakeErrors(fastify);
    const address = await fastify.listen({ host: '127.0.0.1', port: 0 });
    const url = `${address.replace('http', 'ws')}${SIGNAL_PATH}`;
    const clients: TestSignalClient[] = [];
    const connect = () => {
      const client = new TestSignalClient(url);
      clients.push(client);
      return client;
    };
    let heartbeatEnded: Promise<void> | undefined;
    const endHeartbeat = () => {
      heartbeatEnded ??= heartbeatDb.destroy();
      return heartbeatEnded;
    };
    let closing: Promise<void> | undefined;
    const close = async () => {
      endInstallationId();
      signal.close();
      manage.close();
      await fastify.close();
      await recordings.close();
      await groupCall.close();
      await directCall.close();
      await recordedChat.close();
      await push.close();
      await heartbeat.close();
      await endHeartbeat();
      await sfu.close();
      presence.close();
      await ownBus?.close();
      for (const client of clients) client.cut();
    };
    const server: CallServer = {
      serverId,
      url,
      signal,
      sfu,
      recordings,
      presence,
      bus,
      events,
      news,
      confirm: () => bus.confirm(CONFIRM_TIMEOUT_MS),
      connect,
      fallSilent: endHeartbeat,
      async enter(person) {
        const client = connect();
        await client.open(accessToken(person.token));
        return client;
      },
      close() {
        closing ??= close();
        return closing;
      },
    };
    servers.push(server);
    return server;
  };

  return {
    db,
    databaseUrl: database.url,
    recordingFolder,
    bus: worldBus,
    events: worldEvents,
    people: new People(db, tokens),
    startServer,
    startMediaNode() {
      const mediaNode = superviseMediaNode({
        bus: worldBus,
        log,
        env: {
          ...process.env,
          LOG_LEVEL: 'silent',
          SFU_WORKERS: '1',
          RECORDING_FOLDER: recordingFolder,
          RECORDING_MIN_FREE_MB: '0',
          FILM_PRIORITY: 'normal',
        },
      });
      mediaNodes.push(mediaNode);
      return mediaNode;
    },
    async close() {
      for (const server of servers) await server.close();
      for (const mediaNode of mediaNodes) await mediaNode.stop();
      await rm(recordingFolder, { recursive: true, force: true });
      await worldBus.close();
      databaseOutages.close();
      await db.destroy();
      await database.drop();
    },
  };
}

const silentLog = (): Logger => createLog({ name: 'test', level: 'silent' });
