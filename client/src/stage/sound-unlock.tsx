import { Trans } from '@lingui/react/macro';
import { Volume2 } from 'lucide-react';
import { playback } from '#client/media/playback.ts';
import { Button } from '#client/ui/button.tsx';
import { StageNotice } from './stage.tsx';
import { useObservable } from './use-observable.ts';

/** One button that starts all the sound which the browser has refused to play by itself. */
export const SoundUnlock = () => {
  const refused = useObservable(playback);
  if (!refused) return null;
  return (
    <StageNotice
      testId="sound-unlock"
      icon={<Volume2 size={18} aria-hidden />}
      action={
        <Button variant="stageActive" size="sm" shape="pill" onClick={playback.resume}>
          <Trans>Turn on audio</Trans>
        </Button>
      }
    >
      <Trans>Your browser is blocking audio.</Trans>
    </StageNotice>
  );
};
