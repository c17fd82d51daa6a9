import type { CustomerId } from '#protocol/ids.ts';
import type { ManagedCall, ManagedMember } from '#protocol/signal/manage.ts';
import type { Trx } from '#server/db/database.ts';
import type { ManagerNews } from '#server/manager-news.ts';
import type { AnySession } from '#server/session.ts';
import { findCalls } from './calls.ts';
import { noteAction, noteForOthers } from './note-action.ts';
import { type OpenedCallDeps, openCall } from './opened-call.ts';
import { isManaged, type Scope } from './scope.ts';
import { shownPerson } from './selection.ts';

export interface CallRecordsDeps extends OpenedCallDeps {
  readonly news: Pick<ManagerNews, 'resourceChanged'>;
}

export interface CallAction {
  readonly action: 'end-call' | 'remove-member';
  readonly callId: string;
  readonly memberId: string | null;
}

/** Entries of the audit log about one call, one for each customer of the call. */
export interface CallRecord {
  write(trx: Trx, session: AnySession): Promise<void>;
  /** After the commit. */
  announce(): void;
}

/**
 * What is to be recorded of an action on a call, looked up while the call is in progress. Each customer reads the names that its
 * managers may see (SPEC.md, M3, M5).
 */
export async function recordOf(
  deps: CallRecordsDeps,
  scope: Scope,
  { action, callId, memberId }: CallAction,
): Promise<CallRecord> {
  const opened = await openCall(deps, 'all', callId);
  const customers = opened?.call.customerIds ?? [];
  const member = opened?.members.find((one) => one.memberId === memberId);
  const entries = await Promise.all(
    customers.map(async (customerId) => {
      const own = new Set([customerId]);
      const [seen] = await findCalls(deps.db, own, own, [callId]);
      const removed = member && nameFor(customerId, member);
      const objectName = seen && callName(seen);
      return {
        action,
        resource: 'calls',
        resourceId: callId,
        customerId,
        details: {
          ...(objectName && { objectName }),
          ...(removed && { changes: [{ field: 'members', before: removed, after: null }] }),
        },
      };
    }),
  );
  return {
    async write(trx, session) {
      for (const entry of entries) {
        const note = isManaged(scope, entry.customerId) ? noteAction : noteForOthers;
        await note(trx, session, entry);
      }
    },
    announce() {
      for (const { customerId } of entries) deps.news.resourceChanged({ resource: 'calls', customerId });
    },
  };
}

/** What the customer's managers are shown of someone in the call. */
function nameFor(customerId: CustomerId, member: ManagedMember): string | null {
  const { id, name } = member;
  if (name === null) return null;
  if (id === null) return name;
  return shownPerson(new Set([customerId]), { ...member, id, name }).name;
}

/** The group, or else the people who are named in the list of calls. */
const callName = ({ groupName, people }: ManagedCall): string =>
  groupName ?? people.flatMap(({ name }) => name ?? []).join(', ');
