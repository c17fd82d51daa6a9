import { Type } from 'typebox';
import { MAX_NAME } from '#protocol/limits.ts';
import { defineOperation, item } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import {
  AvailabilityState,
  DateTime,
  FOLDED,
  Line,
  Nullable,
  optional,
  Reference,
  read,
  readSometimes,
  required,
  Uuid,
} from '#protocol/rest/field.ts';
import { customerFilter, dateFilter, idFilter, oneOf } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';

export const devices = defineResource({
  name: 'Device',
  path: 'devices',
  description: 'A kiosk or the like, known by its serial number',
  fields: {
    id: read(Uuid),
    serialNumber: required('create', Type.String({ ...FOLDED, minLength: 1, maxLength: 100 }), {
      description: 'Long form: prefix padded to 8, 8 hex digits of the number, 8 of the checksum',
      codes: { required: 'serial-required', invalid: 'serial-invalid' },
    }),
    serialLong: read(Type.String(), { description: 'The same as serialNumber' }),
    serialPrinted: read(Type.String(), { description: 'Prefix and 5-digit number' }),
    name: optional('edit', Line(MAX_NAME), { iri: 'https://schema.org/name' }),
    state: optional('edit', AvailabilityState, {
      description: 'ENABLED by default; a disabled device is signed out at once and cannot be called',
    }),
    answersByItself: optional('edit', Type.Boolean(), {
      description: 'Whether it answers approved pairs without anybody touching it; false by default',
    }),
    customer: optional('edit', Reference('customers'), {
      description:
        "The asker's own by default. A device that moves to another customer is signed out and needs a new secret",
    }),
    customerName,
    registered: read(DateTime),
    updated: read(DateTime, {
      description: 'When it was made or last changed; that it comes and goes is no change',
    }),
    online: read(Type.Boolean()),
    lastSeen: read(Nullable(DateTime), {
      description: 'When it was last online, to the minute while it is; null: never',
    }),
    secret: readSometimes(Type.String(), { description: 'When it is made or renewed, and never again' }),
    setupLink: readSometimes(Type.String({ format: 'uri' }), {
      description: 'Sets a kiosk up with serial number and secret; shown along with the secret',
    }),
  },
  operations: ['list', 'create', 'read', 'replace', 'merge', 'delete'],
  filters: {
    id: idFilter('devices'),
    customer: customerFilter,
    state: oneOf('state', 'ENABLED', 'DISABLED'),
    online: oneOf('online', 'true', 'false'),
    ...dateFilter('registered'),
    ...dateFilter('updated'),
  },
  order: ['registered', 'serialNumber', 'serialPrinted', 'name', 'state', 'lastSeen', 'updated'],
  keysets: ['registered', 'updated'],
  settled: 'updated',
  search: ['serialNumber', 'serialPrinted', 'name'],
});

export const deviceOperations = {
  'devices.current': defineOperation({
    method: 'GET',
    path: 'devices/current',
    summary: 'The device that asks',
    reply: item('Device'),
  }),
  'devices.renewSecret': defineOperation({
    method: 'POST',
    path: 'devices/{id}/secret',
    summary: 'Gives the device a new secret, which ends its tokens',
    reply: item('Device'),
    status: 200,
  }),
} as const;
