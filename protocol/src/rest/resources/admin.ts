import { Type } from 'typebox';
import { linkFields, Password, passwordCodes, resetFields } from '#protocol/rest/credentials.ts';
import { defineOperation, item, nothing } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Mail, mailCodes, read, required, Uuid, VerifiedState } from '#protocol/rest/field.ts';

export const admins = defineResource({
  name: 'Admin',
  path: 'admins',
  description: 'An account that administers the whole installation',
  fields: {
    id: read(Uuid),
    email: required('edit', Mail, { codes: mailCodes, iri: 'https://schema.org/email' }),
    name: read(Type.String(), { iri: 'https://schema.org/name' }),
    plainPassword: required('write', Password, { codes: passwordCodes }),
    verified: read(VerifiedState),
    registered: read(DateTime),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  order: ['registered', 'email'],
  search: ['email'],
});

export const adminOperations = {
  'admins.current': defineOperation({
    method: 'GET',
    path: 'admins/current',
    summary: 'The admin who asks',
    reply: item('Admin'),
  }),
  'admins.verify': defineOperation({
    method: 'POST',
    path: 'admins/verify',
    summary: 'Verifies the mail address of an admin by the mailed link',
    body: linkFields,
    reply: nothing,
    status: 204,
  }),
  'admins.reset': defineOperation({
    method: 'POST',
    path: 'admins/reset',
    summary: 'As users/reset, for admins',
    body: resetFields,
    reply: nothing,
    status: 202,
  }),
} as const;
