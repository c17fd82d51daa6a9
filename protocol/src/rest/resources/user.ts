import { Type } from 'typebox';
import { MAX_NAME } from '#protocol/limits.ts';
import { Language, linkFields, Password, passwordCodes, resetFields } from '#protocol/rest/credentials.ts';
import { collection, defineOperation, item, nothing } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  Line,
  Mail,
  mailCodes,
  Nullable,
  optional,
  Reference,
  read,
  required,
  Uuid,
  VerifiedState,
} from '#protocol/rest/field.ts';
import { customerFilter, dateFilter, idFilter, oneOf, ownership } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';
import { resendLink, withdrawMail } from './mail-change.ts';

export const users = defineResource({
  name: 'User',
  path: 'users',
  description: 'A person with an account',
  fields: {
    id: read(Uuid),
    email: required('edit', Mail, {
      codes: mailCodes,
      description: 'The username; a changed one is pending until the link mailed to it has been followed',
      iri: 'https://schema.org/email',
    }),
    pendingEmail: read(Nullable(Mail), { description: 'The new address while it waits for confirmation' }),
    nickname: optional('edit', Line(MAX_NAME), { description: 'What others read; empty by default' }),
    name: read(Type.String(), {
      description: 'The nickname, or the mail address',
      iri: 'https://schema.org/name',
    }),
    plainPassword: optional('write', Password, {
      codes: passwordCodes,
      description:
        'Needed at sign-up. Where a manager or an admin leaves it out, the user is mailed an invitation to set the first one',
    }),
    currentPassword: optional('write', Type.String({ maxLength: 256 }), {
      description:
        'Has to be given by a user who changes the own password or mail address, and in the body of a DELETE of the own account',
    }),
    verified: read(VerifiedState, { description: 'Whether the mail address is verified' }),
    state: read(Type.Union([Type.Literal('VERIFIED'), Type.Literal('INVITED'), Type.Literal('UNVERIFIED')]), {
      description: '`INVITED`: not verified, and the password still has to be set by the mailed invitation',
    }),
    isManager: optional('edit', Type.Boolean(), {
      description: 'Set by managers and admins; false by default',
    }),
    type: read(Type.Union([Type.Literal('USER'), Type.Literal('MANAGER')])),
    lang: optional('edit', Language, { description: 'Of mails; ja by default' }),
    customer: optional('edit', Reference('customers'), {
      description: 'Set by managers and admins; the default customer at sign-up',
    }),
    customerName,
    manages: read(Type.Array(Reference('customers')), {
      description: 'The customers that a manager manages',
    }),
    invitedAt: read(Nullable(DateTime), {
      description:
        'When the invitation to set the first password was last mailed; null once there is a password',
    }),
    termsAgreedAt: read(Nullable(DateTime), {
      description: 'When the user agreed to the terms of service; null: not yet',
    }),
    registered: read(DateTime),
    updated: read(DateTime, {
      description:
        'When the account was made or last changed: any field but `pendingEmail`, `manages` and `customerName`',
    }),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: {
    id: idFilter('users'),
    customer: customerFilter,
    verified: oneOf('verified', 'UNVERIFIED', 'VERIFIED'),
    type: oneOf('type', 'USER', 'MANAGER'),
    ...dateFilter('registered'),
    ...dateFilter('updated'),
  },
  order: ['registered', 'email', 'nickname', 'verified', 'updated'],
  keysets: ['registered', 'updated'],
  settled: 'updated',
  search: ['email', 'nickname'],
});

const ownedQuery = {
  owner: ownership.owner,
  'owner.customer': ownership['owner.customer'],
} as const;

/** Everything about users that other resources do not have. */
export const userOperations = {
  'users.current': defineOperation({
    method: 'GET',
    path: 'users/current',
    summary: 'The user who asks',
    reply: item('User'),
    query: { customer: customerFilter },
  }),
  'users.byEmail': defineOperation({
    method: 'GET',
    path: 'users/by_email',
    summary: 'The user with a mail address, among those that the asker may see',
    reply: item('User'),
    query: {
      email: { schema: Mail, description: 'The mail address' },
      customer: customerFilter,
    },
  }),
  'users.agreeToTerms': defineOperation({
    method: 'POST',
    path: 'users/current/terms',
    summary:
      'The user who asks agrees to the terms of service as they are now. Changes nothing if the user has',
    reply: item('User'),
    status: 200,
  }),
  'users.verify': defineOperation({
    method: 'POST',
    path: 'users/verify',
    summary: 'Verifies the mail address of a user, or confirms a changed one, by the mailed link',
    body: linkFields,
    reply: item('User'),
    status: 200,
  }),
  'users.resendVerification': defineOperation({
    method: 'POST',
    path: 'users/resend_verification',
    summary: 'Mails the verification link again; answers the same whether or not there is such an account',
    body: { email: required('write', Mail, { codes: mailCodes }) },
    reply: nothing,
    status: 202,
  }),
  'users.resendLink': resendLink('users', 'user'),
  'users.withdrawMail': withdrawMail('users', 'user'),
  'users.resend': defineOperation({
    method: 'POST',
    path: 'users/{id}/resend',
    summary:
      'Mails again what the user waits for: the invitation, or the link that verifies or confirms the mail address. 409 where nothing waits',
    reply: nothing,
    status: 202,
  }),
  'users.sendReset': defineOperation({
    method: 'POST',
    path: 'users/{id}/reset',
    summary: 'Mails the user a password reset link, or the invitation where there is no password yet',
    reply: nothing,
    status: 202,
  }),
  'users.reset': defineOperation({
    method: 'POST',
    path: 'users/reset',
    summary: 'With email alone: mails a password reset link. With the token of the link: sets the password',
    body: resetFields,
    reply: nothing,
    status: 202,
  }),
  'users.resetManager': defineOperation({
    method: 'POST',
    path: 'users/resetm',
    summary: 'As users/reset, for managers: the link leads to the console',
    body: resetFields,
    reply: nothing,
    status: 202,
  }),
  'users.groups': defineOperation({
    method: 'GET',
    path: 'users/{id}/groups',
    summary: "A user's own groups",
    reply: collection('Group'),
    query: ownedQuery,
  }),
  'users.pairs': defineOperation({
    method: 'GET',
    path: 'users/{id}/pairs',
    summary: "A user's own pairs",
    reply: collection('Pair'),
    query: ownedQuery,
  }),
  'users.services': defineOperation({
    method: 'GET',
    path: 'users/{id}/services',
    summary: 'The services in force for a user',
    reply: collection('Service'),
    query: { ...ownedQuery, customer: customerFilter },
  }),
} as const;
