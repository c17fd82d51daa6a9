import { useLingui } from '@lingui/react/macro';
import { CallOver } from '#client/stage/call-over.tsx';
import { Stage } from '#client/stage/stage.tsx';
import { endText } from './end-text.tsx';

export interface CallIsOverProps {
  /** The page could not return to it, and how it has ended is not known. */
  readonly lost?: boolean;
  readonly onBack: () => void;
  readonly onCallAgain: (() => void) | undefined;
}

/** Nothing is known of the call any more: the page was reloaded, or someone else has signed in. */
export const CallIsOver = ({ lost = false, onBack, onCallAgain }: CallIsOverProps) => {
  const { t, i18n } = useLingui();
  const { title, hint, checksNetwork } = endText(
    { kind: 'reason', reason: lost ? 'connection-lost' : 'hung-up' },
    '',
  );
  return (
    <Stage label={t`Call`}>
      <CallOver
        testId="call-ended"
        avatar={null}
        title={i18n._(title)}
        hint={hint && i18n._(hint)}
        checksNetwork={checksNetwork}
        durationS={0}
        rated={null}
        again={onCallAgain && { kind: 'call', go: onCallAgain }}
        onBack={onBack}
      />
    </Stage>
  );
};
