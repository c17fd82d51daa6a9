import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Settings2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CaptureState } from '#client/media/capture.ts';
import { type Devices, watchDevices } from '#client/media/devices.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuChoice, MenuSeparator } from '#client/ui/menu.tsx';

const nothing: Devices = { cameras: [], microphones: [], speakers: [] };

/** The machine's devices; read again once permission was given, when their names are known. */
function useDevices(permitted: boolean): Devices {
  const [devices, setDevices] = useState(nothing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a permission makes the names known.
  useEffect(() => {
    const list = watchDevices();
    const end = list.subscribe(() => setDevices(list.get()));
    return () => {
      end();
      list.close();
    };
  }, [permitted]);
  return devices;
}

const deviceOf = (state: CaptureState | undefined): string =>
  state?.status === 'live' ? (state.deviceId ?? '') : '';

export interface DeviceMenuProps {
  readonly local: LocalMediaSnapshot | null;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** Which microphone and which camera; a change takes effect at once. */
export const DeviceMenu = ({ local, onChoose }: DeviceMenuProps) => {
  const { t } = useLingui();
  const permitted = local?.microphone.status === 'live' || local?.camera.status === 'live';
  const { microphones, cameras } = useDevices(permitted);
  const options = (devices: readonly MediaDeviceInfo[], unnamed: string) =>
    devices.map((device, index) => ({
      value: device.deviceId,
      label: device.label || `${unnamed} ${index + 1}`,
    }));
  return (
    <Menu
      placement="top"
      trigger={
        <IconButton label={t`Devices`} variant="stage" size="lg" shape="round" data-testid="devices">
          <Settings2 aria-hidden />
        </IconButton>
      }
    >
      <Heading>
        <Trans>Microphone</Trans>
      </Heading>
      <MenuChoice
        label={t`Microphone`}
        value={deviceOf(local?.microphone)}
        options={options(microphones, t`Microphone`)}
        onChange={(deviceId) => onChoose('microphone', deviceId)}
      />
      <MenuSeparator />
      <Heading>
        <Trans>Camera</Trans>
      </Heading>
      <MenuChoice
        label={t`Camera`}
        value={deviceOf(local?.camera)}
        options={options(cameras, t`Camera`)}
        onChange={(deviceId) => onChoose('camera', deviceId)}
      />
    </Menu>
  );
};

const Heading = ({ children }: { readonly children: React.ReactNode }) => (
  <chakra.p aria-hidden px="3" pt="1.5" pb="1" textStyle="caption" color="ink.muted">
    {children}
  </chakra.p>
);
