import { type Static, type TSchema, Type } from 'typebox';
import { BitRatesSchema } from '#protocol/bit-rates.ts';
import { CustomerIdSchema, GroupIdSchema, NodeIdSchema } from '#protocol/ids.ts';
import { MediaSourceSchema, ScoreSchema } from '#protocol/media.ts';
import { PartySchema } from '#protocol/party.ts';
import { notice, request } from '#protocol/wire.ts';
import { QualitySchema } from './experience.ts';
import { LinkSchema } from './group-call.ts';

const Empty = Type.Object({});
const TimeSchema = Type.String({ format: 'date-time' });
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** Of a 1-to-1 call its id, of a group call the one in the history. */
const ManagedCallIdSchema = Type.String({ format: 'uuid' });
/** Names someone within one call: a member of its room, or a side of a 1-to-1 call. */
const ManagedMemberIdSchema = Type.String({ minLength: 1, maxLength: 100 });

const ManagedPersonSchema = Type.Object({
  memberId: ManagedMemberIdSchema,
  kind: PartySchema.properties.kind,
  /**
   * The name that everyone in the call sees: of a user without a nickname, the part of the mail address before the `@`.
   * Null if the asker does not manage the person and the name itself contains an `@`: no whole address is shown.
   */
  name: nullable(Type.String({ maxLength: 200 })),
  /** Null, as the next, of guests and of those whom the asker does not manage (SPEC.md, M3). */
  id: nullable(Type.String({ format: 'uuid' })),
  customerId: nullable(CustomerIdSchema),
});
export type ManagedPerson = Static<typeof ManagedPersonSchema>;

/** How someone's connection is. */
export const ConnectionStateSchema = Type.Object({
  ...LinkSchema.properties,
  quality: QualitySchema,
});
export type ConnectionState = Static<typeof ConnectionStateSchema>;

/** A call in progress, as a manager of one of its customers is shown it (SPEC.md, M3). */
const ManagedCallSchema = Type.Object({
  callId: ManagedCallIdSchema,
  kind: Type.Union([Type.Literal('direct'), Type.Literal('group')]),
  /** Null, as the next, of a 1-to-1 call, and of a group that the asker does not manage. */
  groupName: nullable(Type.String()),
  groupId: nullable(GroupIdSchema),
  /** Those of its customers that the asker manages. */
  customerIds: Type.Array(CustomerIdSchema),
  startedAt: TimeSchema,
  /** At most `MAX_NAMED_IN_CALL`, the first to come first. */
  people: Type.Array(ManagedPersonSchema),
  /** Everyone who is in it now, guests too. */
  size: Type.Integer({ minimum: 0 }),
  /** How many of these are guests of a group call, whom `people` never has. Absent from servers of the version before. */
  guests: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The name of the media node where its room is; null while it has none. */
  nodeId: nullable(NodeIdSchema),
  /** Someone in it has lost the connection to the server, or its room is gone. */
  interrupted: Type.Boolean(),
  /** Media of a 1-to-1 call goes through a relay. */
  relayed: Type.Boolean(),
  /** Of the one in it whose connection is worst now; null: not measured. Absent from servers that do not know it. */
  worst: Type.Optional(nullable(ConnectionStateSchema)),
  /** The asker may end it (SPEC.md, M5). */
  mayEnd: Type.Boolean(),
});
export type ManagedCall = Static<typeof ManagedCallSchema>;

/** Someone in a call that is opened. */
const ManagedMemberSchema = Type.Object({
  ...ManagedPersonSchema.properties,
  /** The owner of the group. */
  owner: Type.Boolean(),
  away: Type.Boolean(),
  /** Media of a 1-to-1 call goes through a relay; null: not said yet, or a group call. */
  relayed: nullable(Type.Boolean()),
  /** What the member's own browser measures, to the media node or to the other side; null before the first report. */
  link: nullable(LinkSchema),
  /** How well its media reaches the media node; null of a 1-to-1 call, and before any has. */
  quality: nullable(ScoreSchema),
  /** What it sends; null where that is not known. */
  sources: nullable(Type.Array(MediaSourceSchema)),
  /** Null where it is not known. Absent from servers of the version before. */
  bitRates: Type.Optional(nullable(BitRatesSchema)),
  /** The asker may put it out (SPEC.md, M5). */
  mayRemove: Type.Boolean(),
});
export type ManagedMember = Static<typeof ManagedMemberSchema>;

/** A call that is opened, with everyone who is in it, guests too. */
const OpenedCallSchema = Type.Object({
  call: ManagedCallSchema,
  members: Type.Array(ManagedMemberSchema),
  recordedByServer: Type.Boolean(),
});
export type OpenedCall = Static<typeof OpenedCallSchema>;

/** Of all calls that are watched, those that are not shown included. */
const CallTotalsSchema = Type.Object({
  calls: Type.Integer({ minimum: 0 }),
  /** As `size`. */
  people: Type.Integer({ minimum: 0 }),
});
export type CallTotals = Static<typeof CallTotalsSchema>;

/** A media node as its heartbeats tell of it. */
const ManagedNodeSchema = Type.Object({
  nodeId: NodeIdSchema,
  /** Null of a program that does not say it. */
  version: nullable(Type.String()),
  startedAt: TimeSchema,
  /** Takes no new rooms. */
  draining: Type.Boolean(),
  /** Share of its workers' cores in use, 0 to 1. */
  load: Type.Number({ minimum: 0, maximum: 1 }),
  rooms: Type.Integer({ minimum: 0 }),
  workers: Type.Integer({ minimum: 0 }),
});
export type ManagedNode = Static<typeof ManagedNodeSchema>;

const WatchTopicSchema = Type.Union([
  /** `manage.callsChanged` */
  Type.Literal('calls'),
  /** `manage.nodesChanged`; administrators alone, else `forbidden` */
  Type.Literal('nodes'),
  /** `manage.resourceChanged` */
  Type.Literal('changes'),
  /** `manage.taskChanged`, of the asker's own tasks */
  Type.Literal('tasks'),
]);
export type WatchTopic = Static<typeof WatchTopicSchema>;

const CallReference = Type.Object({ callId: ManagedCallIdSchema });

/** Of managers and administrators; anyone else is `forbidden` (SPEC.md, M). */
export const manageRequests = {
  /** Takes the place of what the session has watched before. */
  'manage.watch': request(
    Type.Object({
      topics: Type.Array(WatchTopicSchema, { maxItems: 10 }),
      /** A call to be told all about (`manage.callChanged`). */
      callId: Type.Optional(nullable(ManagedCallIdSchema)),
      /** Null: all that the asker manages. `forbidden` where the asker manages none of them. */
      customerIds: nullable(Type.Array(CustomerIdSchema, { minItems: 1, maxItems: 1_000 })),
    }),
    Type.Object({
      at: TimeSchema,
      /** Null unless calls are watched. */
      calls: nullable(
        Type.Object({
          /** The worst first (SPEC.md, M4), at most `MAX_WATCHED_CALLS`. */
          shown: Type.Array(ManagedCallSchema),
          totals: CallTotalsSchema,
        }),
      ),
      /** Null unless one was asked for that is in progress and may be seen. */
      opened: nullable(OpenedCallSchema),
      /** Null unless nodes are watched. */
      nodes: nullable(Type.Array(ManagedNodeSchema)),
    }),
  ),
  'manage.unwatch': request(Empty, Empty),
  /** Fails with `call-not-found` for a call that is over or that the asker may not see, and `forbidden` (SPEC.md, M5). */
  'manage.endCall': request(CallReference, Empty),
  /**
   * Puts someone out, who does not come back into this group call. A 1-to-1 call of two ends. As `endCall`; someone who is
   * not in it: `not-found`.
   */
  'manage.removeMember': request(
    Type.Object({ callId: ManagedCallIdSchema, memberId: ManagedMemberIdSchema }),
    Empty,
  ),

  // Administrators alone, else `forbidden`; a node that no one hears: `not-found` (SPEC.md, M7).
  /**
   * The node takes no new rooms from now on, also after its program was started again; with `moveRooms` its rooms move to other nodes. Where no other node takes rooms: `last-media-node`, but with
   * `evenIfLast`.
   */
  'manage.drainNode': request(
    Type.Object({
      nodeId: NodeIdSchema,
      moveRooms: Type.Boolean(),
      evenIfLast: Type.Optional(Type.Boolean()),
    }),
    Empty,
  ),
  'manage.resumeNode': request(Type.Object({ nodeId: NodeIdSchema }), Empty),
};

export const manageNotices = {
  /** At most once a second. */
  'manage.callsChanged': notice(
    Type.Object({
      at: TimeSchema,
      /** New, or not as they were. */
      changed: Type.Array(ManagedCallSchema),
      /** Over, or no longer to be seen. */
      ended: Type.Array(ManagedCallIdSchema),
      totals: CallTotalsSchema,
    }),
  ),
  /** Of the call that is opened, once in two seconds at most; null: it is over, or no longer to be seen. */
  'manage.callChanged': notice(
    Type.Object({ at: TimeSchema, callId: ManagedCallIdSchema, opened: nullable(OpenedCallSchema) }),
  ),
  /** All of them, once in two seconds at most. */
  'manage.nodesChanged': notice(Type.Object({ at: TimeSchema, nodes: Type.Array(ManagedNodeSchema) })),
  /** A change was written to the audit log; at most once a second for each resource and customer. */
  'manage.resourceChanged': notice(
    Type.Object({ resource: Type.String(), customerId: nullable(CustomerIdSchema) }),
  ),
  'manage.taskChanged': notice(Type.Object({ taskId: Type.String({ format: 'uuid' }) })),
  /** Nothing more is told: what the asker manages has changed, or changes were missed. Watch again. */
  'manage.watchEnded': notice(Empty),
};
