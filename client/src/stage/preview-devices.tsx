import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Volume2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { playTone } from '#client/media/tones.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LevelBar } from './level-bar.tsx';
import { type DeviceChoices, useDeviceChoices } from './use-device-choices.ts';

const SilentMicrophoneBanner = lazyPart(
  async () => (await import('./silent-microphone.tsx')).SilentMicrophoneBanner,
);

/** Long enough to hear where it comes from. */
const TEST_SOUND_MS = 2_600;

export interface PreviewDevicesProps {
  readonly local: LocalMediaSnapshot | null;
  readonly mayShowCamera: boolean;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** With which devices one comes in, and whether they work. */
export const PreviewDevices = ({ local, mayShowCamera, onChoose }: PreviewDevicesProps) => {
  const { microphone, camera, speaker } = useDeviceChoices(local, onChoose);
  return (
    <>
      {mayShowCamera && <DeviceField choices={camera} />}
      {local?.microphone.status === 'live' && <SilentMicrophoneBanner local={local} />}
      <chakra.div>
        <DeviceField choices={microphone} />
        <LevelBar track={local && liveTrack(local.microphone)} muted={local?.muted ?? false} />
      </chakra.div>
      <chakra.div display="flex" alignItems="flex-end" gap="3">
        {speaker && (
          <chakra.div flex="1" minW="0">
            <DeviceField choices={speaker} />
          </chakra.div>
        )}
        <TestSound />
      </chakra.div>
    </>
  );
};

const DeviceField = ({ choices }: { readonly choices: DeviceChoices }) => {
  const { t } = useLingui();
  const { label, value, last, options, onChange } = choices;
  const found = options.length > 0;
  return (
    <SelectField
      label={label}
      value={value || last}
      // They are known once the microphone is allowed: the field keeps its place until then.
      disabled={!found}
      options={found ? options : [{ value: value || last, label: t`None found` }]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
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
        onClick={() => setPlaying(!playing)}
      >
        <Volume2 aria-hidden />
        <Trans>Test</Trans>
      </Button>
    </chakra.span>
  );
};
