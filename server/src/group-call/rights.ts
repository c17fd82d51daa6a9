import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#protocol/app-error.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { CustomerId, GroupId } from '#protocol/ids.ts';
import type { PartyKey } from '#protocol/party.ts';
import type { groupCallNotices, RoomTarget } from '#protocol/signal/group-call.ts';
import type { PayloadOf } from '#protocol/wire.ts';
import type { Background } from '#server/background.ts';
import { coalesced } from '#server/concurrency.ts';
import { persistently } from '#server/db/persistently.ts';
import type { DomainEvent } from '#server/domain-events.ts';
import { UNANSWERED } from '#server/errors.ts';
import type { Session } from '#server/session.ts';
import type { Sfu } from '#server/sfu/sfu.ts';
import type { GroupAccess } from './access.ts';
import type { Membership, Memberships } from './membership.ts';

/** Longest delay of a timer (Node: 2^31 - 1); later ends are looked at again then. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export type EndReason = PayloadOf<typeof groupCallNotices, 'groupCall.ended'>['reason'];

const endReasons: Partial<Record<ErrorCode, EndReason>> = {
  'not-found': 'removed',
  'call-not-found': 'call-ended',
  'group-not-open': 'group-closed',
  'service-disabled': 'service-disabled',
};

export interface RightsDeps {
  readonly memberships: Memberships;
  readonly checkAccess: (session: Session, target: RoomTarget) => Promise<GroupAccess>;
  readonly groupExists: (groupId: GroupId) => Promise<boolean>;
  readonly ask: Sfu['ask'];
  /** Puts a member out, and says why. */
  readonly end: (membership: Membership, reason: EndReason) => void;
  readonly background: Background;
}

/** Keeps what members may do as it is in the database while they are in the call (SPEC.md, G8). */
export interface Rights {
  /** Counts what may have changed rights: a join must not be overtaken by the loss of its own. */
  readonly changes: number;
  mayHaveChanged(): void;
  /** Puts the member out when the group's time is over, which comes by itself. */
  watchEnd(membership: Membership): void;
  forget(membership: Membership): void;
  /** Asks again, without waiting for it, until that has been possible or the member has left. */
  recheck(membership: Membership): void;
  /** Asks again; where that is not possible now it rejects, and goes on as `recheck`. */
  check(membership: Membership): Promise<void>;
  follow(event: DomainEvent): void;
  /** Asks nothing any more. */
  close(): void;
}

/** What one member may do is asked once at a time, and once more after all changes that have come meanwhile. */
interface Checks {
  /** Rejects where that is not possible. */
  readonly once: () => Promise<void>;
  readonly untilKnown: () => Promise<void>;
}

export function createRights({
  memberships,
  checkAccess,
  groupExists,
  ask,
  end,
  background,
}: RightsDeps): Rights {
  const endTimers = new Map<Membership, ReturnType<typeof setTimeout>>();
  const checks = new WeakMap<Membership, Checks>();
  const closing = new AbortController();
  let changes = 0;

  const forget = (membership: Membership): void => {
    clearTimeout(endTimers.get(membership));
    endTimers.delete(membership);
  };

  const watchEnd = (membership: Membership): void => {
    forget(membership);
    const { endsAt } = membership.participant.access;
    if (!endsAt) return;
    const delay = Math.min(MAX_TIMER_MS, Math.max(0, endsAt.getTime() - Date.now()));
    endTimers.set(
      membership,
      setTimeout(() => recheck(membership), delay),
    );
  };

  /** The group has been deleted, or there is another reason why the member may not be there. */
  const reasonOf = async (error: unknown, { target }: Membership['participant']) => {
    const reason = error instanceof AppError ? endReasons[error.code] : undefined;
    const deleted = reason === 'removed' && target.kind === 'group' && !(await groupExists(target.groupId));
    return deleted ? 'group-closed' : reason;
  };

  /** Puts the member out, or closes what it may not send any more. */
  const apply = async (membership: Membership): Promise<void> => {
    const { participant } = membership;
    if (memberships.of(participant.session) !== membership) return;
    const before = participant.access.offered;
    try {
      participant.access = await checkAccess(participant.session, participant.target);
    } catch (error) {
      const reason = await reasonOf(error, participant);
      if (!reason) throw error;
      end(membership, reason);
      return;
    }
    if (memberships.of(participant.session) !== membership) return;
    watchEnd(membership);
    const { offered } = participant.access;
    if (!isDeepStrictEqual(offered, before)) participant.session.notify('groupCall.offeredChanged', offered);
    const { nodeId, roomId, memberId } = membership;
    for (const [producerId, source] of membership.producers) {
      if (participant.access.sources.has(source)) continue;
      membership.producers.delete(producerId);
      const closed = ask(nodeId, 'media.closeProducer', { roomId, memberId, producerId });
      background.run('producer not closed', closed);
      participant.session.notify('groupCall.producerClosed', { memberId, producerId });
    }
    if (membership.recording && !participant.access.offered.recording) {
      membership.recording = false;
      const stopped = ask(nodeId, 'room.setRecording', { roomId, memberId, on: false });
      background.run('recording not withdrawn', stopped);
    }
  };

  const checksOf = (membership: Membership): Checks => {
    const existing = checks.get(membership);
    if (existing) return existing;
    const once = coalesced(() => apply(membership));
    const untilKnown = coalesced(() => persistently(once, closing.signal, UNANSWERED));
    checks.set(membership, { once, untilKnown });
    return { once, untilKnown };
  };
  const recheck = (membership: Membership): void => {
    if (!closing.signal.aborted) background.run('access not checked', checksOf(membership).untilKnown());
  };
  const recheckAll = (matches: (membership: Membership) => boolean): void => {
    for (const membership of memberships.where(matches)) recheck(membership);
  };
  /** A join that is under way is looked at again. */
  const mayHaveChanged = (): void => {
    changes += 1;
  };

  return {
    get changes() {
      return changes;
    },
    mayHaveChanged,
    watchEnd,
    forget,
    recheck,
    async check(membership) {
      try {
        await checksOf(membership).once();
      } catch (error) {
        recheck(membership);
        throw error;
      }
    },

    follow(event) {
      switch (event.type) {
        case 'group-changed':
          mayHaveChanged();
          recheckAll((membership) => isOfGroup(membership, event.groupId));
          return;
        case 'group-deleted':
          mayHaveChanged();
          for (const membership of memberships.where((one) => isOfGroup(one, event.groupId))) {
            end(membership, 'group-closed');
          }
          return;
        case 'pair-changed':
          mayHaveChanged();
          if (!event.callable) recheckAll((membership) => isOneOf(membership, event.parties));
          return;
        case 'party-moved':
          mayHaveChanged();
          // With the owner of a group, or the one who has given a guest its link, the others' rights change as well.
          recheckAll(() => true);
          return;
        case 'features-changed':
          mayHaveChanged();
          recheckAll((membership) => isOfCustomer(membership, event.customerId));
          return;
        // Their sessions end, and so they leave; or a join that is under way has asked too early.
        case 'tokens-revoked':
        case 'device-disabled':
        case 'device-changed':
        // Every session is checked, and its membership with it.
        case 'events-missed':
          mayHaveChanged();
          return;
        // They say nothing of rights.
        case 'group-call-ended':
        case 'role-changed':
        case 'settings-changed':
        case 'group-rang':
        case 'group-rings-wanted':
        case 'group-ring-declined':
        case 'group-ring-over':
        case 'group-call-changed':
        case 'group-joined':
        case 'moved-call-joined':
        case 'notified':
        case 'connections-changed':
          return;
        default:
          event satisfies never;
      }
    },
    close: () => closing.abort(),
  };
}

const isOfCustomer = ({ participant }: Membership, customerId: CustomerId | null): boolean =>
  customerId === null || participant.access.customers.includes(customerId);
const isOfGroup = ({ participant: { target } }: Membership, groupId: GroupId): boolean =>
  target.kind === 'group' && target.groupId === groupId;
const isOneOf = ({ participant }: Membership, parties: readonly PartyKey[]): boolean =>
  parties.includes(participant.session.partyKey);
