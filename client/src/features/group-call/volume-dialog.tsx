import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Volume2, VolumeX } from 'lucide-react';
import { canSetVolume } from '#client/stage/loudspeaker.ts';
import { Slider } from '#client/stage/slider.tsx';
import { useNamedInCall } from '#client/stage/use-named-in-call.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useHeardVolume, useSetHeardVolume } from './heard-volume.ts';
import type { Person } from './people.ts';

/**
 * More than the whole needs Web Audio, which takes the sound off the chosen speaker in Firefox and Safari and past the echo
 * cancellation of some browsers. The volume of an element works everywhere.
 */
const FULL_PERCENT = 100;
const STEP_PERCENT = 5;

export interface VolumeDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** How loud one hears someone; no one else notices. */
const VolumeDialog = ({ person, onClose }: VolumeDialogProps) => {
  const { t } = useLingui();
  const name = useNamedInCall()(person);
  const setVolume = useSetHeardVolume();
  const percent = Math.round(useHeardVolume(person.party) * FULL_PERCENT);
  const silent = percent === 0;
  const text = silent ? t`Muted for you` : `${percent}%`;
  const set = (next: number) => setVolume(person.party, next / FULL_PERCENT);
  return (
    <Dialog
      title={t`Volume of ${name}`}
      width="24rem"
      onClose={onClose}
      actions={
        <>
          <Button
            variant="outline"
            aria-pressed={silent}
            data-testid="mute-for-me"
            onClick={() => set(silent ? FULL_PERCENT : 0)}
          >
            {silent ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
            {silent ? <Trans>Unmute for me</Trans> : <Trans>Mute for me</Trans>}
          </Button>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <chakra.div display="flex" alignItems="center" gap="3" color="ink">
        <Slider
          label={t`Volume of ${name}`}
          valueText={text}
          min={0}
          max={FULL_PERCENT}
          step={canSetVolume() ? STEP_PERCENT : FULL_PERCENT}
          value={percent}
          onChange={set}
        />
        <chakra.span aria-hidden minW="7rem" textAlign="end" fontVariantNumeric="tabular-nums">
          {text}
        </chakra.span>
      </chakra.div>
      <chakra.p mt="3">
        <Trans>Only you hear the difference. It lasts until you leave the call.</Trans>
      </chakra.p>
    </Dialog>
  );
};
export default VolumeDialog;
