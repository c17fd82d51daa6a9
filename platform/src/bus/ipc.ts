import { AppError } from '#protocol/app-error.ts';
import { wireError } from '#protocol/wire-error.ts';
import { type Bus, type BusOptions, reportAsWarning } from './bus.ts';
import { type Outcome, PendingRequests, runHandler, runSubscriber, toJson, toPublished } from './exchange.ts';

/*
 * A child process on its parent's bus, over Node's IPC channel. The parent's end registers everything that the
 * child serves and subscribes to on the parent's bus, so that the child is a member of it like any other. The child's end is
 * a bus whose messages all go through the parent. Both ends are the same version of this program, so messages are only told
 * apart from others on the channel, and not validated.
 */

/** `registration` names what a child serves or subscribes to, within that child. */
type ToParent =
  | { readonly do: 'reply'; readonly id: number; readonly outcome: Outcome }
  | {
      readonly do: 'request';
      readonly id: number;
      readonly subject: string;
      readonly payload: string;
      readonly timeoutMs: number;
    }
  | { readonly do: 'publish'; readonly subject: string; readonly payload: string }
  | { readonly do: 'serve' | 'subscribe'; readonly registration: number; readonly subject: string }
  | { readonly do: 'withdraw'; readonly registration: number };

type ToChild =
  | { readonly do: 'reply'; readonly id: number; readonly outcome: Outcome }
  | { readonly do: 'request'; readonly id: number; readonly registration: number; readonly payload: string }
  | { readonly do: 'publish'; readonly registration: number; readonly payload: string };

interface Envelope<Message> {
  readonly hibikiBus: Message;
}

/** What `ChildProcess` and a forked `process` have in common. */
interface IpcChannel {
  readonly connected: boolean;
  send?(
    message: object,
    handle: undefined,
    options: undefined,
    callback: (error: Error | null) => void,
  ): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'disconnect', listener: () => void): unknown;
}

interface Link<Outgoing> {
  /** Throws `service-unavailable` once the other side has ended. */
  send(message: Outgoing): void;
  /** Stops listening; the channel itself belongs to its maker. */
  release(): void;
}

function openLink<Incoming, Outgoing>(
  channel: IpcChannel,
  on: { readonly message: (message: Incoming) => void; readonly lost: () => void },
): Link<Outgoing> {
  const onMessage = (message: unknown) => {
    if (isEnvelope<Incoming>(message)) on.message(message.hibikiBus);
  };
  const onDisconnect = () => {
    release();
    on.lost();
  };
  const release = () => {
    channel.off('message', onMessage);
    channel.off('disconnect', onDisconnect);
  };
  channel.on('message', onMessage);
  channel.on('disconnect', onDisconnect);
  return {
    release,
    send(message) {
      if (!channel.connected || !channel.send) throw new AppError('service-unavailable');
      const envelope: Envelope<Outgoing> = { hibikiBus: message };
      // Without a callback a failed write is an 'error' event of the process; with it, `disconnect` follows and is enough.
      channel.send(envelope, undefined, undefined, () => {});
    },
  };
}

const isEnvelope = <Message>(message: unknown): message is Envelope<Message> =>
  typeof message === 'object' && message !== null && 'hibikiBus' in message;

/**
 * Makes a forked child a member of the bus until it disconnects, which fails the requests that it has not answered with
 * `service-unavailable`. The returned function does the same at once; it can be called twice.
 */
export function linkChildBus(
  bus: Bus,
  child: IpcChannel,
  { report = reportAsWarning }: BusOptions = {},
): () => void {
  const registrations = new Map<number, () => void>();
  const pending = new PendingRequests();

  const unlink = () => {
    link.release();
    for (const withdraw of registrations.values()) withdraw();
    registrations.clear();
    pending.failAll();
  };

  const answer = (id: number, outcome: Outcome) => {
    // A child that has gone meanwhile needs no answer.
    if (child.connected) link.send({ do: 'reply', id, outcome });
  };

  const receive = (message: ToParent) => {
    switch (message.do) {
      case 'reply':
        return pending.complete(message.id, message.outcome);
      case 'publish':
        return bus.publish(message.subject, JSON.parse(message.payload));
      case 'request': {
        const { id, subject, payload, timeoutMs } = message;
        void runHandler(
          (parsed) => bus.request(subject, parsed, { timeoutMs }),
          payload,
          subject,
          report,
        ).then((outcome) => answer(id, outcome));
        return;
      }
      case 'serve': {
        const { registration, subject } = message;
        registrations.set(
          registration,
          bus.serve(subject, (payload) =>
            pending.wait(null, (id) =>
              link.send({ do: 'request', id, registration, payload: toJson(payload) }),
            ),
          ),
        );
        return;
      }
      case 'subscribe': {
        const { registration, subject } = message;
        registrations.set(
          registration,
          bus.subscribe(subject, (payload) => {
            if (child.connected) link.send({ do: 'publish', registration, payload: toJson(payload) });
          }),
        );
        return;
      }
      case 'withdraw':
        registrations.get(message.registration)?.();
        registrations.delete(message.registration);
        return;
    }
  };

  const link = openLink<ToParent, ToChild>(child, { message: receive, lost: unlink });
  return unlink;
}

/**
 * The bus of a forked child, on the other end of its parent's `linkChildBus`. The parent's death fails everything that
 * is pending and closes it.
 */
export function createParentLinkBus(parent: IpcChannel, { report = reportAsWarning }: BusOptions = {}): Bus {
  type Registration =
    | { readonly subject: string; readonly serve: (payload: unknown) => Promise<unknown> }
    | { readonly subject: string; readonly subscriber: (payload: unknown) => void };
  const registrations = new Map<number, Registration>();
  const pending = new PendingRequests();
  let lastRegistration = 0;
  let closed = false;

  const register = (what: 'serve' | 'subscribe', registration: Registration) => {
    if (closed) throw new AppError('service-unavailable');
    const id = ++lastRegistration;
    registrations.set(id, registration);
    link.send({ do: what, registration: id, subject: registration.subject });
    return () => {
      if (registrations.delete(id) && !closed && parent.connected) {
        link.send({ do: 'withdraw', registration: id });
      }
    };
  };

  const receive = (message: ToChild) => {
    switch (message.do) {
      case 'reply':
        return pending.complete(message.id, message.outcome);
      case 'request': {
        const { id, payload } = message;
        const registration = registrations.get(message.registration);
        // Withdrawn while the request was on its way.
        if (!registration || !('serve' in registration)) {
          return link.send({
            do: 'reply',
            id,
            outcome: { error: wireError(new AppError('service-unavailable')) },
          });
        }
        void runHandler(registration.serve, payload, registration.subject, report).then((outcome) => {
          if (!closed && parent.connected) link.send({ do: 'reply', id, outcome });
        });
        return;
      }
      case 'publish': {
        const registration = registrations.get(message.registration);
        if (!registration || !('subscriber' in registration)) return;
        runSubscriber(registration.subscriber, message.payload, registration.subject, report);
        return;
      }
    }
  };

  const shut = () => {
    closed = true;
    registrations.clear();
    pending.failAll();
  };
  const link = openLink<ToChild, ToParent>(parent, { message: receive, lost: shut });

  return {
    async request(subject, payload, { timeoutMs }) {
      if (closed) throw new AppError('service-unavailable');
      return await pending.wait(timeoutMs, (id) =>
        link.send({ do: 'request', id, subject, payload: toJson(payload), timeoutMs }),
      );
    },
    serve: (subject, handler) => register('serve', { subject, serve: handler }),
    publish(subject, payload) {
      if (closed || !parent.connected) return;
      const text = toPublished(payload, subject, report);
      if (text !== null) link.send({ do: 'publish', subject, payload: text });
    },
    subscribe: (subject, handler) => register('subscribe', { subject, subscriber: handler }),
    get connected() {
      return !closed && parent.connected;
    },
    // Lost only with the parent, and this process ends with it.
    onConnection: () => () => {},
    confirm: async () => !closed && parent.connected,
    async close() {
      if (closed) return;
      for (const registration of registrations.keys()) {
        if (parent.connected) link.send({ do: 'withdraw', registration });
      }
      link.release();
      shut();
    },
  };
}
