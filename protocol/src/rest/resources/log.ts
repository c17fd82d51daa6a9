import { Type } from 'typebox';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Nullable, Reference, read, Uuid } from '#protocol/rest/field.ts';
import { FieldChanges } from '#protocol/rest/field-changes.ts';
import { byAnyReference, customerFilter, dateFilter, equal } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';

export const logs = defineResource({
  name: 'Log',
  path: 'logs',
  description: 'The audit trail: who did what to which resource, when and from where. Append only',
  fields: {
    id: read(Uuid),
    datetime: read(DateTime),
    actorKind: read(Type.String(), {
      description: 'nobody, user, device, manager, admin, operator (at the machine itself) or system',
    }),
    actor: read(Nullable(Type.String()), {
      description: 'The address of who did it; null where there is none, or the asker may not read it',
    }),
    actorName: read(Nullable(Type.String()), {
      description:
        'The name, mail address or printed serial number that the one who did it had then; null where there is none, or the asker may not read it',
    }),
    action: read(Type.String(), {
      description:
        'create, update, delete …; end-call, remove-member, drain, resume; change-password, change-mail, change-role; sign-in, sign-in-failed, locked-out, sign-out, token-replayed',
    }),
    resource: read(Type.String(), { description: 'The path of the resource, e.g. pairs' }),
    resourceId: read(Nullable(Uuid)),
    objectName: read(Nullable(Type.String()), {
      description: 'What the object was called then, also where it has been deleted since',
    }),
    customer: read(Nullable(Reference('customers'))),
    customerName,
    address: read(Nullable(Type.String()), { description: 'Internet address that the request came from' }),
    requestId: read(Nullable(Type.String()), { description: 'As the answer to the request named it' }),
    account: read(Nullable(Type.String()), { description: 'The name that was tried at a sign-in' }),
    attempts: read(Nullable(Type.Integer()), {
      description:
        'How many of the kind there had been by then; repeated ones are written down at 1, 10, 100 …',
    }),
    changes: read(FieldChanges, {
      description:
        'Values before and after a change; of a list what was removed and what was added, references by name, other values as JSON, never a secret',
    }),
    references: read(
      Type.Array(
        Type.Object({
          id: Uuid,
          resource: Nullable(Type.String()),
          name: Nullable(Type.String()),
          isDeleted: Type.Boolean(),
        }),
      ),
      {
        description:
          'What the filters of an export refer to: the path of its resource and its name as it is now, of a call or task the time when it began; without a name if it is deleted or the asker may not read it',
      },
    ),
    name: read(Type.String(), { description: 'Resource and action', iri: 'https://schema.org/name' }),
  },
  operations: ['list', 'read'],
  filters: {
    customer: customerFilter,
    resource: equal('resource'),
    resourceId: byAnyReference('resourceId'),
    action: equal('action'),
    actorId: byAnyReference('actor'),
    ...dateFilter('datetime'),
  },
  order: ['datetime'],
  defaultDirection: 'desc',
  keysets: ['datetime'],
  settled: 'datetime',
  search: ['objectName', 'actorName', 'resourceId', 'account', 'address'],
});
