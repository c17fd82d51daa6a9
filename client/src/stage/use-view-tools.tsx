import { useLingui } from '@lingui/react/macro';
import {
  Keyboard,
  Languages,
  Maximize,
  Minimize,
  PictureInPicture2,
  SwitchCamera,
  ZoomIn,
} from 'lucide-react';
import { useState } from 'react';
import type { MediaControls } from '#client/call/media-controls.ts';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { cameraZoomOf, canAskForZoom } from '#client/media/camera-zoom.ts';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import { TOUCH_ONLY } from '#client/ui/touch-only.ts';
import { useMediaQuery } from '#client/ui/use-media-query.ts';
import { useShortcuts } from './call-shortcuts.ts';
import { lazyPart } from './lazy-part.tsx';
import type { MoreItem } from './more-menu.tsx';
import { useDevices } from './use-devices.ts';
import { canFullscreen, useFullscreen } from './use-fullscreen.ts';
import { canPictureInPicture, usePictureInPicture } from './use-picture-in-picture.ts';

const HelpSheet = lazyPart(async () => (await import('./help-sheet.tsx')).default);
const CameraZoomPanel = lazyPart(async () => (await import('./camera-zoom.tsx')).default);

export interface ViewToolsOptions {
  readonly call: Pick<MediaControls, 'switchCamera' | 'choose'>;
  readonly local: LocalMediaSnapshot | null;
  /** Whose picture is in front. */
  readonly front: MediaStreamTrack | null;
}

/** How a call looks, which keys it has, and in which language. */
export function useViewTools({ call, local, front }: ViewToolsOptions) {
  const { t } = useLingui();
  const [sheet, setSheet] = useState(false);
  const [zooming, setZooming] = useState(false);
  const other = useLanguage() === 'ja' ? 'en' : 'ja';
  const touchOnly = useMediaQuery(TOUCH_ONLY);
  const { fullscreen, toggle: toggleFullscreen } = useFullscreen();
  const pictureInPicture = usePictureInPicture(front, () =>
    showSnackbar('warning', t`Your browser didn’t open a small window.`),
  );
  const camera = local ? liveTrack(local.camera) : null;
  const { cameras } = useDevices(camera !== null);
  const mayZoom = camera !== null && (canAskForZoom() || cameraZoomOf(camera) !== null);
  useShortcuts([
    ...(canFullscreen()
      ? [{ key: 'f', label: t`Full screen`, scope: 'picture', run: toggleFullscreen } as const]
      : []),
    { key: '?', label: t`Show keyboard shortcuts`, scope: 'call', run: () => setSheet(true) },
  ]);

  const items: MoreItem[] = [];
  if (camera && cameras.length > 1) {
    items.push({
      id: 'switch-camera',
      icon: <SwitchCamera aria-hidden />,
      label: t`Switch camera`,
      onSelect: call.switchCamera,
    });
  }
  if (mayZoom) {
    items.push({
      id: 'camera-zoom',
      icon: <ZoomIn aria-hidden />,
      label: t`Camera zoom`,
      onSelect: () => setZooming(true),
    });
  }
  if (canFullscreen()) {
    items.push({
      id: 'fullscreen',
      icon: fullscreen ? <Minimize aria-hidden /> : <Maximize aria-hidden />,
      label: fullscreen ? t`Leave full screen` : t`Full screen`,
      shortcut: 'F',
      onSelect: toggleFullscreen,
    });
  }
  if (canPictureInPicture()) {
    items.push({
      id: 'picture-in-picture',
      icon: <PictureInPicture2 aria-hidden />,
      label: pictureInPicture.active ? t`Close the small window` : t`Picture-in-picture`,
      disabled: !front && !pictureInPicture.active,
      hint: front || pictureInPicture.active ? undefined : t`No one else is visible right now.`,
      onSelect: pictureInPicture.toggle,
    });
  }
  if (!touchOnly) {
    items.push({
      id: 'shortcuts',
      icon: <Keyboard aria-hidden />,
      label: t`Keyboard shortcuts`,
      shortcut: '?',
      onSelect: () => setSheet(true),
    });
  }
  items.push({
    id: 'language',
    icon: <Languages aria-hidden />,
    label: languageNames[other],
    lang: other,
    onSelect: () => void chooseLanguage(other),
  });

  return {
    items,
    panels: (
      <>
        {zooming && camera && (
          <CameraZoomPanel
            track={camera}
            onAllowed={(deviceId) => call.choose('camera', deviceId)}
            onClose={() => setZooming(false)}
          />
        )}
        {sheet && <HelpSheet onClose={() => setSheet(false)} />}
      </>
    ),
  };
}
