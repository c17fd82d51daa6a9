import { Type } from 'typebox';
import { groupInvitationErrors } from '#protocol/errors.ts';
import { MAX_CALL_GUESTS, MAX_CALL_MEMBERS, MAX_NAME } from '#protocol/limits.ts';
import { PresenceStateSchema } from '#protocol/party.ts';
import { collection, defineOperation, json } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  Line,
  Mail,
  Nullable,
  optional,
  Reference,
  read,
  required,
  Uuid,
} from '#protocol/rest/field.ts';
import { byReference, idFilter, likelyFirst, ownership } from '#protocol/rest/filters.ts';
import { customerOfOwner } from '#protocol/rest/names.ts';

/** Members and guests each, regardless of a call's capacity: a group made before that limit can be sent back as it is. */
const MAX_MEMBERS = 200;

export const groups = defineResource({
  name: 'Group',
  path: 'groups',
  description: 'Pairs of one owner, and guests, who meet in one call',
  fields: {
    id: read(Uuid),
    owner: optional('create', Reference('users', 'devices'), { description: 'The asker by default' }),
    ownerName: read(Type.String(), {
      description: "The owner's name, mail address or printed serial number",
    }),
    ownerPresence: read(PresenceStateSchema),
    ...customerOfOwner,
    name: required('edit', Line(MAX_NAME, 1), {
      codes: { required: 'group-name-required' },
      iri: 'https://schema.org/name',
    }),
    memberPairs: optional(
      'edit',
      Type.Array(Reference('pairs'), { maxItems: MAX_MEMBERS, uniqueItems: true }),
      {
        description:
          'Pairs of the owner. Members see the approved ones, by the names that the others show, without mail address, serial number or the name that the owner gave',
      },
    ),
    guests: optional('edit', Type.Array(Mail, { maxItems: MAX_MEMBERS, uniqueItems: true }), {
      description: `Mail addresses of guests, who get a link; ${MAX_CALL_GUESTS} at most. With the owner and the members ${MAX_CALL_MEMBERS} at most, as many as a call holds. Empty for members who neither own the group nor manage its owner`,
      codes: { invalid: 'mail-format' },
    }),
    guestCount: read(Type.Integer({ minimum: 0 }), {
      description: 'Number of guests, also for members, who do not get their addresses',
    }),
    memberLabel: read(Type.String(), {
      description:
        "The members' names and the guests' addresses, by commas; to the owner the members' are those of the pairs. For members it ends with the number of guests instead of their addresses: 'Bob, +2'",
    }),
    others: read(Type.Array(Type.String()), {
      description:
        'Whom the asker meets in the group: its owner, then its members and guests, without the asker. For members it has no guests; `guestCount` counts them',
    }),
    start: optional('edit', Nullable(DateTime), { description: 'Available from; null: always' }),
    end: optional('edit', Nullable(DateTime), { description: 'Available until; null: always' }),
    autoRecord: optional('edit', Type.Boolean(), {
      description:
        'Whether each call is recorded on the server from its beginning, where the customer may record; false by default',
    }),
    available: read(Type.Boolean(), { description: 'Whether the group can be called now' }),
    online: read(Type.Boolean(), { description: 'Whether a call is under way' }),
    created: read(DateTime),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: {
    id: idFilter('groups'),
    ...ownership,
    state: {
      schema: Type.String({ enum: ['before', 'now', 'after'] }),
      description: 'Those that are to begin, that can be called now, or that have ended, by start and end',
      property: 'start',
    },
    party: byReference(
      'owner',
      'Those that this user or device owns, or is a member of by an approved pair',
      'users',
      'devices',
    ),
    userId: byReference(
      'owner',
      'Those that this user can call: owned by or shared with them, and available now',
      'users',
    ),
  },
  order: ['created', 'name', 'start', 'end', 'owner'],
  keysets: ['created'],
  search: ['name'],
});

export const groupOperations = {
  'groups.invite': defineOperation({
    method: 'POST',
    path: 'groups/{id}/invite',
    summary:
      'Mails an invitation to every member and a link of their own to every guest; or to some of them alone, which leaves the links of the others as they are',
    body: {
      memberPairs: optional(
        'write',
        Type.Array(Reference('pairs'), { maxItems: MAX_MEMBERS, uniqueItems: true }),
        { description: 'Members of the group to invite; without these and guests, everyone' },
      ),
      guests: optional('write', Type.Array(Mail, { maxItems: MAX_MEMBERS, uniqueItems: true }), {
        description: 'Guests of the group to invite',
        codes: { invalid: 'mail-format' },
      }),
    },
    bodyOptional: true,
    reply: json(
      Type.Object({
        invited: Type.Integer({ description: 'How many were invited' }),
        failures: Type.Array(
          Type.Object({
            label: Type.String({ description: 'Of the pair, or the guest mail address' }),
            pair: Nullable(Reference('pairs')),
            code: Type.Enum([...groupInvitationErrors]),
          }),
          {
            description:
              'Who could not be invited; the others were. ERROR_GROUP_MAIL_ERROR: the last mail could not be sent, another is tried',
          },
        ),
      }),
    ),
    status: 200,
  }),
  'groups.memberPairs': defineOperation({
    method: 'GET',
    path: 'groups/{id}/member_pairs',
    summary: 'The pairs that are members of a group',
    reply: collection('Pair'),
    query: ownership,
  }),
  'groups.availables': defineOperation({
    method: 'GET',
    path: 'groups/{serial_or_id}/availables',
    summary: 'The groups that a device (serial number or id) or user (id) can call now',
    reply: collection('Group'),
    query: { ...ownership, likelyFirst },
  }),
} as const;
