import { Type } from 'typebox';
import { defineOperation, item } from '#protocol/rest/define-operation.ts';
import { defineResource } from '#protocol/rest/define-resource.ts';
import { DateTime, Nullable, optional, Reference, read, required, Uuid } from '#protocol/rest/field.ts';
import { byAnyReference, dateFilter, equal, oneOf, ownership } from '#protocol/rest/filters.ts';
import { customerName } from '#protocol/rest/names.ts';
import { QualitySchema } from '#protocol/signal/experience.ts';

const Seconds = Type.Integer({ minimum: 0, maximum: 31_536_000 });

export const connections = defineResource({
  name: 'Connection',
  path: 'connections',
  description: 'One call as one participant had it, written by the server from what it saw',
  fields: {
    id: read(Uuid),
    callId: read(Uuid, { description: 'The same for all who were in the call' }),
    kind: read(Type.Union([Type.Literal('direct'), Type.Literal('group')])),
    owner: read(Nullable(Reference('users', 'devices')), {
      description: 'Whose history it stands in; null: since deleted',
    }),
    ownerKind: read(Type.Union([Type.Literal('user'), Type.Literal('device')]), {
      description: 'Of which kind the owner is, or was',
    }),
    ownerName: read(Nullable(Type.String()), {
      description:
        "The owner's name, mail address or printed serial number as it is now; null: since deleted",
    }),
    customer: read(Reference('customers')),
    customerName,
    peerId: read(Uuid, { description: 'The other user or device, or the group' }),
    name: read(Type.String(), {
      description: 'Of the peer; “deleted user” or “deleted device” where there is none any more',
      iri: 'https://schema.org/name',
    }),
    outgoing: read(Type.Boolean()),
    start: read(DateTime),
    end: read(DateTime),
    duration: read(Seconds, { description: 'Seconds' }),
    endReason: read(Type.String()),
    bytes: read(Nullable(Type.Integer())),
    relayed: read(Nullable(Type.Boolean()), { description: 'Whether media went through a TURN server' }),
    reportedDuration: read(Nullable(Seconds), { description: 'Seconds, as the client saw it' }),
    quality: read(Nullable(Type.Number()), {
      description: '0 bad … 10 good, as the participant rated the call; null: not rated',
    }),
    updated: read(DateTime, {
      description:
        'When the row was written, after the end of the call, or was last added to by a late report',
    }),
    setUpTime: read(Nullable(Type.Integer()), {
      description:
        'Milliseconds from the acceptance, of a group call from joining, to the first media received; null: not measured',
    }),
    connectionQuality: read(Nullable(QualitySchema), {
      description:
        'poor: for a tenth of the time and more; fair: the same of not good; null, as the next, where it was not measured or the call never connected',
    }),
    goodTime: read(Nullable(Seconds), { description: 'Seconds in which the connection was good' }),
    fairTime: read(Nullable(Seconds), { description: 'Seconds' }),
    poorTime: read(Nullable(Seconds), { description: 'Seconds' }),
    loss: read(Nullable(Type.Number()), {
      description: 'Mean share of the packets that were lost, 0 to 1: the worse direction',
    }),
    roundTripTime: read(Nullable(Type.Integer()), {
      description: 'Mean milliseconds to the other side, of a group call to the media node, and back',
    }),
  },
  operations: ['list', 'read'],
  filters: {
    ...ownership,
    kind: oneOf('kind', 'direct', 'group'),
    callId: { schema: Uuid, description: 'Those of this call', property: 'callId' },
    peerId: byAnyReference('peerId'),
    endReason: equal('endReason'),
    relayed: oneOf('relayed', 'true', 'false'),
    ownPeer: {
      schema: Type.String({ minLength: 1, maxLength: 200 }),
      description: "Those of the asker's own whose peer's name contains this",
      property: 'name',
    },
    ...dateFilter('start'),
    ...dateFilter('updated'),
  },
  order: ['start', 'duration', 'updated'],
  defaultDirection: 'desc',
  keysets: ['start', 'updated'],
  settled: 'updated',
  search: ['ownerName', 'name'],
});

export const connectionOperations = {
  'connections.report': defineOperation({
    method: 'POST',
    path: 'connections',
    summary: 'Adds what only the client knows to its own row of a call that has ended',
    body: {
      callId: required('write', Uuid),
      duration: optional('write', Seconds, { description: 'Seconds' }),
      quality: optional('write', Type.Number({ minimum: 0, maximum: 10 }), {
        description: 'How the participant rates the call: 0 bad … 10 good',
      }),
    },
    reply: item('Connection'),
    status: 200,
  }),
} as const;
