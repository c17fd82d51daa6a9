import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { CameraProblem } from './device-problems.tsx';
import { StageButton } from './stage-button.tsx';
import { VideoView } from './video-view.tsx';

/** A window as of a small laptop, in which the devices stand beside the picture, because they would not fit below it. */
export const WIDE_AND_LOW = '@media (48rem <= width < 64rem) and (max-height: 52rem)';

export interface PreviewPictureProps {
  readonly local: LocalMediaSnapshot | null;
  readonly lookOnly: boolean;
  readonly onMute: (muted: boolean) => void;
  readonly onCamera: ((on: boolean) => void) | null;
  readonly onChoose: (kind: 'microphone', deviceId: null) => void;
}

/** How one looks, with the buttons for microphone and camera. */
export const PreviewPicture = ({ local, lookOnly, onMute, onCamera, onChoose }: PreviewPictureProps) => {
  const { t } = useLingui();
  const camera = local?.camera.status === 'live' ? local.camera : null;
  const cameraOn = camera !== null || local?.camera.status === 'starting';
  const muted = local?.muted ?? false;
  const silent = muted || !local || !liveTrack(local.microphone);
  return (
    <chakra.div
      position="relative"
      justifySelf="center"
      // So low that there is something to see below it, but not a stamp in a magnified window.
      width={{ base: 'min(100%, max(16rem, 60dvh))', sm: 'min(100%, max(16rem, 80dvh))', lg: 'full' }}
      css={{ [WIDE_AND_LOW]: { width: '100%' } }}
      aspectRatio={{ base: '4 / 3', sm: '16 / 9' }}
      borderRadius="xl"
      overflow="hidden"
      bg="stage.tile"
      boxShadow="0 24px 60px -24px rgb(0 0 0 / 0.7)"
    >
      <chakra.p
        // It lies behind the picture.
        aria-hidden={camera !== null}
        position="absolute"
        inset="0"
        display="grid"
        placeItems="center"
        px="6"
        pb="12"
        textAlign="center"
        color="stage.muted"
      >
        {!onCamera ? (
          lookOnly ? (
            <Trans>You’re not allowed to show a camera.</Trans>
          ) : (
            <Trans>You can’t show your camera in this call.</Trans>
          )
        ) : local?.camera.status === 'failed' ? (
          <CameraProblem reason={local.camera.reason} />
        ) : cameraOn || !local ? (
          <Trans>The camera is starting…</Trans>
        ) : (
          <Trans>Your camera is off.</Trans>
        )}
      </chakra.p>
      <VideoView
        track={camera?.track ?? null}
        mirrored={camera?.facing !== 'environment'}
        label={t`Your video`}
        kind="self"
      />
      {!lookOnly && (
        <chakra.div
          position="absolute"
          insetInline="0"
          bottom="4"
          display="flex"
          justifyContent="center"
          gap="4"
        >
          <StageButton
            label={muted ? t`Unmute` : t`Mute`}
            variant={silent ? 'stageActive' : 'stage'}
            size="lg"
            data-testid="preview-microphone"
            aria-pressed={muted}
            onClick={() => {
              if (local?.microphone.status === 'failed') onChoose('microphone', null);
              else onMute(!muted);
            }}
          >
            {silent ? <MicOff aria-hidden /> : <Mic aria-hidden />}
          </StageButton>
          {onCamera && (
            <StageButton
              label={cameraOn ? t`Turn camera off` : t`Turn camera on`}
              variant={cameraOn ? 'stage' : 'stageActive'}
              size="lg"
              data-testid="preview-camera"
              aria-pressed={!cameraOn}
              onClick={() => onCamera(!cameraOn)}
            >
              {cameraOn ? <Video aria-hidden /> : <VideoOff aria-hidden />}
            </StageButton>
          )}
        </chakra.div>
      )}
    </chakra.div>
  );
};
