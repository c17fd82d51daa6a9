import { Type } from 'typebox';
import { CUSTOMER_COUNTED_AT_MOST, MAX_CUSTOMER_NAME } from '#protocol/limits.ts';
import { linkFields } from '#protocol/rest/credentials.ts';
import { defineOperation, item, json, nothing } from '#protocol/rest/define-operation.ts';
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
import { idFilter, oneOf } from '#protocol/rest/filters.ts';
import { FilmFormatSchema } from '#protocol/sfu/film.ts';
import { resendLink, withdrawMail } from './mail-change.ts';

const counted = (what: string) =>
  read(Nullable(Type.Integer()), {
    description: `How many ${what} belong to it, counted up to ${CUSTOMER_COUNTED_AT_MOST}; null for those who do not manage it`,
  });
/** As long as RECORDING_KEEP_DAYS can be. */
const MAX_RECORDING_KEEP_DAYS = 3_650;
const MAX_RECORDING_QUOTA_GB = 1_000_000;

export const customers = defineResource({
  name: 'Customer',
  path: 'customers',
  description: 'Customer settings: an organisation with its users, devices, services and managers',
  fields: {
    id: read(Uuid),
    name: optional('edit', Line(MAX_CUSTOMER_NAME), {
      description: "'new customer setting' by default",
      iri: 'https://schema.org/name',
    }),
    mail: optional('edit', Nullable(Mail), {
      codes: mailCodes,
      description:
        'Verified by mail; until then the services of a new customer are off. A changed one is pending until it is confirmed',
    }),
    pendingMail: read(Nullable(Mail), {
      description: 'The new address while it waits for confirmation; shown to managers and admins',
    }),
    state: read(VerifiedState),
    timeZone: optional('edit', Type.String({ minLength: 1, maxLength: 64 }), {
      description: 'IANA name, in which statistics are counted; Asia/Tokyo by default',
    }),
    recordingKeepDays: optional(
      'edit',
      Nullable(Type.Integer({ minimum: 1, maximum: MAX_RECORDING_KEEP_DAYS })),
      {
        description:
          'Days after which recordings are deleted, including those that exist already; null: after RECORDING_KEEP_DAYS, the setting of the installation',
      },
    ),
    recordingQuotaGb: optional(
      'edit',
      Nullable(Type.Integer({ minimum: 0, maximum: MAX_RECORDING_QUOTA_GB })),
      {
        description:
          'GB (10⁹ bytes) that recordings and their films may take; beyond it none begins. Null: no limit. Set by admins alone',
      },
    ),
    recordingFilm: optional('edit', Nullable(FilmFormatSchema), {
      description: 'The film that is made of each recording by itself when it has ended; null: none',
    }),
    isDefault: read(Type.Boolean(), { description: 'Whether sign-up puts users here' }),
    features: read(Type.Array(Reference('features'))),
    managers: read(Type.Array(Reference('users')), { description: 'Shown to managers and admins' }),
    userCount: counted('users'),
    deviceCount: counted('devices'),
    created: read(DateTime),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: { id: idFilter('customers'), state: oneOf('state', 'UNVERIFIED', 'VERIFIED') },
  order: ['created', 'name', 'state'],
  keysets: ['created'],
  search: ['name', 'mail'],
});

export const customerOperations = {
  'customers.current': defineOperation({
    method: 'GET',
    path: 'customers/current',
    summary: 'The customer that the asker belongs to',
    reply: item('Customer'),
  }),
  'customers.recordingUse': defineOperation({
    method: 'GET',
    path: 'customers/{id}/recording_use',
    summary: 'How much room the recordings of the customer take, and how much they may',
    reply: json(
      Type.Object({
        /** Of all that are finished, with their films. */
        bytes: Type.Integer({ minimum: 0 }),
        /** Null: no limit. */
        quotaBytes: Nullable(Type.Integer({ minimum: 0 })),
      }),
    ),
  }),
  'customers.verify': defineOperation({
    method: 'POST',
    path: 'customers/verify',
    summary: 'Verifies the mail address of a customer, or confirms a changed one, by the mailed link',
    body: linkFields,
    reply: nothing,
    status: 204,
  }),
  'customers.resendLink': resendLink('customers', 'customer'),
  'customers.withdrawMail': withdrawMail('customers', 'customer'),
  'customers.addManager': defineOperation({
    method: 'POST',
    path: 'customers/{customer_id}/manager',
    summary: 'Makes a user a manager of the customer',
    body: {
      user: required('write', Reference('users'), { description: 'A verified user who is a manager' }),
    },
    reply: item('Customer'),
    status: 200,
  }),
  'customers.removeManager': defineOperation({
    method: 'DELETE',
    path: 'customers/{customer_id}/manager/{user_id}',
    summary: 'Takes the customer from a manager',
    reply: nothing,
  }),
} as const;
