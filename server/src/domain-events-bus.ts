import type { Bus } from '#platform/bus/bus.ts';
import type { DomainEvent, DomainEvents } from './domain-events.ts';

const SUBJECT = 'domain-events';
/** Longer than the bus takes to find that it is lost again: then it comes back once more, and events are caught up with then. */
const CONFIRM_TIMEOUT_MS = 10_000;

/** Every kind there is: a server of another version may say what this one does not know. */
const KNOWN: Readonly<Record<DomainEvent['type'], true>> = {
  'tokens-revoked': true,
  'device-disabled': true,
  'device-changed': true,
  'pair-changed': true,
  'group-changed': true,
  'group-deleted': true,
  'group-call-ended': true,
  'party-moved': true,
  'role-changed': true,
  'group-rang': true,
  'group-joined': true,
  'moved-call-joined': true,
  'group-rings-wanted': true,
  'group-ring-declined': true,
  'group-ring-over': true,
  'group-call-changed': true,
  'features-changed': true,
  notified: true,
  'connections-changed': true,
  'settings-changed': true,
  'events-missed': true,
};

export interface BusDomainEvents extends DomainEvents {
  /** This server may not have heard another one: says `events-missed` to its own listeners. */
  missed(): void;
}

/**
 * Domain events over the bus: every server hears them, the one that says them too. They are kept nowhere: after the bus was
 * away, `events-missed` stands for what was said meanwhile.
 */
export function createDomainEvents(bus: Bus): BusDomainEvents {
  const listeners = new Set<(event: DomainEvent) => void>();
  const missed = () => {
    for (const listener of [...listeners]) listener({ type: 'events-missed' });
  };
  const catchUp = async () => {
    // After a round trip the broker has this server's subscriptions: what is changed from then on is heard.
    if (await bus.confirm(CONFIRM_TIMEOUT_MS)) missed();
  };
  bus.onConnection((connected) => {
    if (connected) void catchUp();
  });
  return {
    publish: (event) => bus.publish(SUBJECT, event),
    missed,
    subscribe(listener) {
      const unsubscribe = bus.subscribe(SUBJECT, (payload) => {
        if (isDomainEvent(payload)) listener(payload);
      });
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
}

/** The bus carries what servers of this code say; only the kind is in question. */
const isDomainEvent = (payload: unknown): payload is DomainEvent =>
  typeof payload === 'object' &&
  payload !== null &&
  'type' in payload &&
  typeof payload.type === 'string' &&
  Object.hasOwn(KNOWN, payload.type);
