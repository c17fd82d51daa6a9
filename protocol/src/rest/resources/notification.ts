import { Type } from 'typebox';
import { defineOperation, nothing } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  InBothLanguages,
  Line,
  Nullable,
  optional,
  Reference,
  read,
  required,
  Uuid,
} from '#protocol/rest/field.ts';
import { customerFilter, dateFilter, oneOf } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';

const MAX_TITLE = 200;
const MAX_CONTENTS = 20_000;

export const notifications = defineResource({
  name: 'Notification',
  path: 'notifications',
  description: 'What users are told: by managers and admins, or by the system (a missed call)',
  fields: {
    id: read(Uuid),
    datetime: optional('edit', DateTime, {
      description:
        'When it appears; at once by default. One at which it would be deleted at once is refused (`too-long-ago`; `notificationKeepDays` of `GET /version`)',
    }),
    title: required('edit', InBothLanguages(Line(MAX_TITLE, 1))),
    contents: optional('edit', InBothLanguages(Type.String({ maxLength: MAX_CONTENTS })), {
      description: 'Empty by default',
    }),
    name: read(Type.String(), { description: 'The title in English', iri: 'https://schema.org/name' }),
    customer: optional('create', Nullable(Reference('customers')), {
      description: "Whose users see it; null: everybody (admins only). A manager's own customer by default",
    }),
    customerName,
    user: read(Nullable(Reference('users')), { description: 'The only one who sees it, if it is for one' }),
    updated: read(DateTime, {
      description:
        'When it was written or last changed, or appears, whichever is later; that someone has read it is no change',
    }),
    unread: read(Type.Boolean(), { description: 'By the user who asks' }),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: {
    customer: customerFilter,
    audience: {
      schema: Type.String({ enum: ['everyone', 'customer', 'person'] }),
      description: 'Those to everyone, to the users of a customer, or to one person alone',
      property: 'customer',
    },
    unread: oneOf('unread', 'true', 'false'),
    ...dateFilter('datetime'),
    ...dateFilter('updated'),
  },
  order: ['datetime', 'updated'],
  defaultDirection: 'desc',
  keysets: ['datetime', 'updated'],
  settled: 'updated',
  search: ['title', 'contents'],
});

export const notificationOperations = {
  'notifications.markRead': defineOperation({
    method: 'PUT',
    path: 'notifications/{id}/read',
    summary: 'The user who asks has read it',
    reply: nothing,
  }),
} as const;
