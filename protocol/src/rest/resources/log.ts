import { Type } from 'typebox';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Nullable, Reference, read, Uuid } from '#protocol/rest/field.ts';
import { customerFilter, dateFilter } from '#protocol/rest/filters.ts';

const Equal = (property: string) => ({
  schema: Type.String({ minLength: 1, maxLength: 100 }),
  description: `Those whose ${property} is this`,
  property,
});

export const logs = defineResource({
  name: 'Log',
  path: 'logs',
  description: 'The audit trail: who did what to which resource, when and from where. Append only',
  fields: {
    id: read(Uuid),
    datetime: read(DateTime),
    actorKind: read(Type.String(), { description: 'nobody, user, device, manager, admin or system' }),
    actor: read(Nullable(Type.String()), { description: 'The address of who did it' }),
    action: read(Type.String()),
    resource: read(Type.String(), { description: 'The path of the resource, e.g. pairs' }),
    resourceId: read(Nullable(Uuid)),
    customer: read(Nullable(Reference('customers'))),
    address: read(Nullable(Type.String()), { description: 'Internet address that the request came from' }),
    name: read(Type.String(), { description: 'Resource and action', iri: 'https://schema.org/name' }),
  },
  operations: ['list', 'read'],
  filters: {
    customer: customerFilter,
    resource: Equal('resource'),
    resourceId: Equal('resourceId'),
    action: Equal('action'),
    actorId: Equal('actor'),
    ...dateFilter('datetime'),
  },
  order: ['datetime'],
  defaultDirection: 'desc',
});
