import { type Static, Type } from 'typebox';
import { defineOperation, json } from '#protocol/rest/define-operation.ts';
import { DateTime, optional, required } from '#protocol/rest/field.ts';
import { MEDIA_CSV } from '#protocol/rest/hydra.ts';

/** Lists that can be had whole, as CSV. */
const exportedNames = [
  'users',
  'admins',
  'devices',
  'pairs',
  'groups',
  'guest_links',
  'customers',
  'features',
  'services',
  'connections',
  'recordings',
  'notifications',
  'webhooks',
  'webhook_deliveries',
  'logs',
  'mails',
  'tasks',
  'task_rows',
] as const;
const ExportedResource = Type.Enum(exportedNames);
export type ExportedResource = Static<typeof ExportedResource>;

const COLUMNS_AT_MOST = 50;
/** Enough for a word for each field and value that the log can name. */
const WORDS_AT_MOST = 600;

const Column = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'Of the resource, or a column that its list in the console makes from several',
    }),
    heading: Type.Optional(Type.String({ maxLength: 100, description: "The field's name by default" })),
    words: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 500 }), {
        maxProperties: WORDS_AT_MOST,
        description:
          'What is written in place of these values, such as `{ "ENABLED": "Enabled" }`; of no value by the key `""`',
      }),
    ),
  },
  { additionalProperties: false },
);

export const exportOperations = {
  'exports.create': defineOperation({
    method: 'POST',
    path: 'exports',
    summary: 'A list as a file, whole: the address of a CSV that works without a token, for a few minutes',
    body: {
      resource: required('write', ExportedResource),
      query: optional('write', Type.String({ maxLength: 4_000 }), {
        description: 'Of the list, such as `verified=UNVERIFIED&order[email]=asc`; the whole list by default',
      }),
      columns: required('write', Type.Array(Column, { minItems: 1, maxItems: COLUMNS_AT_MOST })),
      timeZone: optional('write', Type.String({ minLength: 1, maxLength: 64 }), {
        description: "IANA name of the zone that times are written in; the customer's by default",
      }),
      lang: optional('write', Type.Union([Type.Literal('ja'), Type.Literal('en')]), {
        description: 'Of texts that are there in both languages; as `Accept-Language` says by default',
      }),
    },
    reply: json(Type.Object({ url: Type.String(), expires: DateTime })),
    status: 201,
  }),
  'exports.file': defineOperation({
    method: 'GET',
    path: 'exports/{id}',
    summary: 'The CSV, as the list is at that moment; with the permission of the address',
    query: {
      access: {
        schema: Type.String({ minLength: 1, maxLength: 100 }),
        description: 'The permission that POST /exports has given',
      },
    },
    reply: { kind: 'file', media: MEDIA_CSV },
  }),
} as const;
