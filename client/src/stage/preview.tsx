import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { ArrowRight, Mic, MicOff, Video, VideoOff, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CaptureState } from '#client/media/capture.ts';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { playTone } from '#client/media/tones.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { devicesAtom, type JoinWith, skipPreviewAtom } from './device-choice.ts';
import { CameraProblem, MicrophoneProblem } from './device-notices.tsx';
import { LevelBar } from './level-bar.tsx';
import { PermissionHelp } from './permission-help.tsx';
import { canChooseSpeaker, playPageOn } from './speaker.ts';
import { deviceOptions, useDevices } from './use-devices.ts';
import { VideoView } from './video-view.tsx';

/** Long enough to hear where it comes from. */
const TEST_SOUND_MS = 2_600;

export interface PreviewProps {
  /** What is joined. */
  readonly title: string;
  /** More about it: who is there. */
  readonly children?: ReactNode;
  /** Null while the devices are being asked for. */
  readonly local: LocalMediaSnapshot | null;
  readonly onMute: (muted: boolean) => void;
  /** Null: no camera may be shown. */
  readonly onCamera: ((on: boolean) => void) | null;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string | null) => void;
  /** With what one comes in. */
  readonly onJoin: (joinWith: JoinWith) => void;
  readonly onBack?: () => void;
  /** On the button; `Join` by default. */
  readonly joinLabel?: ReactNode;
  /** Whether one can do without this look the next time. */
  readonly skippable?: boolean;
  /** No call follows: there is nothing to come into, muted or unseen. */
  readonly lookOnly?: boolean;
}

const deviceOf = (state: CaptureState | undefined): string =>
  state?.status === 'live' ? (state.deviceId ?? '') : '';

/** Before a call: how one looks and sounds, with which devices, and whether one comes in with both. */
const Preview = (props: PreviewProps) => {
  const { title, children, local, onMute, onCamera, onChoose, onJoin, onBack } = props;
  const { joinLabel = <Trans>Join</Trans>, skippable = false, lookOnly = false } = props;
  const { t } = useLingui();
  const [remembered, remember] = useAtom(devicesAtom);
  const [skip, setSkip] = useAtom(skipPreviewAtom);
  const joinButton = useRef<HTMLButtonElement>(null);
  // The button may stand below the picture, which is what one comes to look at.
  useEffect(() => joinButton.current?.focus({ preventScroll: true }), []);

  const microphone = local ? liveTrack(local.microphone) : null;
  const camera = local?.camera.status === 'live' ? local.camera : null;
  const { microphones, cameras, speakers } = useDevices(microphone !== null || camera !== null);
  const muted = local?.muted ?? false;
  const cameraOn = camera !== null || local?.camera.status === 'starting';
  const denied = [local?.microphone, local?.camera].some(
    (state) => state?.status === 'failed' && state.reason === 'denied',
  );
  const choose = (kind: 'microphone' | 'camera', deviceId: string) => {
    remember({ ...remembered, [kind]: deviceId });
    onChoose(kind, deviceId);
  };

  return (
    <chakra.div
      flex="1"
      minH="0"
      overflowY="auto"
      display="grid"
      placeItems="center"
      p={{ base: '4', md: '8' }}
    >
      <chakra.div
        data-testid="preview"
        display="grid"
        gap={{ base: '5', md: '8' }}
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1.5fr) minmax(20rem, 1fr)' }}
        alignItems="center"
        width="min(100%, max(70rem, 66vw))"
      >
        <chakra.div
          position="relative"
          width="full"
          aspectRatio={{ base: '4 / 3', sm: '16 / 9' }}
          borderRadius="xl"
          overflow="hidden"
          bg="stage.tile"
          boxShadow="0 24px 60px -24px rgb(0 0 0 / 0.7)"
        >
          <chakra.p
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
              <IconButton
                label={muted ? t`Unmute` : t`Mute`}
                variant={muted || !microphone ? 'stageActive' : 'stage'}
                shape="round"
                size="lg"
                data-testid="preview-microphone"
                aria-pressed={muted}
                onClick={() => {
                  if (local?.microphone.status === 'failed') onChoose('microphone', null);
                  else onMute(!muted);
                }}
              >
                {muted || !microphone ? <MicOff aria-hidden /> : <Mic aria-hidden />}
              </IconButton>
              {onCamera && (
                <IconButton
                  label={cameraOn ? t`Turn camera off` : t`Turn camera on`}
                  variant={cameraOn ? 'stage' : 'stageActive'}
                  shape="round"
                  size="lg"
                  data-testid="preview-camera"
                  aria-pressed={!cameraOn}
                  onClick={() => onCamera(!cameraOn)}
                >
                  {cameraOn ? <Video aria-hidden /> : <VideoOff aria-hidden />}
                </IconButton>
              )}
            </chakra.div>
          )}
        </chakra.div>

        <chakra.section
          aria-label={t`Before the call`}
          display="grid"
          gap="4"
          p={{ base: '5', md: '7' }}
          borderRadius="xl"
          bg="contents"
          color="ink"
        >
          <chakra.div>
            <chakra.h1 textStyle="title" overflowWrap="anywhere">
              {title}
            </chakra.h1>
            {children && (
              <chakra.p mt="1" color="ink.muted">
                {children}
              </chakra.p>
            )}
          </chakra.div>
          {denied && (
            <Banner tone="warning">
              <PermissionHelp />
            </Banner>
          )}
          {!denied && local?.microphone.status === 'failed' && (
            <Banner tone="warning">
              <MicrophoneProblem reason={local.microphone.reason} />
            </Banner>
          )}
          {onCamera && (
            <SelectField
              label={t`Camera`}
              value={deviceOf(local?.camera) || (remembered.camera ?? '')}
              disabled={cameras.length === 0}
              options={
                cameras.length ? deviceOptions(cameras, t`Camera`) : [{ value: '', label: t`None found` }]
              }
              onChange={(event) => choose('camera', event.currentTarget.value)}
            />
          )}
          <chakra.div>
            <SelectField
              label={t`Microphone`}
              value={deviceOf(local?.microphone) || (remembered.microphone ?? '')}
              disabled={microphones.length === 0}
              options={
                microphones.length
                  ? deviceOptions(microphones, t`Microphone`)
                  : [{ value: '', label: t`None found` }]
              }
              onChange={(event) => choose('microphone', event.currentTarget.value)}
            />
            <LevelBar track={microphone} muted={muted} />
          </chakra.div>
          <chakra.div display="flex" alignItems="flex-end" gap="3">
            {canChooseSpeaker() && (
              <chakra.div flex="1" minW="0">
                <SelectField
                  label={t`Speaker`}
                  value={remembered.speaker ?? 'default'}
                  // They are known once the microphone is allowed: the field keeps its place until then.
                  disabled={speakers.length === 0}
                  options={
                    speakers.length
                      ? deviceOptions(speakers, t`Speaker`)
                      : [{ value: 'default', label: t`None found` }]
                  }
                  onChange={(event) => {
                    const speaker = event.currentTarget.value;
                    remember({ ...remembered, speaker });
                    playPageOn(speaker);
                  }}
                />
              </chakra.div>
            )}
            <TestSound />
          </chakra.div>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" pt="2">
            {onBack && (
              <Button variant="outline" onClick={onBack}>
                <Trans>Back</Trans>
              </Button>
            )}
            <Button
              ref={joinButton}
              flex="1"
              size="lg"
              data-testid="join"
              onClick={() => onJoin({ microphone: !muted, camera: cameraOn })}
            >
              {joinLabel}
              {!lookOnly && <ArrowRight aria-hidden />}
            </Button>
          </chakra.div>
          {skippable && (
            <Checkbox checked={skip} onChange={(event) => setSkip(event.currentTarget.checked)}>
              <Trans>Skip this screen next time</Trans>
            </Checkbox>
          )}
        </chakra.section>
      </chakra.div>
    </chakra.div>
  );
};

const TestSound = () => {
  const { t } = useLingui();
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const stop = playTone('incoming');
    const timer = setTimeout(() => setPlaying(false), TEST_SOUND_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [playing]);
  return (
    // In line with the field beside it, which keeps room for a message.
    <chakra.span mb="1.5">
      <Button
        variant="outline"
        minH="12"
        aria-label={t`Play a test sound`}
        aria-pressed={playing}
        data-testid="test-sound"
        onClick={() => setPlaying(!playing)}
      >
        <Volume2 aria-hidden />
        <Trans>Test</Trans>
      </Button>
    </chakra.span>
  );
};

export default Preview;
