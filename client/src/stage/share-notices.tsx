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
      return <Trans>The system does not let this browser share the screen. Allow it in its settings.</Trans>;
    case 'unsupported':
      return <Trans>This browser cannot share the screen.</Trans>;
    case 'withdrawn':
      return <Trans>Sharing the screen is not allowed any more. It has ended.</Trans>;
    case 'undecodable':
    case 'unknown':
      return <Trans>Cannot get the screen share.</Trans>;
  }
};

const FileProblem = ({ reason }: { readonly reason: ShareFailure }) => {
  switch (reason) {
    case 'undecodable':
      return <Trans>This browser cannot play the file.</Trans>;
    case 'withdrawn':
      return <Trans>Playing files is not allowed any more. It has ended.</Trans>;
    case 'denied':
    case 'unsupported':
    case 'unknown':
      return <Trans>The file could not be played into the call.</Trans>;
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
            <Trans>You are sharing your screen with its sound.</Trans>
          ) : (
            <Trans>You are sharing your screen.</Trans>
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
