import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import { AppError } from '#protocol/app-error.ts';
import { type Bus, type BusOptions, reportAsWarning } from './bus.ts';
import { type Outcome, runHandler, runSubscriber, settle, toJson } from './exchange.ts';

/** The queue group that all who serve a subject belong to: each request reaches one of them. */
const SERVERS = 'servers';
const RECONNECT_WAIT_MS = 500;
const RECONNECT_JITTER_MS = 500;
/** A broker that does not answer so many pings, `PING_INTERVAL_MS` apart, is taken for lost. */
const MAX_PINGS_OUT = 2;
const PING_INTERVAL_MS = 5_000;
/** How long `close` waits for the broker to take what was published last. */
const DRAIN_TIMEOUT_MS = 2_000;

/**
 * The bus of a cluster, by NATS core (2.2 or later, for its no-responders answer).
 *
 * `url` is `nats://[user:password@]host:port` or `nats://token@host`, several separated by commas. Waits for the first
 * connection for as long as it takes, and comes back from every lost one: what is published meanwhile is kept, requests
 * run into their time-out.
 */
export async function createNatsBus(
  url: string,
  { report = reportAsWarning }: BusOptions = {},
): Promise<Bus> {
  const connection = await connect({
    ...serversAndCredentials(url),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: MAX_PINGS_OUT,
    ignoreAuthErrorAbort: true,
  });
  return natsBus(connection, report);
}

function natsBus(connection: NatsConnection, report: NonNullable<BusOptions['report']>): Bus {
  let closed: Promise<void> | undefined;
  /** Rejected when the bus closes, so that a drain does not wait for somebody else's answer. */
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => {});

  const refuseIfClosed = () => {
    if (closed !== undefined) throw new AppError('service-unavailable');
  };

  return {
    async request(subject, payload, { timeoutMs }) {
      refuseIfClosed();
      const answered = connection.request(subject, toJson(payload), { timeout: timeoutMs });
      try {
        const message = await Promise.race([answered, cancelled.promise]);
        return settle(message.json<Outcome>());
      } catch (error) {
        // The loser of the race may still fail.
        answered.catch(() => {});
        throw requestError(error);
      }
    },

    serve(subject, handler) {
      refuseIfClosed();
      const subscription = connection.subscribe(subject, {
        queue: SERVERS,
        callback: (error, message) => {
          if (error) return report(error, subject);
          void runHandler(handler, message.string(), subject, report).then((outcome) => {
            // Closed meanwhile: the one who asked runs into its time-out or hears of no responders.
            if (!connection.isClosed()) message.respond(toJson(outcome));
          });
        },
      });
      return () => subscription.unsubscribe();
    },

    publish(subject, payload) {
      if (closed === undefined) connection.publish(subject, toJson(payload));
    },

    subscribe(subject, handler) {
      refuseIfClosed();
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) return report(error, subject);
          runSubscriber(handler, message.string(), subject, report);
        },
      });
      return () => subscription.unsubscribe();
    },

    close() {
      closed ??= close();
      return closed;
    },
  };

  async function close(): Promise<void> {
    cancelled.reject(new AppError('service-unavailable'));
    if (connection.isClosed()) return;
    // Drained, so that what was published last still leaves; with a broker that is away that would never end.
    const drained = connection.drain().catch(() => {});
    const { promise: expired, resolve: expire } = Promise.withResolvers<void>();
    const timer = setTimeout(expire, DRAIN_TIMEOUT_MS);
    await Promise.race([drained, expired]);
    clearTimeout(timer);
    await connection.close();
  }
}

function requestError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof errors.TimeoutError) return new AppError('request-timeout', { cause: error });
  if (error instanceof errors.RequestError) {
    const timedOut = error.cause instanceof errors.TimeoutError;
    return new AppError(timedOut ? 'request-timeout' : 'service-unavailable', { cause: error });
  }
  if (error instanceof errors.ClosedConnectionError || error instanceof errors.DrainingConnectionError) {
    return new AppError('service-unavailable', { cause: error });
  }
  return error;
}

/** The client takes credentials apart from the addresses. */
function serversAndCredentials(url: string) {
  const urls = url.split(',').map((one) => new URL(one.trim()));
  const [first] = urls;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  return {
    servers: urls.map(({ host }) => host),
    ...(user && pass && { user, pass }),
    ...(user && !pass && { token: user }),
    ...(urls.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  };
}
