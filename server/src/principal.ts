import type { AdminId, CustomerId, DeviceId, GroupId, GuestLinkId, UserId } from '#protocol/ids.ts';

/** Who asks, as the access token or guest link proves it (specification A1). */
export type Principal =
  | { readonly kind: 'user'; readonly id: UserId; readonly customerId: CustomerId; readonly familyId: string }
  | {
      readonly kind: 'manager';
      readonly id: UserId;
      readonly customerId: CustomerId;
      /** The customers that the manager manages, always in the same order. */
      readonly manages: readonly CustomerId[];
      /** Set where the manager reads as a manager of customers, and not as a party to the rows that are read. */
      readonly isManaging?: true;
      readonly familyId: string;
    }
  | {
      readonly kind: 'device';
      readonly id: DeviceId;
      readonly customerId: CustomerId;
      readonly familyId: string;
    }
  | { readonly kind: 'admin'; readonly id: AdminId; readonly familyId: string }
  | {
      readonly kind: 'guest';
      readonly linkId: GuestLinkId;
      readonly reach:
        | { readonly kind: 'group'; readonly groupId: GroupId }
        | { readonly kind: 'direct'; readonly userId: UserId };
      /** Guests of the link at once. */
      readonly maxGuests: number;
      /** Where the guest comes from (auth/network.ts). */
      readonly network: string;
    };
