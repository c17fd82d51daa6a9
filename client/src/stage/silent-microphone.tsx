import { Trans } from '@lingui/react/macro';
import { MicOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type LocalMediaSnapshot, liveTrack } from '#client/media/local-media.ts';
import { createSilenceMeter, createSilenceWatch, SILENCE_READ_MS } from '#client/media/silence.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { Menu, MenuChoice } from '#client/ui/menu.tsx';
import { whileVisible } from '#client/ui/while-visible.ts';
import { StageNotice } from './stage.tsx';
import { useDeviceChoices } from './use-device-choices.ts';

/** True while an unmuted microphone gives no sound. */
function useIsSilent(local: LocalMediaSnapshot | null): boolean {
  const track = local && !local.muted ? liveTrack(local.microphone) : null;
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!track) return;
    const meter = createSilenceMeter(track);
    const watch = createSilenceWatch();
    const stop = whileVisible(() => setSilent(watch.hear(meter.read())), SILENCE_READ_MS);
    return () => {
      stop();
      meter.close();
      setSilent(false);
    };
  }, [track]);
  return silent;
}

const SilentText = () => <Trans>Nothing is heard from your microphone.</Trans>;

export interface SilentMicrophoneProps {
  readonly local: LocalMediaSnapshot | null;
  readonly onChoose: (kind: 'microphone' | 'camera', deviceId: string) => void;
}

/** In a call: says that one is not heard, with the other microphones, until a sound comes. */
export const SilentMicrophone = ({ local, onChoose }: SilentMicrophoneProps) => {
  const silent = useIsSilent(local);
  return silent && <SilentNotice local={local} onChoose={onChoose} />;
};

const SilentNotice = ({ local, onChoose }: SilentMicrophoneProps) => {
  const { microphone } = useDeviceChoices(local, onChoose);
  const { label, value, options, onChange } = microphone;
  return (
    <StageNotice
      testId="silent-microphone"
      tone="warning"
      icon={<MicOff size={18} aria-hidden />}
      action={
        <Menu
          trigger={
            <Button variant="stageActive" size="sm" shape="pill">
              <Trans>Choose a microphone</Trans>
            </Button>
          }
        >
          <MenuChoice label={label} value={value} options={options} onChange={onChange} />
        </Menu>
      }
    >
      <SilentText />
    </StageNotice>
  );
};

/** Before a call, above the field in which another one is chosen. */
export const SilentMicrophoneBanner = ({ local }: Pick<SilentMicrophoneProps, 'local'>) =>
  useIsSilent(local) && (
    <Banner tone="warning">
      <SilentText />
    </Banner>
  );
