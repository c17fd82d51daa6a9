import type { Bus } from '#platform/bus/bus.ts';
import type { DomainEvent, DomainEvents } from './domain-events.ts';

const SUBJECT = 'domain-events';

/** Every kind there is: a server of another version may say what this one does not know. */
const KNOWN: Readonly<Record<DomainEvent['type'], true>> = {
  'tokens-revoked': true,
  'device-disabled': true,
  'device-changed': true,
  'pair-changed': true,
  'group-changed': true,
  'group-deleted': true,
  'party-moved': true,
  'role-changed': true,
  'group-rang': true,
  'group-joined': true,
  'features-changed': true,
  notified: true,
  'connections-changed': true,
  'settings-changed': true,
};

/** Domain events over the bus: every server hears them, the one that says them too. */
export const createDomainEvents = (bus: Bus): DomainEvents => ({
  publish: (event) => bus.publish(SUBJECT, event),
  subscribe: (listener) =>
    bus.subscribe(SUBJECT, (payload) => {
      if (isDomainEvent(payload)) listener(payload);
    }),
});

/** The bus carries what servers of this code say; only the kind is in question. */
const isDomainEvent = (payload: unknown): payload is DomainEvent =>
  typeof payload === 'object' &&
  payload !== null &&
  'type' in payload &&
  typeof payload.type === 'string' &&
  Object.hasOwn(KNOWN, payload.type);
