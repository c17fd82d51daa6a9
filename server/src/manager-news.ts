import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import type { AdminId, CustomerId, UserId } from '#protocol/ids.ts';
import { CustomerIdSchema } from '#protocol/ids.ts';

/** Whose changes: of these customers, or of the whole installation. */
export type NewsOf = readonly CustomerId[] | 'all';
type TaskOwner = UserId | AdminId;

const CallChangedSchema = Type.Object({ callId: Type.String({ format: 'uuid' }) });
const ResourceChangedSchema = Type.Object({
  resource: Type.String(),
  customerId: Type.Union([CustomerIdSchema, Type.Null()]),
});
export type ResourceChanged = Static<typeof ResourceChangedSchema>;
const TaskChangedSchema = Type.Object({ taskId: Type.String({ format: 'uuid' }) });

const callSchema = Compile(CallChangedSchema);
const resourceSchema = Compile(ResourceChangedSchema);
const taskSchema = Compile(TaskChangedSchema);

/** Where the changes of one customer are told; `all`: of every customer. Taken by those servers alone where someone watches. */
const subject = (topic: 'calls' | 'changes', of: CustomerId | 'all'): string => `manage.${topic}.${of}`;
const taskSubject = (owner: TaskOwner): string => `manage.tasks.${owner}`;

/**
 * What managers who watch are to look at again, over the bus. It says what has changed, never how: who may see it is asked
 * where it is shown. Said after the commit.
 */
export interface ManagerNews {
  /** A call has begun, is not as it was, or is over. */
  callChanged(callId: string, customerIds: Iterable<CustomerId>): void;
  /** `customerId` null: of the installation. */
  resourceChanged(change: ResourceChanged): void;
  taskChanged(taskId: string, owner: TaskOwner): void;
  /** Each of these returns what ends the subscription. */
  onCalls(of: NewsOf, listener: (callId: string) => void): () => void;
  onResources(of: NewsOf, listener: (change: ResourceChanged) => void): () => void;
  onTasks(owner: TaskOwner, listener: (taskId: string) => void): () => void;
}

export function createManagerNews(bus: Bus): ManagerNews {
  const publish = (topic: 'calls' | 'changes', customerIds: Iterable<CustomerId>, payload: object) => {
    for (const of of new Set<CustomerId | 'all'>([...customerIds, 'all']))
      bus.publish(subject(topic, of), payload);
  };
  const subscribe = (topic: 'calls' | 'changes', of: NewsOf, listener: (payload: unknown) => void) => {
    const subjects = of === 'all' ? ['all' as const] : of;
    const ends = subjects.map((one) => bus.subscribe(subject(topic, one), listener));
    return () => {
      for (const end of ends.splice(0)) end();
    };
  };
  const isCall = (value: unknown): value is Static<typeof CallChangedSchema> => callSchema.Check(value);
  const isResource = (value: unknown): value is ResourceChanged => resourceSchema.Check(value);
  const isTask = (value: unknown): value is Static<typeof TaskChangedSchema> => taskSchema.Check(value);

  return {
    callChanged: (callId, customerIds) => publish('calls', customerIds, { callId }),
    resourceChanged: (change) =>
      publish('changes', change.customerId === null ? [] : [change.customerId], change),
    taskChanged: (taskId, owner) => bus.publish(taskSubject(owner), { taskId }),
    onCalls: (of, listener) =>
      subscribe('calls', of, (payload) => {
        if (isCall(payload)) listener(payload.callId);
      }),
    onResources: (of, listener) =>
      subscribe('changes', of, (payload) => {
        if (isResource(payload)) listener(payload);
      }),
    onTasks: (owner, listener) =>
      bus.subscribe(taskSubject(owner), (payload) => {
        if (isTask(payload)) listener(payload.taskId);
      }),
  };
}
