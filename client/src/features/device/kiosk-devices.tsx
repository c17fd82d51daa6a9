import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { playTone } from '#client/media/tones.ts';
import { type DeviceMemory, devicesAtom, volumeAtom } from '#client/stage/device-choice.ts';
import { canChooseSpeaker, playPageOn } from '#client/stage/loudspeaker.ts';
import { Slider } from '#client/stage/slider.tsx';
import { deviceOptions, useDevices } from '#client/stage/use-devices.ts';
import { Field } from '#client/ui/field.tsx';
import { SelectField } from '#client/ui/select-field.tsx';

/** Camera, microphone, speaker and volume of the calls to come. */
export const KioskDevices = () => {
  const { t, i18n } = useLingui();
  const { cameras, microphones, speakers } = useDevices(true);
  const [chosen, choose] = useAtom(devicesAtom);
  const [volume, setVolume] = useAtom(volumeAtom);
  const field = (kind: keyof DeviceMemory, label: string, devices: readonly MediaDeviceInfo[]) => (
    <SelectField
      label={label}
      value={chosen[kind] ?? ''}
      options={[
        { value: '', label: t`Browser default` },
        ...deviceOptions(
          devices.filter(({ deviceId }) => deviceId !== 'default'),
          label,
        ),
      ]}
      onChange={(event) => {
        const id = event.currentTarget.value || null;
        choose({ ...chosen, [kind]: id });
        if (kind === 'speaker') playPageOn(id);
      }}
    />
  );
  const loudness = i18n.number(volume, { style: 'percent' });
  return (
    <chakra.div display="grid" gap="3" color="ink" data-testid="kiosk-devices">
      {field('camera', t`Camera`, cameras)}
      {field('microphone', t`Microphone`, microphones)}
      {canChooseSpeaker() && field('speaker', t`Speaker`, speakers)}
      <Field label={t`Volume`} aside={loudness} reserve={false}>
        {() => (
          <Slider
            label={t`Volume`}
            valueText={loudness}
            min={0.1}
            max={1}
            step={0.1}
            value={volume}
            onChange={(value) => {
              setVolume(value);
              // Heard at once: how loud it is here.
              playTone('ended', value);
            }}
          />
        )}
      </Field>
    </chakra.div>
  );
};
