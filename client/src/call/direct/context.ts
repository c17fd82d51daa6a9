import type { CallContext } from '#client/call/call-context.ts';
import type { DirectCallEvent } from './call-state.ts';
import type { DirectCallSnapshot } from './snapshot.ts';

export type DirectCallContext = CallContext<DirectCallSnapshot, DirectCallEvent>;
