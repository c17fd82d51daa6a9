import { Trans } from '@lingui/react/macro';
import { MicOff, TriangleAlert, VideoOff } from 'lucide-react';
import type { CaptureFailure } from '#client/media/capture.ts';
import { formatDuration } from './format-duration.ts';
import { StageNotice } from './stage.tsx';
import { useNow } from './use-now.ts';

/** The microphone cannot be used, and the call ends for it unless that is put right (decisions.md, Calls). */
export const MicrophoneCountdown = ({
  deadline,
  reason,
}: {
  readonly deadline: number;
  readonly reason: CaptureFailure;
}) => {
  const left = formatDuration(Math.max(0, Math.ceil((deadline - useNow(250)) / 1000)));
  return (
    <StageNotice testId="microphone-countdown" tone="danger" icon={<MicOff size={18} aria-hidden />}>
      <MicrophoneProblem reason={reason} /> {/* Read out once, not each second. */}
      <span role="timer" aria-live="off">
        <Trans>The call ends in {left}.</Trans>
      </span>
    </StageNotice>
  );
};

/** Why there is no microphone, and what to do. */
const MicrophoneProblem = ({ reason }: { readonly reason: CaptureFailure }) => {
  switch (reason) {
    case 'denied':
      return <Trans>The microphone is blocked. Allow it in the address bar.</Trans>;
    case 'not-found':
      return <Trans>No microphone was found. Plug one in.</Trans>;
    case 'in-use':
      return <Trans>Another application is using the microphone. Close it there.</Trans>;
    case 'unsupported':
      return <Trans>This page may not use the microphone. Open it over HTTPS.</Trans>;
    case 'unknown':
      return <Trans>The microphone could not be started.</Trans>;
  }
};

const CameraProblem = ({ reason }: { readonly reason: CaptureFailure }) => {
  switch (reason) {
    case 'denied':
      return <Trans>The camera is blocked. Allow it in the address bar.</Trans>;
    case 'not-found':
      return <Trans>No camera was found. You can be heard, but not seen.</Trans>;
    case 'in-use':
      return <Trans>Another application is using the camera. Close it there.</Trans>;
    case 'unsupported':
      return <Trans>This page may not use the camera. Open it over HTTPS.</Trans>;
    case 'unknown':
      return <Trans>The camera could not be started.</Trans>;
  }
};

export const CameraNotice = ({ reason }: { readonly reason: CaptureFailure }) => (
  <StageNotice tone="warning" icon={<VideoOff size={18} aria-hidden />}>
    <CameraProblem reason={reason} />
  </StageNotice>
);

export const MicrophoneNotice = ({ reason }: { readonly reason: CaptureFailure }) => (
  <StageNotice tone="warning" icon={<TriangleAlert size={18} aria-hidden />}>
    <MicrophoneProblem reason={reason} />
  </StageNotice>
);
