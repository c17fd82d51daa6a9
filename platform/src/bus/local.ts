import { AppError } from '#protocol/app-error.ts';
import { type Bus, type BusOptions, reportAsWarning } from './bus.ts';
import { PendingRequests, runHandler, runSubscriber, toJson, toPublished } from './exchange.ts';

type Handler = (payload: unknown) => Promise<unknown>;
type Subscriber = (payload: unknown) => void;

/** The bus of one process; a media node that is a child of it joins by `linkChildBus`. */
export function createLocalBus({ report = reportAsWarning }: BusOptions = {}): Bus {
  const servers = new Map<string, Set<{ readonly handler: Handler }>>();
  const subscribers = new Map<string, Set<{ readonly handler: Subscriber }>>();
  const pending = new PendingRequests();
  let closed = false;

  const refuseIfClosed = () => {
    if (closed) throw new AppError('service-unavailable');
  };

  return {
    async request(subject, payload, { timeoutMs }) {
      refuseIfClosed();
      const group = servers.get(subject);
      const [server] = group ?? [];
      if (!group || !server) throw new AppError('service-unavailable');
      // To the end of the group, so that the next request goes to the next server.
      group.delete(server);
      group.add(server);
      const text = toJson(payload);
      return await pending.wait(timeoutMs, (id) => {
        queueMicrotask(async () => {
          pending.complete(id, await runHandler(server.handler, text, subject, report));
        });
      });
    },

    serve(subject, handler) {
      refuseIfClosed();
      return addTo(servers, subject, { handler });
    },

    publish(subject, payload) {
      const group = subscribers.get(subject);
      if (closed || !group) return;
      const text = toPublished(payload, subject, report);
      if (text === null) return;
      for (const subscriber of [...group]) {
        queueMicrotask(() => {
          // It may have unsubscribed, or the bus closed, since the message was published.
          if (closed || !group.has(subscriber)) return;
          runSubscriber(subscriber.handler, text, subject, report);
        });
      }
    },

    subscribe(subject, handler) {
      refuseIfClosed();
      return addTo(subscribers, subject, { handler });
    },

    get connected() {
      return !closed;
    },
    // Lost only by closing it, which its owner knows.
    onConnection: () => () => {},
    confirm: async () => !closed,

    async close() {
      closed = true;
      servers.clear();
      subscribers.clear();
      pending.failAll();
    },
  };
}

/** Adds an entry to the group of a key; the returned function takes it out again, and an empty group with it. */
function addTo<Entry>(groups: Map<string, Set<Entry>>, key: string, entry: Entry): () => void {
  const group = groups.get(key) ?? new Set();
  groups.set(key, group.add(entry));
  return () => {
    group.delete(entry);
    if (group.size === 0 && groups.get(key) === group) groups.delete(key);
  };
}
