import type { OnlyCall } from '#client/call/only-call.ts';
import { errorCodeOf } from '#protocol/app-error.ts';
import type { MemberId } from '#protocol/ids.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import type { GroupCallContext } from './context.ts';
import { type JoinAttempt, rejoinDelayMs } from './rejoin-policy.ts';

export interface JoiningOptions {
  readonly target: RoomTarget;
  /** Null: a 1-to-1 call that moves has taken it. */
  readonly onlyCall: OnlyCall | null;
  readonly beforeJoin: (() => Promise<void>) | undefined;
}

/** Asks for a place in a room, one attempt after the other. */
export interface Joining {
  /** Replaces an attempt that waits. */
  joinLater(wanted: JoinAttempt): void;
  cancel(): void;
}

/** How many rooms this page has asked to join. */
let joins = 0;

/** @returns whether this page has not asked to join a room since */
export const noJoinSince = (): (() => boolean) => {
  const before = joins;
  return () => joins === before;
};

export function createJoining(context: GroupCallContext, options: JoiningOptions): Joining {
  const { signal, get, dispatch } = context;
  const { target, onlyCall } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Who this browser was in the call last; a server that takes its place does not know that otherwise. */
  let lastMember: MemberId | null = null;

  async function join({ attempt, resume }: JoinAttempt): Promise<void> {
    try {
      if (onlyCall && !(await onlyCall.take())) {
        dispatch({ type: 'joinFailed', attempt, code: 'in-other-tab' });
        return;
      }
      await options.beforeJoin?.();
      // The member has left in the meantime and the server knows: a join must not follow.
      const { state } = get();
      if ((state.name !== 'joining' && state.name !== 'rebuilding') || state.attempt !== attempt) return;
      const before = lastMember;
      joins += 1;
      const reply = await signal.request('groupCall.join', {
        target,
        ...(before !== null && { before, resume }),
      });
      lastMember = reply.memberId;
      dispatch({ type: 'joinAnswered', attempt, reply });
    } catch (error) {
      dispatch({ type: 'joinFailed', attempt, code: errorCodeOf(error) });
    }
  }

  return {
    joinLater(wanted) {
      clearTimeout(timer);
      timer = setTimeout(() => void join(wanted), rejoinDelayMs(wanted, Math.random()));
    },
    cancel: () => clearTimeout(timer),
  };
}
