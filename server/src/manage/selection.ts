import { type RawBuilder, sql } from 'kysely';
import type { CustomerId } from '#protocol/ids.ts';
import type { Party } from '#protocol/party.ts';
import type { ManagedPerson } from '#protocol/signal/manage.ts';
import { isManaged, type Scope } from './scope.ts';

/** Which calls, and for whom. */
export interface CallSelection {
  /** Calls of these customers … */
  readonly asked: Scope;
  /** … as someone is shown them who manages these. */
  readonly scope: Scope;
  /** Null: all of them. */
  readonly callIds: readonly string[] | null;
  readonly limit: number;
}

/** Whether one of a call's customers is among the given ones. */
export const concerns = (customerIds: RawBuilder<unknown>, scope: Scope): RawBuilder<boolean> =>
  scope === 'all' ? sql<boolean>`true` : sql<boolean>`${customerIds} && ${[...scope]}::uuid[]`;

interface PersonInCall extends Party {
  readonly memberId: string;
  /** Null of a guest in a group call, and of someone who has just come. */
  readonly customerId: CustomerId | null;
}

/** The name of someone of another customer, as members of the call see it (party-name.ts). Null if it contains an `@`: it may be a whole address. */
export const shownName = (name: string): string | null => (name.includes('@') ? null : name);

/** Shows of someone of another customer the name alone, never a whole mail address (specification O11). */
export function shownPerson(
  scope: Scope,
  { memberId, kind, id, name, customerId }: PersonInCall,
): ManagedPerson {
  const own = customerId !== null && isManaged(scope, customerId);
  // A guest chooses its name itself, has no page of its own, and counts for the customer that invites it.
  if (kind === 'guest') return { memberId, kind, name, id: null, customerId: null };
  if (!own) return { memberId, kind, name: shownName(name), id: null, customerId: null };
  return { memberId, kind, name, id, customerId };
}
