import type { CustomerId, GroupId } from '#protocol/ids.ts';
import { CloseCode } from '#protocol/limits.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import type { Principal } from '#server/principal.ts';
import type { AnySession, Session, SessionKey } from '#server/session.ts';
import type { GuestEnds } from './guest-ends.ts';
import type { LiveSession } from './live-session.ts';
import type { PresenceWatch } from './presence-watch.ts';
import type { SessionChecks } from './session-checks.ts';
import type { LocalSessions, Sessions } from './sessions.ts';

export interface ChangesOptions {
  readonly directory: LocalSessions;
  readonly sessions: Sessions;
  readonly watch: PresenceWatch;
  readonly guestEnds: GuestEnds;
  readonly checks: Pick<SessionChecks, 'all'>;
  /** Told of what failed on the way; the event has no asker to answer. */
  readonly report: (error: unknown, event: DomainEvent['type']) => void;
}

/** The parties that may be ringing for a group's call. */
interface GroupRings {
  readonly groupId: GroupId;
  readonly parties: readonly PartyKey[];
}

/** What a change in the database means for this server's sessions (SPEC.md, P2, S10, S11). */
export function createChangeListener({
  directory,
  sessions,
  watch,
  guestEnds,
  checks,
  report,
}: ChangesOptions) {
  const notify = (parties: Iterable<Session>, resource: string) => {
    for (const session of parties) session.notify('resource.changed', { resource });
  };
  const ofAll = (parties: readonly PartyKey[]) => parties.flatMap((key) => [...directory.of(key)]);
  const endRings = ({ groupId, parties }: GroupRings) => {
    for (const session of ofAll(parties)) session.notify('groupCall.ringEnded', { groupId });
  };
  const revoke = (session: LiveSession) => sessions.end(session, 'revoked', CloseCode.unauthenticated);

  return (event: DomainEvent) => {
    switch (event.type) {
      case 'tokens-revoked':
        for (const session of directory.everyone()) {
          if (holdsTokenOf(session, event.partyKey, event.familyId)) revoke(session);
        }
        return;
      case 'device-disabled':
        for (const session of directory.of(`device:${event.deviceId}`)) revoke(session);
        return;
      case 'device-changed':
        return notify(directory.of(`device:${event.deviceId}`), 'devices');
      case 'pair-changed':
        notify(ofAll(event.parties), 'pairs');
        // What the pair let one side join is no longer open to it.
        if (!event.callable) notify(ofAll(event.parties), 'groups');
        watch.refresh(event.parties).catch((error: unknown) => report(error, event.type));
        return;
      case 'group-changed':
        guestEnds.groupChanged(event.groupId);
        return notify(ofAll(event.parties), 'groups');
      case 'group-rang': {
        const { parties, groupId, groupName, by } = event;
        for (const session of ofAll(parties)) {
          // The ring may have added the group to those that they can join.
          session.notify('resource.changed', { resource: 'groups' });
          session.notify('groupCall.rang', { groupId, groupName, by });
        }
        return;
      }
      case 'group-joined':
        return endRings(event);
      case 'group-ring-over':
        endRings(event);
        // Without the ring they may no longer join.
        return notify(ofAll(event.parties), 'groups');
      case 'group-ring-declined':
        return endRings({ groupId: event.groupId, parties: [event.party] });
      case 'group-call-changed':
        if (!event.live) endRings(event);
        return notify(ofAll(event.parties), 'groups');
      case 'group-deleted':
        endRings(event);
        notify(ofAll(event.parties), 'groups');
        // Its links have gone with it.
        for (const session of directory.all()) {
          const { principal } = session;
          if (
            principal.kind === 'guest' &&
            principal.reach.kind === 'group' &&
            principal.reach.groupId === event.groupId
          ) {
            revoke(session);
          }
        }
        return;
      case 'party-moved':
        for (const session of directory.of(event.party)) {
          const { principal } = session;
          if ('customerId' in principal) session.principal = { ...principal, customerId: event.customerId };
        }
        return notify(directory.of(event.party), 'services');
      case 'role-changed':
        for (const session of directory.of(`user:${event.userId}`)) {
          session.principal = withRole(session.principal, event.manages);
        }
        return notify(directory.of(`user:${event.userId}`), 'users');
      case 'features-changed': {
        const { customerId } = event;
        const concerned = [...directory.all()].filter(
          ({ principal }) => customerId === null || customersOf(principal).includes(customerId),
        );
        return notify(concerned, 'services');
      }
      case 'settings-changed':
        return notify(ofAll(event.parties), 'settings');
      case 'connections-changed':
        return notify(ofAll(event.parties), 'connections');
      case 'notified':
        return notify(event.parties === 'all' ? directory.all() : ofAll(event.parties), 'notifications');
      case 'events-missed':
        void checks.all();
        return;
      // Group calls handle these themselves.
      case 'group-rings-wanted':
      case 'group-call-ended':
        return;
    }
  };
}

/** What a client may have in its cache (SPEC.md, S11). */
const resourcesOf: Record<Principal['kind'], readonly string[]> = {
  user: ['users', 'settings', 'services', 'pairs', 'groups', 'connections', 'notifications'],
  manager: ['users', 'settings', 'services', 'pairs', 'groups', 'connections', 'notifications'],
  device: ['devices', 'services', 'pairs', 'groups', 'connections', 'notifications'],
  admin: [],
  guest: [],
};

/** No one knows which of it has changed. */
export function notifyAllChanged(session: AnySession): void {
  for (const resource of resourcesOf[session.principal.kind])
    session.notify('resource.changed', { resource });
}

/** A guest's link is revoked under the link's id: its guests have party ids of their own. */
function holdsTokenOf(session: LiveSession, key: SessionKey, familyId: string | null): boolean {
  const { principal } = session;
  if (principal.kind === 'guest') return key === `guest:${principal.linkId}` || key === session.key;
  return key === session.key && (familyId === null || familyId === principal.familyId);
}

function withRole(principal: Principal, manages: readonly CustomerId[] | null): Principal {
  if (principal.kind !== 'user' && principal.kind !== 'manager') return principal;
  const { id, customerId, familyId } = principal;
  const user = { id, customerId, familyId };
  return manages === null ? { kind: 'user', ...user } : { kind: 'manager', ...user, manages };
}

function customersOf(principal: Principal): readonly string[] {
  switch (principal.kind) {
    case 'user':
    case 'device':
      return [principal.customerId];
    case 'manager':
      return [principal.customerId, ...principal.manages];
    case 'admin':
    case 'guest':
      return [];
  }
}
