import { Trans } from '@lingui/react/macro';
import type { CaptureFailure } from '#client/media/capture.ts';

/** Why there is no microphone, and what to do. */
export const MicrophoneProblem = ({ reason }: { readonly reason: CaptureFailure }) => {
  switch (reason) {
    case 'denied':
      return <Trans>The microphone is blocked. Allow it in the address bar.</Trans>;
    case 'not-found':
      return <Trans>No microphone was found. Plug one in.</Trans>;
    case 'in-use':
      return <Trans>Another app is using your microphone. Close that app.</Trans>;
    case 'unsupported':
      return <Trans>This page can’t use the microphone. Open it over HTTPS.</Trans>;
    case 'unknown':
      return <Trans>Can’t get audio. The microphone couldn’t be started.</Trans>;
  }
};

/** Why there is no camera, and what to do. */
export const CameraProblem = ({ reason }: { readonly reason: CaptureFailure }) => {
  switch (reason) {
    case 'denied':
      return <Trans>The camera is blocked. Allow it in the address bar.</Trans>;
    case 'not-found':
      return <Trans>No camera found. The others can’t see you.</Trans>;
    case 'in-use':
      return <Trans>Another app is using your camera. Close that app.</Trans>;
    case 'unsupported':
      return <Trans>This page can’t use the camera. Open it over HTTPS.</Trans>;
    case 'unknown':
      return <Trans>Can’t get video. The camera couldn’t be started.</Trans>;
  }
};
