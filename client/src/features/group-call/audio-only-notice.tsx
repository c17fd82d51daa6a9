import { Trans } from '@lingui/react/macro';
import { TriangleAlert, VideoOff } from 'lucide-react';
import { StageNotice } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';

export interface AudioOnlyNoticeProps {
  readonly state: 'offered' | 'on';
  readonly onSet: (on: boolean) => void;
}

/** Offers to go on with sound alone while the line carries too little, and the way back. */
export const AudioOnlyNotice = ({ state, onSet }: AudioOnlyNoticeProps) => (
  <StageNotice
    testId={`audio-only-${state}`}
    tone={state === 'offered' ? 'warning' : 'neutral'}
    icon={state === 'offered' ? <TriangleAlert size={18} aria-hidden /> : <VideoOff size={18} aria-hidden />}
    action={
      <Button variant="stageActive" size="sm" shape="pill" onClick={() => onSet(state === 'offered')}>
        {state === 'offered' ? <Trans>Audio only</Trans> : <Trans>Show video</Trans>}
      </Button>
    }
  >
    {state === 'offered' ? (
      <Trans>Your connection is slow. Some video is paused so that everyone can be heard.</Trans>
    ) : (
      <Trans>Audio only: video is off.</Trans>
    )}
  </StageNotice>
);
