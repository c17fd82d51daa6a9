import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { GroupCallState } from '#client/call/group/machine.ts';
import { CallOver } from '#client/stage/call-over.tsx';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { overMark } from '#client/stage/over-mark.ts';
import type { RoomTarget } from '#protocol/signal/group-call.ts';
import { groupEndText } from './group-end-text.ts';
import type { PastCall } from './use-past-call.ts';

export interface GroupCallOverProps {
  readonly state: GroupCallState;
  readonly target: RoomTarget;
  /** Null: this page was never in the call. */
  readonly past: PastCall | null;
  readonly onJoinAgain: () => void;
  /** Calls the other side of a 1-to-1 call that had moved; absent where there is no one to call. */
  readonly onCallAgain: (() => void) | undefined;
}

/** How a call in a room has ended for this person; null where it has not. */
export const GroupCallOver = ({ state, target, past, onJoinAgain, onCallAgain }: GroupCallOverProps) => {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const paths = useCallPaths();
  const [durationS] = useState(() => (past ? Math.round((Date.now() - past.since) / 1000) : 0));
  const over = state.name === 'left' || state.name === 'ended';
  const mark = useEffectEvent(() => {
    // A kiosk goes home by itself, and never comes back to the address of a call.
    if (paths.who !== 'device') void navigate(`${pathname}${search}`, { replace: true, state: overMark });
  });
  useEffect(() => {
    if (over) mark();
  }, [over]);
  const end = groupEndText(state);
  if (!end) return null;
  const isGroup = target.kind === 'group';
  const again =
    isGroup || !over
      ? end.again && ({ kind: 'join', go: onJoinAgain } as const)
      : onCallAgain && ({ kind: 'call', go: onCallAgain } as const);
  return (
    <CallOver
      testId="group-call-over"
      avatar={null}
      name={past?.name}
      title={i18n._(end.title)}
      hint={end.hint && i18n._(end.hint)}
      durationS={durationS}
      recordedByServer={past?.recordedForSelf ? { groupId: isGroup ? target.groupId : null } : null}
      rated={past && (isGroup ? { groupId: target.groupId } : { callId: target.callId })}
      again={again || undefined}
      onBack={() => navigate(isGroup ? paths.groupHome : paths.directHome)}
    />
  );
};
