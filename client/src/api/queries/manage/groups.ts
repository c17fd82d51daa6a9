import { queryOptions } from '@tanstack/react-query';
import type { OperationReply } from '#client/api/api-types.ts';
import { callApi, readTagged } from '#client/api/call-api.ts';
import type { Iri } from '#protocol/rest/field.ts';

/** One group, in the version that was read. */
export const managedGroupQuery = (id: string) =>
  queryOptions({
    queryKey: ['groups', 'tagged', id],
    queryFn: ({ signal }) => readTagged('groups', id, { signal }),
  });

/** Some of a group: members by their pairs, guests by their mail addresses. */
export interface Invitees {
  readonly memberPairs: readonly Iri<'pairs'>[];
  readonly guests: readonly string[];
}

export type InvitationAnswer = OperationReply<'groups.invite'>;

/** Mails invitations: to everyone of the group, which replaces the links of its guests, or to some alone. */
export const inviteToGroup = (id: string, alone?: Invitees): Promise<InvitationAnswer> =>
  callApi('groups.invite', {
    parameters: { id },
    ...(alone && { body: { memberPairs: [...alone.memberPairs], guests: [...alone.guests] } }),
  });
