import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { askForZoom, type CameraZoom, cameraZoomOf, setCameraZoom } from '#client/media/camera-zoom.ts';
import { Slider } from './slider.tsx';
import { StageButton } from './stage-button.tsx';

export interface CameraZoomPanelProps {
  readonly track: MediaStreamTrack;
  /** The same camera must be opened again, now with permission to zoom. */
  readonly onAllowed: (deviceId: string) => void;
  readonly onClose: () => void;
}

/** The camera's own zoom, which the others see too. */
const CameraZoomPanel = ({ track, onAllowed, onClose }: CameraZoomPanelProps) => {
  const { t } = useLingui();
  const range = cameraZoomOf(track);
  const [asked, setAsked] = useState(range !== null);
  const ask = useEffectEvent(async () => {
    if (asked) return;
    const can = await askForZoom(track);
    setAsked(true);
    const { deviceId } = track.getSettings();
    if (can && deviceId !== undefined) onAllowed(deviceId);
  });
  useEffect(() => {
    void ask();
  }, []);
  return (
    <chakra.section
      aria-label={t`Camera zoom`}
      data-testid="camera-zoom"
      flexShrink="0"
      alignSelf="center"
      display="flex"
      alignItems="center"
      gap="3"
      width="min(26rem, calc(100% - 1.5rem))"
      mt="2"
      ps="4"
      pe="2"
      py="1.5"
      borderRadius="xl"
      bg="stage.control"
      animation="rise 200ms"
    >
      <chakra.span textStyle="small" whiteSpace="nowrap">
        {t`Camera zoom`}
      </chakra.span>
      {range ? (
        <Lens key={track.id} track={track} range={range} />
      ) : (
        <chakra.span role="status" flex="1" textStyle="small" color="stage.muted">
          {asked && <Trans>This camera can’t zoom.</Trans>}
        </chakra.span>
      )}
      <StageButton label={t`Close`} onClick={onClose}>
        <X aria-hidden />
      </StageButton>
    </chakra.section>
  );
};

const Lens = ({ track, range }: { readonly track: MediaStreamTrack; readonly range: CameraZoom }) => {
  const { t } = useLingui();
  const [value, setValue] = useState(range.value);
  return (
    <Slider
      label={t`Camera zoom`}
      valueText={String(value)}
      min={range.min}
      max={range.max}
      step={range.step}
      value={value}
      onChange={(next) => {
        setValue(next);
        void setCameraZoom(track, next);
      }}
    />
  );
};

export default CameraZoomPanel;
