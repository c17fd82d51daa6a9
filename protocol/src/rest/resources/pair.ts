import { Type } from 'typebox';
import { MAX_NAME } from '#protocol/limits.ts';
import { PresenceStateSchema } from '#protocol/party.ts';
import { linkFields } from '#protocol/rest/credentials.ts';
import { collection, defineOperation, item, json } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  DateTime,
  FOLDED,
  Line,
  Mail,
  mailCodes,
  Nullable,
  optional,
  Reference,
  read,
  required,
  Uuid,
} from '#protocol/rest/field.ts';
import { dateFilter, idFilter, likelyFirst, oneOf, ownership, partyFilter } from '#protocol/rest/filters.ts';
import { customerOfOwner } from '#protocol/rest/names.ts';

const PairState = Type.Union([Type.Literal('INVITED'), Type.Literal('VERIFIED')]);

/**
 * An owner and a target, each a user or a device. `mail`, `serialLong`, `nickname`, `label`, `peer` tell of the other
 * side, as seen by the asker: the owner's side for the target, else the target's. Managers of the owner's customer read the target's
 * side, even if they are the target. Their own lists are the exception: `availables`, and lists whose filters name neither a
 * customer nor another owner or party.
 */
export const pairs = defineResource({
  name: 'Pair',
  path: 'pairs',
  description: 'Two parties that may call each other once the invited one has approved',
  fields: {
    id: read(Uuid),
    owner: optional('create', Reference('users', 'devices'), { description: 'The asker by default' }),
    ownerName: read(Type.String(), {
      description:
        "The owner's name or printed serial number. Without a name it is the mail address, or what stands before its `@` for managers of the invited side only",
    }),
    ownerMail: read(Nullable(Mail), {
      description:
        "The owner's mail address, for administrators and managers of the owner's customer; null for everyone else and for a device",
    }),
    ownerSerialPrinted: read(Nullable(Type.String()), {
      description:
        "The owner's printed serial number, for administrators and managers of the owner's customer; null for everyone else and for a user",
    }),
    ...customerOfOwner,
    peer: read(Nullable(Reference('users', 'devices')), {
      description:
        "The other side; null for a device that has not approved. It is the owner for the target, and the target for everyone else. Managers of the owner's customer read the target even if they are the target, except in `availables` and in lists that name neither a customer nor another owner or party",
    }),
    mail: optional('create', Nullable(Mail), {
      description: 'Invites a verified user',
      codes: mailCodes,
    }),
    serialLong: optional('create', Nullable(Type.String({ ...FOLDED, minLength: 1, maxLength: 100 })), {
      description:
        'Invites a device, by its long or printed serial number. The answer is the same whether or not there is one; until it has approved only what was typed is shown',
      codes: { required: 'serial-required', invalid: 'serial-invalid' },
    }),
    serialPrinted: read(Nullable(Type.String())),
    name: optional('edit', Line(MAX_NAME), {
      description: 'What the owner calls the other side; empty by default',
      iri: 'https://schema.org/name',
    }),
    nickname: read(Type.String(), { description: "The other side's own name; empty until it has approved" }),
    label: read(Type.String(), {
      description:
        'Printed serial number or mail of the other side (`peer`); on a second line the name in parentheses, if there is one',
    }),
    state: read(PairState),
    verifyLink: read(Nullable(Type.String()), {
      description:
        'Where the invited side approves; null once approved. The secret of the mailed link is not in it',
    }),
    online: read(Type.Boolean()),
    presence: read(PresenceStateSchema),
    created: read(DateTime),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: {
    ...ownership,
    id: idFilter('pairs'),
    party: partyFilter,
    state: oneOf('state', 'INVITED', 'VERIFIED'),
    ...dateFilter('created'),
  },
  order: ['created', 'name', 'state', 'label'],
  keysets: ['created'],
  search: ['name', 'mail', 'serialPrinted', 'nickname'],
});

export const pairOperations = {
  'pairs.register': defineOperation({
    method: 'POST',
    path: 'pairs/register',
    summary: 'A device invites a user by mail',
    body: {
      mail: required('write', Mail, { codes: mailCodes }),
      name: optional('write', Line(MAX_NAME)),
    },
    reply: item('Pair'),
    status: 201,
  }),
  'pairs.approval': defineOperation({
    method: 'POST',
    path: 'pairs/approval',
    summary: 'Approves a pair by the mailed link',
    body: linkFields,
    reply: item('Pair'),
    status: 200,
  }),
  'pairs.checkApproval': defineOperation({
    method: 'POST',
    path: 'pairs/approval/check',
    summary: 'Who invites by the mailed link, before it is approved',
    body: linkFields,
    reply: json(
      Type.Object({
        kind: Type.Union([Type.Literal('user'), Type.Literal('device')]),
        name: Type.String({ description: "The owner's name, mail address or printed serial number" }),
        mail: Nullable(Mail),
      }),
    ),
    status: 200,
  }),
  'pairs.approve': defineOperation({
    method: 'POST',
    path: 'pairs/{id}/approval',
    summary: "Approves a pair: the invited side, signed in, or a manager of the invited device's customer",
    reply: item('Pair'),
    status: 200,
  }),
  'pairs.resendInvitation': defineOperation({
    method: 'POST',
    path: 'pairs/{id}/invitation',
    summary:
      'Mails the approval link again; an invited device is not mailed, and shows the request until it is answered',
    reply: item('Pair'),
    status: 200,
  }),
  'pairs.availables': defineOperation({
    method: 'GET',
    path: 'pairs/{serial_or_id}/availables',
    summary: 'The pairs that a device (serial number or id) or user (id) can call now',
    reply: collection('Pair'),
    query: { ...ownership, likelyFirst },
  }),
} as const;
