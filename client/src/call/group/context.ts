import type { CallContext } from '#client/call/call-context.ts';
import type { GroupCallEvent } from './machine.ts';
import type { GroupCallSnapshot } from './snapshot.ts';

export type GroupCallContext = CallContext<GroupCallSnapshot, GroupCallEvent>;
