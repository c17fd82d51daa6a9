import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { creationSchema, type ResourceDefinition } from '#protocol/rest/define-resource.ts';
import { required } from '#protocol/rest/field.ts';
import { customers } from '#protocol/rest/resources/customer.ts';
import { groups } from '#protocol/rest/resources/group.ts';
import { users } from '#protocol/rest/resources/user.ts';
import { webhooks } from '#protocol/rest/resources/webhook.ts';
import { compileBodyCheck } from '#server/rest/body-check.ts';

const violationsIn = (definition: ResourceDefinition, body: object) =>
  compileBodyCheck(creationSchema(definition), definition.fields)(body);
const customer = { mail: 'a@example.com' };
const user = { email: 'a@example.com' };
const webhook = { url: 'https://hooks.example.com', events: ['call.ended'] };

it.each<[ResourceDefinition, object, string, string]>([
  [customers, { ...customer, recordingKeepDays: 0 }, 'recordingKeepDays', 'The value must be 1 or more.'],
  [
    customers,
    { ...customer, recordingKeepDays: 4_000 },
    'recordingKeepDays',
    'The value must be 3650 or less.',
  ],
  [
    customers,
    { ...customer, recordingKeepDays: 'x' },
    'recordingKeepDays',
    'The value must be of the type integer or null.',
  ],
  [webhooks, { ...webhook, enabled: 'yes' }, 'enabled', 'The value must be of the type boolean.'],
  [webhooks, { ...webhook, events: [] }, 'events', 'The list must have 1 or more items.'],
  [
    webhooks,
    { ...webhook, events: ['call.ended', 'call.ended'] },
    'events',
    'The list must not have an item twice.',
  ],
  [users, { ...user, lang: 'fr' }, 'lang', 'The value must be one of: ja, en.'],
  [
    users,
    { ...user, nickname: 'a\u0000' },
    'nickname',
    'The value has characters that cannot be stored, or is nested too deep.',
  ],
  [
    groups,
    { name: 'G', start: 'tomorrow' },
    'start',
    'The value must be a time such as 2026-11-25T09:30:00Z.',
  ],
  ...['2030-02-30T00:00:00Z', '2030-01-07T24:00:00Z', '2030-01-07T09:00:00+99:99'].map(
    (start): [ResourceDefinition, object, string, string] => [
      groups,
      { name: 'G', start },
      'start',
      'The value must be a time such as 2026-11-25T09:30:00Z.',
    ],
  ),
  [
    groups,
    { name: 'G', memberPairs: ['/api/v1/users/x'] },
    'memberPairs[0]',
    'The value must be an address such as /api/v1/pairs/UUID.',
  ],
])('a violation with the general code says what is wrong: %#', (definition, body, propertyPath, message) => {
  expect(violationsIn(definition, body)).toEqual([{ propertyPath, code: 'invalid', message }]);
});

it('a violation of what is too long says how long it may be', () => {
  expect(violationsIn(customers, { ...customer, timeZone: 'x'.repeat(65) })).toEqual([
    { propertyPath: 'timeZone', code: 'too-long', message: 'The value must have 64 or fewer characters.' },
  ]);
});

it('a violation of a rule that has no text here has that of the schema', () => {
  const fields = { steps: required('edit', Type.Integer({ multipleOf: 5 })) };
  const check = compileBodyCheck(Type.Object({ steps: fields.steps.schema }), fields);
  expect(check({ steps: 3 })).toEqual([
    { propertyPath: 'steps', code: 'invalid', message: 'The value must be multiple of 5.' },
  ]);
});
