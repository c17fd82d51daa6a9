import { Type } from 'typebox';
import { defineOperation, item } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Nullable, read, Uuid } from '#protocol/rest/field.ts';
import { dateFilter, oneOf } from '#protocol/rest/filters.ts';

const mailStates = ['PENDING', 'SENT', 'FAILED', 'UNCERTAIN'] as const;

export const mails = defineResource({
  name: 'Mail',
  path: 'mails',
  description: 'Outgoing mail, without its text, which may hold links that only its recipient may follow',
  fields: {
    id: read(Uuid),
    recipient: read(Type.String(), { iri: 'https://schema.org/name' }),
    kind: read(Nullable(Type.String()), { description: 'What it is about; null: of an older version' }),
    subject: read(Type.String()),
    state: read(Type.Enum(mailStates), {
      description: 'UNCERTAIN: the mail server took it and did not confirm, so it is not sent again',
    }),
    created: read(DateTime),
    settled: read(Nullable(DateTime), { description: 'When it was sent, or given up; null: neither' }),
  },
  operations: ['list', 'read', 'delete'],
  filters: { state: oneOf('state', ...mailStates), ...dateFilter('created') },
  order: ['created'],
  defaultDirection: 'desc',
  keysets: ['created'],
  search: ['recipient'],
});

export const mailOperations = {
  'mails.retry': defineOperation({
    method: 'POST',
    path: 'mails/{id}/retry',
    summary: 'Sends a mail that failed in the last 7 days again; 410 for an older one, 409 for any other',
    reply: item('Mail'),
    status: 202,
  }),
} as const;
