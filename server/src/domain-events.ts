import type { CallId, CustomerId, DeviceId, GroupId, PairId, UserId } from '#protocol/ids.ts';
import type { Party, PartyKey } from '#protocol/party.ts';
import type { SessionKey } from './session.ts';

/**
 * What has changed in the database and matters to live sessions and calls. Published on the bus after the commit, so
 * that every server hears of it; `rest` and `auth` say it, `signal` and the calls listen. app.ts connects them.
 */
export type DomainEvent =
  /**
   * Tokens were revoked: sessions of that family (null: of all families) end. `guest:<id of the link>` for a guest link:
   * anyone who came by it leaves.
   */
  | { readonly type: 'tokens-revoked'; readonly partyKey: SessionKey; readonly familyId: string | null }
  | { readonly type: 'device-disabled'; readonly deviceId: DeviceId }
  /** Its name, its customer or whether it answers by itself. */
  | { readonly type: 'device-changed'; readonly deviceId: DeviceId }
  /** Made, approved, edited or deleted: both sides' lists and what they may call have changed. */
  | {
      readonly type: 'pair-changed';
      readonly pairId: PairId;
      readonly parties: readonly PartyKey[];
      readonly callable: boolean;
    }
  | { readonly type: 'group-changed'; readonly groupId: GroupId; readonly parties: readonly PartyKey[] }
  /** The owner of a group would like these to join its call. */
  | {
      readonly type: 'group-rang';
      readonly parties: readonly PartyKey[];
      readonly groupId: GroupId;
      readonly groupName: string;
      readonly by: Party;
    }
  /** A session of the party has opened. Servers with a ring for the party ring again, so that the new session rings too. */
  | { readonly type: 'group-rings-wanted'; readonly party: PartyKey }
  /** A party has declined a ring into the group's call. */
  | { readonly type: 'group-ring-declined'; readonly party: PartyKey; readonly groupId: GroupId }
  /** The rings of these parties are over. */
  | { readonly type: 'group-ring-over'; readonly parties: readonly PartyKey[]; readonly groupId: GroupId }
  /** The group's call has begun (`live`) or is over; the parties are its members, and who was added to the call. */
  | {
      readonly type: 'group-call-changed';
      readonly groupId: GroupId;
      readonly parties: readonly PartyKey[];
      readonly live: boolean;
    }
  /** These have joined the group's call. */
  | { readonly type: 'group-joined'; readonly parties: readonly PartyKey[]; readonly groupId: GroupId }
  /** Someone has joined the room of a 1-to-1 call that has moved. */
  | { readonly type: 'moved-call-joined'; readonly callId: CallId }
  | { readonly type: 'group-deleted'; readonly groupId: GroupId; readonly parties: readonly PartyKey[] }
  /** A manager has ended the group's call. */
  | { readonly type: 'group-call-ended'; readonly groupId: GroupId }
  /** A user or device has another customer, by which all that it may do is decided from now on. */
  | { readonly type: 'party-moved'; readonly party: PartyKey; readonly customerId: CustomerId }
  /** A user has become a manager of these customers; null: is no longer a manager. */
  | { readonly type: 'role-changed'; readonly userId: UserId; readonly manages: readonly CustomerId[] | null }
  /** A customer's features or state, or a service, has changed; null: of every customer. */
  | { readonly type: 'features-changed'; readonly customerId: CustomerId | null }
  /** A user's settings, which take effect in running calls. */
  | { readonly type: 'settings-changed'; readonly parties: readonly PartyKey[] }
  /** Calls of these parties have been written to their history. */
  | { readonly type: 'connections-changed'; readonly parties: readonly PartyKey[] }
  | { readonly type: 'notified'; readonly parties: readonly PartyKey[] | 'all' }
  /** Any of the above may have happened without this server having heard it: what is live here is checked against the database. */
  | { readonly type: 'events-missed' };

export interface DomainEvents {
  publish(event: DomainEvent): void;
  /** Returns what ends the subscription. */
  subscribe(listener: (event: DomainEvent) => void): () => void;
}
