import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConnectionOptions,
  connect,
  errors,
  type Msg,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { AppError } from '#protocol/app-error.ts';
import { wireError } from '#protocol/wire-error.ts';
import { type Bus, type BusOptions, type ReportError, reportAsWarning } from './bus.ts';
import { type Outcome, runHandler, runSubscriber, settle, toJson, toPublished } from './exchange.ts';
import { createLocalBus } from './local.ts';
import { type NatsSettings, natsOptions } from './nats-settings.ts';

/** The queue group that all who serve a subject belong to: each request reaches one of them. */
const SERVERS = 'servers';
const RECONNECT_WAIT_MS = 500;
const RECONNECT_JITTER_MS = 500;
/** A broker that does not complete a connection within this is passed over for the next one. */
const CONNECT_TIMEOUT_MS = 2_000;
/** A broker that does not answer so many pings, `PING_INTERVAL_MS` apart, is taken for lost. */
const MAX_PINGS_OUT = 2;
const PING_INTERVAL_MS = 2_000;
/** How long `close` waits for the broker to take what was published last. */
const DRAIN_TIMEOUT_MS = 2_000;

export interface NatsBusOptions extends BusOptions {
  /** Called once when the first attempt to connect fails; more attempts follow. */
  readonly onWaiting?: (error: unknown) => void;
}

/**
 * The bus of a cluster, by NATS core (2.2 or later, for its no-responders answer).
 *
 * Returns at once and connects in the background, for as long as it takes; likewise after every loss. While there is no
 * connection this process works alone: what it publishes reaches its own subscribers, and requests that it does not serve
 * itself fail with `bus-unavailable`.
 */
export function openNatsBus(
  settings: NatsSettings,
  { report = reportAsWarning, onWaiting }: NatsBusOptions = {},
): Bus {
  const options: ConnectionOptions = {
    ...natsOptions(settings),
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_WAIT_MS,
    reconnectJitter: RECONNECT_JITTER_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: MAX_PINGS_OUT,
    ignoreAuthErrorAbort: true,
  };
  let connection: NatsConnection | undefined;
  let connected = false;
  let closed: Promise<void> | undefined;
  const closing = new AbortController();
  /** Has all that this process serves and subscribes to. */
  const local = createLocalBus({ report });
  /** Rejected when the bus closes, so that a drain does not wait for the answer of another process. */
  const cancelled = Promise.withResolvers<never>();
  cancelled.promise.catch(() => {});
  const connectionListeners = new Set<(connected: boolean) => void>();
  /** What was asked for before the first connection; NATS itself keeps subscriptions across later ones. */
  const registrations = new Set<(connection: NatsConnection) => void>();

  const refuseIfClosed = () => {
    if (closed !== undefined) throw new AppError('service-unavailable');
  };

  const setConnected = (now: boolean) => {
    if (connected === now || closed !== undefined) return;
    connected = now;
    for (const listener of [...connectionListeners]) listener(now);
  };

  const register = (
    withdraw: () => void,
    subscribe: (connection: NatsConnection) => Subscription,
  ): (() => void) => {
    let subscription: Subscription | undefined;
    const establish = (on: NatsConnection) => {
      subscription = subscribe(on);
    };
    if (connection) establish(connection);
    else registrations.add(establish);
    return () => {
      withdraw();
      registrations.delete(establish);
      subscription?.unsubscribe();
    };
  };

  const followStatus = async (of: NatsConnection) => {
    for await (const { type } of of.status()) {
      if (type === 'disconnect') setConnected(false);
      if (type === 'reconnect') setConnected(true);
    }
  };

  const firstConnection = async () => {
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      try {
        return await connect(options);
      } catch (error) {
        if (attempt === 1) onWaiting?.(error);
        await sleep(RECONNECT_WAIT_MS, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
    return undefined;
  };

  void firstConnection().then((first) => {
    if (closed !== undefined) return first?.close();
    if (!first) return;
    connection = first;
    for (const establish of registrations) establish(first);
    registrations.clear();
    void followStatus(first);
    setConnected(true);
  });

  const requestLocally = async (subject: string, payload: unknown, timeoutMs: number): Promise<unknown> => {
    try {
      return await local.request(subject, payload, { timeoutMs });
    } catch (error) {
      const unserved = error instanceof AppError && error.code === 'service-unavailable';
      throw unserved && closed === undefined ? new AppError('bus-unavailable', { cause: error }) : error;
    }
  };

  const close = async (): Promise<void> => {
    closing.abort();
    cancelled.reject(new AppError('service-unavailable'));
    await local.close();
    if (!connection || connection.isClosed()) return;
    // Drained, so that what was published last still leaves; without a broker that would never end.
    if (connected) await within(DRAIN_TIMEOUT_MS, connection.drain());
    await connection.close();
  };

  return {
    async request(subject, payload, { timeoutMs }) {
      refuseIfClosed();
      if (!connection || !connected) return await requestLocally(subject, payload, timeoutMs);
      const answered = ask(connection, subject, toJson(payload), timeoutMs);
      try {
        const message = await Promise.race([answered, cancelled.promise]);
        return settle(message.json<Outcome>());
      } catch (error) {
        // The loser of the race may still fail.
        answered.catch(() => {});
        throw connected || closed !== undefined
          ? requestError(error)
          : new AppError('bus-unavailable', { cause: error });
      }
    },

    serve(subject, handler) {
      refuseIfClosed();
      return register(local.serve(subject, handler), (on) =>
        on.subscribe(subject, {
          queue: SERVERS,
          callback: (error, message) => {
            if (error) return report(error, subject);
            void runHandler(handler, message.string(), subject, report).then((outcome) => {
              // Closed meanwhile: the asking side times out or learns that there are no responders.
              if (!on.isClosed()) respond(message, outcome, subject, report);
            });
          },
        }),
      );
    },

    publish(subject, payload) {
      if (closed !== undefined) return;
      // The NATS client would buffer it and send it when it is outdated.
      if (!connection || !connected) return local.publish(subject, payload);
      const text = toPublished(payload, subject, report);
      if (text === null) return;
      try {
        connection.publish(subject, text);
      } catch (error) {
        // The broker takes less than NATS does by default.
        report(error, subject);
      }
    },

    subscribe(subject, handler) {
      refuseIfClosed();
      return register(local.subscribe(subject, handler), (on) =>
        on.subscribe(subject, {
          callback: (error, message) => {
            if (error) return report(error, subject);
            runSubscriber(handler, message.string(), subject, report);
          },
        }),
      );
    },

    get connected() {
      return connected && closed === undefined;
    },

    onConnection(listener) {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },

    async confirm(timeoutMs) {
      if (!connection || !connected || closed !== undefined) return false;
      return await within(timeoutMs, connection.flush());
    },

    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** As `openNatsBus`, once it is connected. */
export async function createNatsBus(url: string, options: NatsBusOptions = {}): Promise<Bus> {
  const bus = openNatsBus({ url }, options);
  if (bus.connected) return bus;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = bus.onConnection(() => resolve());
  await promise;
  stop();
  return bus;
}

/** Rejects also where the client throws, as for what is too large for the broker. */
const ask = async (
  connection: NatsConnection,
  subject: string,
  text: string,
  timeoutMs: number,
): Promise<Msg> => await connection.request(subject, text, { timeout: timeoutMs });

/** The broker may take less than NATS does by default: then the other side learns that. */
function respond(message: Msg, outcome: Outcome, subject: string, report: ReportError): void {
  try {
    message.respond(toJson(outcome));
  } catch (error) {
    report(error, subject);
    message.respond(toJson({ error: wireError(new AppError('message-too-large')) } satisfies Outcome));
  }
}

/** Whether the work was done in time. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: expired, resolve: expire } = Promise.withResolvers<boolean>();
  const timer = setTimeout(expire, ms, false);
  const done = work.then(
    () => true,
    () => false,
  );
  const inTime = await Promise.race([done, expired]);
  clearTimeout(timer);
  return inTime;
}

function requestError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof errors.InvalidArgumentError) {
    return new AppError('message-too-large', { cause: error });
  }
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
