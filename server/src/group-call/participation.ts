import type { CustomerId, DeviceId, GroupId, MemberId, NodeId, RoomId, UserId } from '#protocol/ids.ts';
import type { ExperienceSum } from '#server/experience.ts';
import type { Participant } from './membership.ts';

interface Part {
  /** Of its row, as long as this server has it. */
  readonly id: string;
  readonly groupId: GroupId;
  /** Under whom it is counted. */
  readonly customerId: CustomerId;
  readonly experience: ExperienceSum;
}

/** A user's or a device's part, which stands in their history. */
export interface MemberParticipation extends Part {
  readonly kind: 'member';
  readonly groupName: string;
  readonly userId: UserId | null;
  readonly deviceId: DeviceId | null;
}

/** A guest's part, which is counted alone. */
export interface GuestParticipation extends Part {
  readonly kind: 'guest';
  /** The guest's id as a party, which stands for one link and one browser (SPEC.md, S14). */
  readonly personId: string;
}

/** One part in the call of a group, over all the rooms and servers that it continues on (SPEC.md, G16). */
export type Participation = MemberParticipation | GuestParticipation;

/** Where a member's media is. */
export interface MediaPlace {
  readonly nodeId: NodeId;
  readonly roomId: RoomId;
  readonly memberId: MemberId;
}

/** Null for a 1-to-1 call that has moved: the call itself writes down who was in it (SPEC.md, D12). */
export function participationOf({
  session: { principal, party },
  target,
  access,
  id,
  experience,
}: Participant): Participation | null {
  if (target.kind !== 'group') return null;
  const { groupId } = target;
  const { groupName } = access;
  switch (principal.kind) {
    case 'admin':
      return null;
    case 'guest': {
      const [customerId] = access.customers;
      if (customerId === undefined) return null;
      return { kind: 'guest', id, groupId, customerId, experience, personId: party.id };
    }
    case 'device': {
      const { id: deviceId, customerId } = principal;
      return { kind: 'member', id, groupId, groupName, customerId, experience, userId: null, deviceId };
    }
    case 'user':
    case 'manager': {
      const { id: userId, customerId } = principal;
      return { kind: 'member', id, groupId, groupName, customerId, experience, userId, deviceId: null };
    }
  }
}
