import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import { CloseCode } from '#protocol/limits.ts';
import type { SignalPayload } from '#protocol/signal/contract.ts';
import { guestLinkEnd } from '#server/auth/guest-link.ts';
import { network } from '#server/auth/network.ts';
import type { Db } from '#server/db/database.ts';
import type { DatabaseDisk } from '#server/db/database-disk.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { overLimit } from '#server/limits/over-limit.ts';
import type { RequestRate } from '#server/limits/request-rate.ts';
import { createTurns } from '#server/limits/turns.ts';
import type { AnySession, Session, SessionListener } from '#server/session.ts';
import { createChangeListener, notifyAllChanged } from './changes.ts';
import {
  Connection,
  type ConnectionDeps,
  type ConnectionTimes,
  defaultConnectionTimes,
  HARD_MAX_FRAME_BYTES,
} from './connection.ts';
import { DeviceSightings } from './device-sightings.ts';
import { GuestEnds } from './guest-ends.ts';
import { GuestLimits, type GuestLimitsOptions } from './guest-limits.ts';
import { type CredentialCheck, identify } from './identify.ts';
import { inTurn } from './in-turn.ts';
import { isAllowedOrigin } from './origin.ts';
import type { SharedPresence } from './presence.ts';
import { PresenceWatch } from './presence-watch.ts';
import { createRefusedOrigins } from './refused-origins.ts';
import { createRouter, type SignalHandlers } from './router.ts';
import { SessionChecks } from './session-checks.ts';
import { type LocalSessions, type SessionListeners, Sessions } from './sessions.ts';
import { noObserver, type SignalObserver } from './signal-observer.ts';
import { SIGNAL_PATH } from './signal-path.ts';

/** A client whose network address has too many sockets tries again after this long. */
const SOCKET_RETRY_MS = 30_000;

/** A module of calls, as the socket sees it. */
export interface CallModule<Handlers> extends SessionListener {
  readonly handlers: Handlers;
}

type OfPrefix<Handlers, Prefix extends string> = Pick<Handlers, keyof Handlers & `${Prefix}.${string}`>;
type ModuleHandlers<Prefix extends string> = OfPrefix<SignalHandlers['parties'], Prefix>;
type AnyonesHandlers<Prefix extends string> = OfPrefix<SignalHandlers['anyone'], Prefix>;

export interface SignalDeps {
  readonly db: Db;
  readonly disk: Pick<DatabaseDisk, 'state'>;
  readonly auth: CredentialCheck;
  readonly events: DomainEvents;
  readonly log: Logger;
  /** Made before the calls, which look sessions up in it. */
  readonly directory: LocalSessions;
  readonly presence: SharedPresence;
  readonly directCall: CallModule<ModuleHandlers<'directCall'>>;
  readonly groupCall: CallModule<ModuleHandlers<'groupCall'>>;
  readonly recordings: { readonly handlers: ModuleHandlers<'recording'> };
  readonly manage: SessionListener<AnySession> & { readonly handlers: AnyonesHandlers<'manage'> };
  readonly settings: {
    readonly publicUrl: string;
    readonly corsOrigins: readonly string[];
    /** How long a session waits for its lost socket (SPEC.md, S3). */
    readonly sessionGraceSeconds: number;
    /** Open at once, from one network address. */
    readonly socketsPerAddress: number;
  };
  readonly guestLimits: GuestLimitsOptions;
  /** Shared with the API of this server. */
  readonly requestRate: RequestRate;
  /** No one by default. */
  readonly observer?: SignalObserver;
  /** Replies are checked against the contract, in tests. */
  readonly checkReplies?: boolean;
  readonly times?: Partial<ConnectionTimes & { readonly pageLeftGraceMs: number }>;
}

export interface Signal {
  /** Adds the socket's route. Brings `@fastify/websocket` with it: register it before other routes. */
  register(fastify: FastifyInstance): Promise<void>;
  readonly counts: { readonly sessions: number; readonly sockets: number };
  /** Ends all sessions and closes their sockets; can be called twice. The calls are closed by their makers. */
  close(): void;
}

/** The signalling socket: who is behind it, and which of their requests reaches whom. */
export function createSignal(deps: SignalDeps): Signal {
  const { db, disk, auth, directory, presence, directCall, groupCall, settings, times, log } = deps;
  const observer = deps.observer ?? noObserver;
  const watch = new PresenceWatch(db, presence);
  /** The call of a page that is closed would keep its other side busy, which may be the one who is to be called. */
  const beginning =
    <Data, Reply>(handler: (session: Session, data: Data) => Reply) =>
    (session: Session, data: Data): Reply => {
      sessions.endClosedPages(session);
      return handler(session, data);
    };
  /** Refuses what would begin something new while the disk of the database is full (SPEC.md, S16). */
  const unlessFull =
    <Data, Reply>(
      handler: (session: Session, data: Data) => Reply,
      continues: (session: Session, data: Data) => boolean = () => false,
    ) =>
    (session: Session, data: Data): Reply => {
      if (disk.state === 'full' && !continues(session, data)) throw new AppError('storage-full');
      return handler(session, data);
    };
  /** Comes back into a group call, after a loss of its room, node or session, or follows a 1-to-1 call that has moved. */
  const rejoins = (session: Session, { target, before }: SignalPayload<'groupCall.join'>): boolean =>
    target.kind === 'call' || before !== undefined || presence.isInCall(session);
  const routes = createRouter(
    {
      anyone: {
        'session.ping': () => ({}),
        'session.close': ({ id }) => {
          // After the reply has gone out.
          setImmediate(() => {
            const session = directory.find(id);
            if (session) sessions.end(session, 'closed');
          });
          return {};
        },
        ...deps.manage.handlers,
      },
      parties: {
        'presence.watch': (session) => watch.watch(session),
        ...directCall.handlers,
        'directCall.invite': unlessFull(beginning(directCall.handlers['directCall.invite'])),
        'directCall.inviteHost': unlessFull(beginning(directCall.handlers['directCall.inviteHost'])),
        'directCall.accept': beginning(directCall.handlers['directCall.accept']),
        ...groupCall.handlers,
        'groupCall.join': unlessFull(groupCall.handlers['groupCall.join'], rejoins),
        ...deps.recordings.handlers,
        'recording.start': unlessFull(deps.recordings.handlers['recording.start']),
      },
    },
    deps.checkReplies === undefined ? {} : { checkReplies: deps.checkReplies },
  );
  const router = inTurn(routes, createTurns('frames-at-once-person'));
  const guestEnds = new GuestEnds({
    endOf: (linkId) => guestLinkEnd(db, linkId),
    end: ({ id }) => {
      const session = directory.get(id);
      if (session) sessions.end(session, 'revoked', CloseCode.unauthenticated);
    },
    report: (err) => log.error({ err }, 'end of a guest link not looked at'),
  });
  const sightings = new DeviceSightings({ db, directory, log });
  // Calls end before presence forgets the session, so that no one is seen online who has just gone.
  const listeners: SessionListeners = {
    parties: [
      presenceOpening(presence),
      directCall,
      groupCall,
      watch,
      guestEnds,
      sightings,
      presenceEnding(presence),
    ],
    anyone: [deps.manage],
  };
  const sessions: Sessions = new Sessions({
    directory,
    listeners,
    identify: (credential, address) => identify(db, auth, credential, address),
    guestLimits: new GuestLimits(deps.guestLimits),
    router,
    log,
    report: (err, request) => log.error({ err, request }, 'request failed'),
    observer,
    graceMs: settings.sessionGraceSeconds * 1000,
    isInCall: (session) => presence.isInCall(session),
    ...(times?.pageLeftGraceMs !== undefined && { pageLeftGraceMs: times.pageLeftGraceMs }),
  });
  const checks = new SessionChecks({
    directory,
    listeners,
    verifyAgain: auth.verifyAgain,
    revoke: (session) => sessions.end(session, 'revoked', CloseCode.unauthenticated),
    notify: notifyAllChanged,
    report: (err) => log.error({ err }, 'session not checked after missed changes'),
  });
  const unsubscribe = deps.events.subscribe(
    createChangeListener({
      directory,
      sessions,
      watch,
      guestEnds,
      checks,
      report: (err, event) => log.error({ err, event }, 'change not passed on'),
    }),
  );
  const connectionDeps: ConnectionDeps = {
    opener: sessions,
    requestRate: deps.requestRate,
    observer,
    times: { ...defaultConnectionTimes, ...times },
  };
  const originRefused = createRefusedOrigins(log, settings.publicUrl);
  const sockets = new Set<Connection>();
  const socketsByNetwork = new Map<string, number>();
  const socketsFrom = (from: string): number => socketsByNetwork.get(from) ?? 0;
  let closed = false;

  return {
    get counts() {
      return { sessions: directory.size, sockets: sockets.size };
    },

    async register(fastify) {
      await fastify.register(websocket, {
        options: { maxPayload: HARD_MAX_FRAME_BYTES },
        // Sockets are closed by `close()`, with a code that tells clients to come back.
        preClose: (done) => done(),
        errorHandler(error, socket) {
          // Those with a code are of the client or the network, such as a frame that is too large: the close code says it.
          if (!('code' in error)) log.error({ err: error }, 'socket failed');
          socket.terminate();
        },
      });
      fastify.get(
        SIGNAL_PATH,
        {
          websocket: true,
          preValidation: async (request, reply) => {
            if (!request.ws) {
              // RFC 9110, 15.5.22.
              reply.headers({ connection: 'Upgrade, close', upgrade: 'websocket' });
              throw new AppError('upgrade-required');
            }
            // Nothing more is read of a connection whose upgrade is refused.
            reply.header('connection', 'close');
            const { origin, host } = request.headers;
            if (!isAllowedOrigin(origin, host, settings)) {
              originRefused(origin, host);
              throw new AppError('forbidden');
            }
            if (closed) throw new AppError('service-unavailable');
            if (socketsFrom(network(request.ip)) >= settings.socketsPerAddress) {
              throw overLimit('sockets-address', SOCKET_RETRY_MS);
            }
          },
        },
        (socket, request) => {
          const connection = new Connection(socket, request.ip, connectionDeps);
          const from = network(request.ip);
          sockets.add(connection);
          socketsByNetwork.set(from, socketsFrom(from) + 1);
          socket.on('close', () => {
            sockets.delete(connection);
            if (socketsFrom(from) > 1) socketsByNetwork.set(from, socketsFrom(from) - 1);
            else socketsByNetwork.delete(from);
          });
        },
      );
    },

    close() {
      if (closed) return;
      closed = true;
      unsubscribe();
      checks.close();
      sessions.close();
      for (const connection of sockets) connection.close(CloseCode.serviceRestart);
      watch.close();
      sightings.close();
    },
  };
}

const presenceOpening = (presence: SharedPresence): SessionListener => ({
  opened: (session) => presence.opened(session),
  away: (session, away, pageLeft) => presence.away(session, away, pageLeft),
});
const presenceEnding = (presence: SharedPresence): SessionListener => ({
  ended: (session, end) => presence.ended(session, end),
});
