import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Headset } from 'lucide-react';
import { Fragment } from 'react';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { Menu, MenuChoice, MenuSeparator } from '#client/ui/menu.tsx';
import { BarButton } from './bar-button.tsx';
import { useDeviceChoices } from './use-device-choices.ts';

export interface DeviceMenuProps {
  readonly local: LocalMediaSnapshot | null;
  /** Whether a camera may be shown: otherwise there is none to choose. */
  readonly mayShowCamera: boolean;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** Which microphone, camera and speaker. */
export const DeviceMenu = ({ local, mayShowCamera, onChoose }: DeviceMenuProps) => {
  const { t } = useLingui();
  const label = t({ message: 'Devices', context: 'call' });
  const { microphone, camera, speaker } = useDeviceChoices(local, onChoose);
  const shown = [
    microphone,
    ...(mayShowCamera && camera.options.length > 0 ? [camera] : []),
    ...(speaker && speaker.options.length > 0 ? [speaker] : []),
  ];
  return (
    <Menu
      placement="top"
      trigger={
        <BarButton label={label} word={t({ message: 'Devices', context: 'call bar' })} data-testid="devices">
          <Headset aria-hidden />
        </BarButton>
      }
    >
      {shown.map(({ label, value, options, onChange }, index) => (
        <Fragment key={label}>
          {index > 0 && <MenuSeparator />}
          <chakra.p aria-hidden px="3" pt="1.5" pb="1" textStyle="caption" color="ink.muted">
            {label}
          </chakra.p>
          <MenuChoice label={label} value={value} options={options} onChange={onChange} />
        </Fragment>
      ))}
    </Menu>
  );
};
