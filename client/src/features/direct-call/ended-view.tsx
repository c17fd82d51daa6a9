import { useLingui } from '@lingui/react/macro';
import type { Blockage } from '#client/call/blockage.ts';
import type { DirectCallState } from '#client/call/direct/call-state.ts';
import { useNamed } from '#client/i18n/use-named.ts';
import { CallOver } from '#client/stage/call-over.tsx';
import { endText } from './end-text.tsx';

export interface EndedViewProps {
  readonly ended: Extract<DirectCallState, { name: 'ended' }>;
  readonly name: string;
  /** Why the two could not be connected, where that is known. */
  readonly blockage: Blockage | null;
  /** Absent where no one can be called. */
  readonly onCallAgain: (() => void) | undefined;
  readonly onBack: () => void;
}

/** Why the call is over, how long it was, and what next. */
export const EndedView = ({ ended, name, blockage, onCallAgain, onBack }: EndedViewProps) => {
  const { i18n } = useLingui();
  const named = useNamed();
  const { title, hint, checksNetwork } = endText(ended.end, ended.peer ? named(ended.peer) : name, blockage);
  // The server counts from the answer on.
  const neverConnected = ended.end.kind === 'reason' && ended.end.reason === 'failed';
  return (
    <CallOver
      testId="call-ended"
      avatar={name}
      name={ended.peer?.name}
      title={i18n._(title)}
      hint={hint && i18n._(hint)}
      checksNetwork={checksNetwork}
      durationS={neverConnected ? 0 : ended.durationS}
      rated={ended.callId === null ? null : { callId: ended.callId }}
      again={onCallAgain && { kind: 'call', go: onCallAgain }}
      onBack={onBack}
    />
  );
};
