import { Type } from 'typebox';
import { linkFields, Password, passwordCodes, resetFields } from '#protocol/rest/credentials.ts';
import { defineOperation, item, nothing } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  Mail,
  mailCodes,
  Nullable,
  read,
  required,
  Uuid,
  VerifiedState,
} from '#protocol/rest/field.ts';
import { resendLink, withdrawMail } from './mail-change.ts';

export const admins = defineResource({
  name: 'Admin',
  path: 'admins',
  description: 'An account that administers the whole installation',
  fields: {
    id: read(Uuid),
    email: required('edit', Mail, {
      codes: mailCodes,
      description: 'A changed one is pending until the link mailed to it has been followed',
      iri: 'https://schema.org/email',
    }),
    pendingEmail: read(Nullable(Mail), { description: 'The new address while it waits for confirmation' }),
    name: read(Type.String(), { iri: 'https://schema.org/name' }),
    plainPassword: required('write', Password, { codes: passwordCodes }),
    verified: read(VerifiedState),
    registered: read(DateTime),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  order: ['registered', 'email'],
  keysets: ['registered'],
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
    summary: 'Verifies the mail address of an admin, or confirms a changed one, by the mailed link',
    body: linkFields,
    reply: nothing,
    status: 204,
  }),
  'admins.resendVerification': defineOperation({
    method: 'POST',
    path: 'admins/resend_verification',
    summary: 'As users/resend_verification, for admins',
    body: { email: required('write', Mail, { codes: mailCodes }) },
    reply: nothing,
    status: 202,
  }),
  'admins.resendLink': resendLink('admins', 'admin'),
  'admins.withdrawMail': withdrawMail('admins', 'admin'),
  'admins.reset': defineOperation({
    method: 'POST',
    path: 'admins/reset',
    summary: 'As users/reset, for admins',
    body: resetFields,
    reply: nothing,
    status: 202,
  }),
} as const;
