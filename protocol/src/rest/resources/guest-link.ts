import { Type } from 'typebox';
import { DEFAULT_LINK_GUESTS, GUEST_LINK_HOURS, MAX_CALL_GUESTS } from '#protocol/limits.ts';
import { defineOperation, json } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  Mail,
  mailCodes,
  Nullable,
  optional,
  Reference,
  read,
  readSometimes,
  required,
  Uuid,
} from '#protocol/rest/field.ts';
import { byReference, customerFilter, oneOf } from '#protocol/rest/filters.ts';

const GuestLinkKind = Type.Union([Type.Literal('group'), Type.Literal('direct')]);
const GuestLinkState = Type.Union([Type.Literal('ACTIVE'), Type.Literal('EXPIRED'), Type.Literal('REVOKED')]);

export const guestLinks = defineResource({
  name: 'GuestLink',
  path: 'guest_links',
  description: 'Lets its holder into one group call, or call its owner, without an account',
  fields: {
    id: read(Uuid),
    kind: read(GuestLinkKind),
    group: optional('create', Nullable(Reference('groups')), {
      description: "One of the asker's own groups; null: a 1-to-1 link to the asker",
    }),
    owner: read(Reference('users', 'devices')),
    name: read(Type.String(), {
      description: "The group's name, or of a 1-to-1 link its owner's",
      iri: 'https://schema.org/name',
    }),
    mail: optional('create', Nullable(Mail), {
      description: 'Whom the link is mailed to; no one by default',
      codes: mailCodes,
    }),
    lang: optional('write', Type.Union([Type.Literal('ja'), Type.Literal('en')]), {
      description: "Of the mail; the owner's by default",
    }),
    maxGuests: optional('edit', Type.Integer({ minimum: 1, maximum: MAX_CALL_GUESTS }), {
      description: `Guests whom the link lets in at once; ${DEFAULT_LINK_GUESTS} by default`,
    }),
    state: read(GuestLinkState),
    start: read(Nullable(DateTime), { description: "The group's" }),
    end: read(DateTime, {
      description: `The group's; without one ${GUEST_LINK_HOURS} hours after the link was made, or after the group's start if that is later`,
    }),
    created: read(DateTime),
    url: readSometimes(Type.String({ format: 'uri' }), {
      description:
        'What opens the call. For the owner of the link alone, while the link works; absent where it was made before this field could be read again',
      secret: true,
    }),
  },
  // Deleted: revoked, which ends the guests that came by it. It stays in the list for a while.
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: {
    group: byReference('group', 'Those of this group, by its address or id', 'groups'),
    customer: customerFilter,
    kind: oneOf('kind', 'group', 'direct'),
    state: oneOf('state', 'ACTIVE', 'EXPIRED', 'REVOKED'),
  },
  order: ['created'],
  defaultDirection: 'desc',
  keysets: ['created'],
});

export const guestLinkOperations = {
  'guestLinks.check': defineOperation({
    method: 'POST',
    path: 'guest_links/check',
    summary: 'What a guest link leads to; 404 where there is none, 410 where it has expired or was revoked',
    body: { token: required('write', Type.String({ maxLength: 200 })) },
    reply: json(
      Type.Object({
        kind: GuestLinkKind,
        name: Type.String({ description: "The group's, or of a 1-to-1 link its owner's" }),
        group: Type.Union([Uuid, Type.Null()], { description: 'What to join by `groupCall.join`' }),
        startsAt: Nullable(DateTime),
        endsAt: DateTime,
      }),
    ),
    status: 200,
  }),
} as const;
