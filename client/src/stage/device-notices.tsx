import { Trans } from '@lingui/react/macro';
import { MicOff, Plug, TriangleAlert, Unplug, VideoOff } from 'lucide-react';
import { useLanguage } from '#client/i18n/use-language.ts';
import type { CaptureFailure } from '#client/media/capture.ts';
import type { RemovedDevice } from '#client/media/local-media.ts';
import { CameraProblem, MicrophoneProblem } from './device-problems.tsx';
import { durationInSentence } from './format-duration.ts';
import { Passing } from './passing.tsx';
import { StageNotice } from './stage.tsx';
import { useNow } from './use-now.ts';

/** The microphone cannot be used, and the call ends for it unless that is put right (specification M3). */
export const MicrophoneCountdown = ({
  deadline,
  reason,
}: {
  readonly deadline: number;
  readonly reason: CaptureFailure;
}) => {
  const left = durationInSentence(Math.ceil((deadline - useNow(250)) / 1000), useLanguage());
  return (
    <StageNotice testId="microphone-countdown" tone="danger" icon={<MicOff size={18} aria-hidden />}>
      <MicrophoneProblem reason={reason} /> {/* Read out once, not each second. */}
      <span role="timer" aria-live="off">
        <Trans>The call ends in {left}.</Trans>
      </span>
    </StageNotice>
  );
};

export const CameraNotice = ({ reason }: { readonly reason: CaptureFailure }) => (
  <StageNotice testId="camera-problem" tone="warning" icon={<VideoOff size={18} aria-hidden />}>
    <CameraProblem reason={reason} />
  </StageNotice>
);

export const MicrophoneNotice = ({ reason }: { readonly reason: CaptureFailure }) => (
  <StageNotice testId="microphone-problem" tone="warning" icon={<TriangleAlert size={18} aria-hidden />}>
    <MicrophoneProblem reason={reason} />
  </StageNotice>
);

/** A device was lost in a call, and which one has taken its place (specification V8), or that it is back. */
export const RemovedNotice = ({
  removed: { kind, replacedBy, returned },
}: {
  readonly removed: RemovedDevice;
}) => (
  <Passing>
    <StageNotice
      testId="device-removed"
      tone={returned ? 'neutral' : 'warning'}
      icon={replacedBy === null ? <Unplug size={18} aria-hidden /> : <Plug size={18} aria-hidden />}
    >
      {!returned &&
        (kind === 'microphone' ? (
          <Trans>Your microphone was disconnected.</Trans>
        ) : (
          <Trans>Your camera was disconnected.</Trans>
        ))}{' '}
      {replacedBy !== null && <Trans>Now using {replacedBy}.</Trans>}
    </StageNotice>
  </Passing>
);
