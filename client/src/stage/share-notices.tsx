import { Trans } from '@lingui/react/macro';
import { MonitorUp, MonitorX } from 'lucide-react';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import type { ShareFailure } from '#client/media/share.ts';
import { Button } from '#client/ui/button.tsx';
import { Passing } from './passing.tsx';
import { StageNotice } from './stage.tsx';

const ScreenProblem = ({ reason }: { readonly reason: ShareFailure }) => {
  switch (reason) {
    case 'denied':
      return (
        <Trans>Your system doesn’t let this browser share the screen. Allow it in the system settings.</Trans>
      );
    case 'unsupported':
      return <Trans>This browser can’t share the screen.</Trans>;
    case 'withdrawn':
      return <Trans>You can’t share your screen any more. Sharing stopped.</Trans>;
    case 'undecodable':
    case 'unknown':
      return <Trans>Can’t share the screen.</Trans>;
  }
};

const FileProblem = ({ reason }: { readonly reason: ShareFailure }) => {
  switch (reason) {
    case 'undecodable':
      return <Trans>This browser can’t play the file.</Trans>;
    case 'withdrawn':
      return <Trans>You can’t play files any more. The file stopped.</Trans>;
    case 'denied':
    case 'unsupported':
    case 'unknown':
      return <Trans>The file couldn’t be played.</Trans>;
  }
};

export interface ShareNoticesProps {
  readonly local: LocalMediaSnapshot | null;
  readonly onStopScreen: () => void;
}

/** What one shares oneself, and why it ended where one did not end it. */
export const ShareNotices = ({ local, onStopScreen }: ShareNoticesProps) => {
  const { screen, playback } = local ?? {};
  return (
    <>
      {screen?.status === 'live' && (
        <StageNotice
          testId="sharing-screen"
          icon={<MonitorUp size={18} aria-hidden />}
          action={
            <Button variant="stageActive" size="sm" shape="pill" onClick={onStopScreen}>
              <Trans>Stop sharing</Trans>
            </Button>
          }
        >
          {screen.audio ? (
            <Trans>You’re sharing your screen and its audio.</Trans>
          ) : (
            <Trans>You’re sharing your screen.</Trans>
          )}
        </StageNotice>
      )}
      {screen?.status === 'failed' && (
        <Passing key={`screen-${screen.reason}`}>
          <StageNotice testId="screen-problem" tone="warning" icon={<MonitorX size={18} aria-hidden />}>
            <ScreenProblem reason={screen.reason} />
          </StageNotice>
        </Passing>
      )}
      {playback?.status === 'failed' && (
        <Passing key={`playback-${playback.reason}`}>
          <StageNotice testId="playback-problem" tone="warning" icon={<MonitorX size={18} aria-hidden />}>
            <FileProblem reason={playback.reason} />
          </StageNotice>
        </Passing>
      )}
    </>
  );
};
