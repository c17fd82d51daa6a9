import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { Mic, MicOff, PhoneOff, TriangleAlert, Video, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CaptureState } from '#client/media/capture.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { singleKeysAtom } from '#client/ui/ui-state.ts';
import { BarButton, KIOSK_PLACE } from './bar-button.tsx';
import { BAR_GAP, BAR_NAME, LABELLED_BAR, LOW_WINDOW, TALL_KIOSK_BAR, WIDE_BAR } from './bar-width.ts';
import { browserFamily } from './browser-family.ts';
import { useIsKiosk } from './call-paths.ts';
import { DeviceMenu } from './device-menu.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LevelRing } from './level-ring.tsx';
import { MoreMenu, type MoreMenuProps } from './more-menu.tsx';

export interface ControlBarProps {
  /** `MediaControls`. */
  readonly children: ReactNode;
  /** Buttons of this kind of call (`Control`); where there is no space for them they belong into `more` too. */
  readonly extra?: ReactNode;
  /** What stands in the menu of everything else. */
  readonly more?: MoreMenuProps['groups'];
  /** `HangUpControl`. */
  readonly end: ReactNode;
}

/** The buttons of a call, in reach of a thumb. */
export const ControlBar = ({ children, extra, more, end }: ControlBarProps) => {
  const { t } = useLingui();
  const kiosk = useIsKiosk();
  return (
    <chakra.div
      role="group"
      aria-label={t`Call controls`}
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap={kiosk ? '0.75rem' : { base: BAR_GAP, sm: '4' }}
      flexWrap={kiosk ? 'wrap' : 'nowrap'}
      px={{ base: '2', sm: '4' }}
      pt="3"
      pb="max(1rem, env(safe-area-inset-bottom))"
      css={{
        containerName: BAR_NAME,
        containerType: 'inline-size',
        [LOW_WINDOW]: { paddingBlock: '0.375rem' },
      }}
    >
      <Together>{children}</Together>
      {(extra || more) && (
        <Together>
          {extra}
          {more && <MoreMenu groups={more} />}
        </Together>
      )}
      {end}
    </chakra.div>
  );
};

/** What belongs together stands closer together, where there is space to stand apart. */
const Together = ({ children }: { readonly children: ReactNode }) =>
  useIsKiosk() ? (
    children
  ) : (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={{ base: BAR_GAP, sm: '4' }}
      css={{ [WIDE_BAR]: { gap: '0.75rem', marginInlineEnd: '1rem' } }}
    >
      {children}
    </chakra.span>
  );

export interface ControlProps {
  readonly label: string;
  /** Below the icon where there is room; part of the label. */
  readonly word: string;
  readonly shortcut?: string;
  readonly active?: boolean;
  /** The id of the panel that it opens while it is active. */
  readonly controls?: string;
  readonly failed?: boolean | undefined;
  readonly danger?: boolean;
  readonly testId: string;
  readonly onClick: () => void;
  /** It is pointed at or focused: a press may follow in a moment. */
  readonly onMeant?: () => void;
  /** Drawn around the button. */
  readonly around?: ReactNode;
  readonly children: ReactNode;
}

const ringed = { borderRadius: 'full', [LABELLED_BAR]: { borderRadius: 'xl' } } as const;
const ringedOnKiosk = { ...KIOSK_PLACE, borderRadius: '2xl' } as const;
/** Unmistakable: as wide as two of the others, or a line of its own, with its word as large as its icon. */
const endOnKiosk = { flex: '0 1 17rem', [TALL_KIOSK_BAR]: { flex: '1 0 100%' } } as const;
const endButton = { [LABELLED_BAR]: { minWidth: '6.5rem' } } as const;
const endButtonOnKiosk = {
  maxWidth: 'none',
  flexDirection: 'row',
  gap: '0.75rem',
  '& svg': { width: '2.5rem', height: '2.5rem' },
  '& [data-testid=control-word]': { fontSize: '1.875rem' },
} as const;

/** One button of the bar; white while what it stands for is on and that is the exception. */
export const Control = ({
  label,
  word,
  shortcut,
  active,
  controls,
  failed,
  danger,
  testId,
  onClick,
  onMeant,
  around,
  children,
}: ControlProps) => {
  const shownKey = useAtomValue(singleKeysAtom) ? shortcut : undefined;
  const kiosk = useIsKiosk();
  return (
    <chakra.span
      position="relative"
      display="inline-flex"
      css={kiosk ? (danger ? endOnKiosk : ringedOnKiosk) : ringed}
    >
      <BarButton
        word={word}
        label={shownKey ? `${label} (${shownKey})` : label}
        aria-label={label}
        aria-keyshortcuts={shownKey}
        {...(controls && { 'aria-controls': controls, 'aria-expanded': active ?? false })}
        data-testid={testId}
        variant={danger ? 'danger' : active ? 'stageActive' : 'stage'}
        onClick={onClick}
        onPointerEnter={onMeant}
        onFocus={onMeant}
        {...(danger && {
          px: { base: 'min(1.25rem, 5cqi)', sm: '7' },
          aspectRatio: 'auto',
          css: kiosk ? endButtonOnKiosk : endButton,
        })}
      >
        {children}
      </BarButton>
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
};

const MutedHint = lazyPart(async () => (await import('./muted-hint.tsx')).MutedHint);

/** Firefox closes a muted microphone, whose light then goes out: it stays closed. What Safari does differs by version. */
const canListenWhileMuted = (): boolean =>
  browserFamily(navigator.userAgent, navigator.maxTouchPoints) === 'chromium';

const works = (state: CaptureState | undefined): boolean =>
  state?.status === 'live' || state?.status === 'starting';

export interface MediaControlsProps {
  /** Null while no device is open. */
  readonly local: LocalMediaSnapshot | null;
  /** What is on and does not reach the others; by default nothing. */
  readonly unsent?: { readonly microphone: boolean; readonly camera: boolean };
  readonly onMute: () => void;
  /** Null: no camera may be shown. */
  readonly onCamera: (() => void) | null;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** Mute, camera and the choice of both; white where one is not heard or seen. */
export const MediaControls = ({ local, unsent, onMute, onCamera, onChoose }: MediaControlsProps) => {
  const { t } = useLingui();
  const heard = works(local?.microphone) && !local?.muted;
  const seen = works(local?.camera);
  const microphone = local?.microphone.status === 'live' ? local.microphone.track : null;
  return (
    <>
      <Control
        testId="toggle-microphone"
        label={heard ? t`Mute` : t`Unmute`}
        word={heard ? t`Mute` : t`Unmute`}
        shortcut="M"
        active={!heard}
        failed={local?.microphone.status === 'failed' || unsent?.microphone}
        onClick={onMute}
        around={
          microphone &&
          (heard ? (
            <LevelRing track={microphone} />
          ) : (
            canListenWhileMuted() && <MutedHint track={microphone} />
          ))
        }
      >
        {heard ? <Mic aria-hidden /> : <MicOff aria-hidden />}
      </Control>
      {onCamera && (
        <Control
          testId="toggle-camera"
          label={seen ? t`Turn camera off` : t`Turn camera on`}
          word={t`Camera`}
          shortcut="V"
          active={!seen}
          failed={local?.camera.status === 'failed' || unsent?.camera}
          onClick={onCamera}
        >
          {seen ? <Video aria-hidden /> : <VideoOff aria-hidden />}
        </Control>
      )}
      <DeviceMenu local={local} mayShowCamera={onCamera !== null} onChoose={onChoose} />
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
  <Control testId={testId} label={label} word={label} danger onClick={onClick}>
    <PhoneOff aria-hidden />
  </Control>
);
