import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Mic, MicOff, PhoneOff, TriangleAlert, Video, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CaptureState } from '#client/media/capture.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { DeviceMenu } from './device-menu.tsx';
import { LevelRing } from './level-ring.tsx';

/** The buttons of a call, in reach of a thumb. */
export const ControlBar = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useLingui();
  return (
    <chakra.div
      role="toolbar"
      aria-label={t`Call controls`}
      flexShrink="0"
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap={{ base: '3', sm: '4' }}
      px="4"
      pt="3"
      pb="max(1rem, env(safe-area-inset-bottom))"
    >
      {children}
    </chakra.div>
  );
};

interface ControlProps {
  readonly label: string;
  readonly shortcut?: string;
  readonly active?: boolean;
  readonly failed?: boolean;
  readonly danger?: boolean;
  readonly testId: string;
  readonly onClick: () => void;
  /** Drawn around the button. */
  readonly around?: ReactNode;
  readonly children: ReactNode;
}

const Control = ({
  label,
  shortcut,
  active,
  failed,
  danger,
  testId,
  onClick,
  around,
  children,
}: ControlProps) => (
  <chakra.span position="relative" display="inline-flex">
    <IconButton
      label={shortcut ? `${label} (${shortcut})` : label}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      data-testid={testId}
      variant={danger ? 'danger' : active ? 'stageActive' : 'stage'}
      size="lg"
      shape="round"
      onClick={onClick}
      {...(danger && { px: '7', aspectRatio: 'auto' })}
    >
      {children}
    </IconButton>
    {around}
    {failed && (
      <chakra.span
        aria-hidden
        position="absolute"
        top="-1"
        insetEnd="-1"
        display="grid"
        placeItems="center"
        width="5"
        height="5"
        borderRadius="full"
        bg="#E3B34C"
        color="#1B1405"
      >
        <TriangleAlert size={12} strokeWidth={2.75} />
      </chakra.span>
    )}
  </chakra.span>
);

const works = (state: CaptureState | undefined): boolean =>
  state?.status === 'live' || state?.status === 'starting';

export interface MediaControlsProps {
  /** Null while no device is open. */
  readonly local: LocalMediaSnapshot | null;
  readonly onMute: () => void;
  readonly onCamera: () => void;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** Mute, camera and the choice of both; white where one is not heard or seen. */
export const MediaControls = ({ local, onMute, onCamera, onChoose }: MediaControlsProps) => {
  const { t } = useLingui();
  const heard = works(local?.microphone) && !local?.muted;
  const seen = works(local?.camera);
  const microphone = local?.microphone.status === 'live' ? local.microphone.track : null;
  return (
    <>
      <Control
        testId="toggle-microphone"
        label={heard ? t`Mute` : t`Unmute`}
        shortcut="M"
        active={!heard}
        failed={local?.microphone.status === 'failed'}
        onClick={onMute}
        around={heard && microphone && <LevelRing track={microphone} />}
      >
        {heard ? <Mic aria-hidden /> : <MicOff aria-hidden />}
      </Control>
      <Control
        testId="toggle-camera"
        label={seen ? t`Turn camera off` : t`Turn camera on`}
        shortcut="V"
        active={!seen}
        failed={local?.camera.status === 'failed'}
        onClick={onCamera}
      >
        {seen ? <Video aria-hidden /> : <VideoOff aria-hidden />}
      </Control>
      <DeviceMenu local={local} onChoose={onChoose} />
    </>
  );
};

export const HangUpControl = ({
  label,
  testId,
  onClick,
}: {
  readonly label: string;
  readonly testId: string;
  readonly onClick: () => void;
}) => (
  <Control testId={testId} label={label} danger onClick={onClick}>
    <PhoneOff aria-hidden />
  </Control>
);
