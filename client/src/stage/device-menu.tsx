import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { Settings2 } from 'lucide-react';
import type { CaptureState } from '#client/media/capture.ts';
import type { LocalMediaSnapshot } from '#client/media/local-media.ts';
import { IconButton } from '#client/ui/icon-button.tsx';
import { Menu, MenuChoice, MenuSeparator } from '#client/ui/menu.tsx';
import { BAR_BUTTON } from './bar-width.ts';
import { devicesAtom } from './device-choice.ts';
import { canChooseSpeaker, playPageOn } from './speaker.ts';
import { deviceOptions, useDevices } from './use-devices.ts';

const deviceOf = (state: CaptureState | undefined): string =>
  state?.status === 'live' ? (state.deviceId ?? '') : '';

export interface DeviceMenuProps {
  readonly local: LocalMediaSnapshot | null;
  /** Whether a camera may be shown: otherwise there is none to choose. */
  readonly mayShowCamera: boolean;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** Which microphone, camera and speaker; a change takes effect at once, and the next call begins with it. */
export const DeviceMenu = ({ local, mayShowCamera, onChoose }: DeviceMenuProps) => {
  const { t } = useLingui();
  const permitted = local?.microphone.status === 'live' || local?.camera.status === 'live';
  const { microphones, cameras, speakers } = useDevices(permitted);
  const [remembered, remember] = useAtom(devicesAtom);
  const choose = (kind: 'microphone' | 'camera', deviceId: string) => {
    remember({ ...remembered, [kind]: deviceId });
    onChoose(kind, deviceId);
  };
  return (
    <Menu
      placement="top"
      trigger={
        <IconButton
          label={t`Devices`}
          variant="stage"
          size="lg"
          minH={BAR_BUTTON}
          shape="round"
          data-testid="devices"
        >
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
        options={deviceOptions(microphones, t`Microphone`)}
        onChange={(deviceId) => choose('microphone', deviceId)}
      />
      {mayShowCamera && (
        <>
          <MenuSeparator />
          <Heading>
            <Trans>Camera</Trans>
          </Heading>
          <MenuChoice
            label={t`Camera`}
            value={deviceOf(local?.camera)}
            options={deviceOptions(cameras, t`Camera`)}
            onChange={(deviceId) => choose('camera', deviceId)}
          />
        </>
      )}
      {canChooseSpeaker() && speakers.length > 0 && (
        <>
          <MenuSeparator />
          <Heading>
            <Trans>Speaker</Trans>
          </Heading>
          <MenuChoice
            label={t`Speaker`}
            value={remembered.speaker ?? 'default'}
            options={deviceOptions(speakers, t`Speaker`)}
            onChange={(speaker) => {
              remember({ ...remembered, speaker });
              playPageOn(speaker);
            }}
          />
        </>
      )}
    </Menu>
  );
};

const Heading = ({ children }: { readonly children: React.ReactNode }) => (
  <chakra.p aria-hidden px="3" pt="1.5" pb="1" textStyle="caption" color="ink.muted">
    {children}
  </chakra.p>
);
