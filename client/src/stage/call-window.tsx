import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { Maximize2, Mic, MicOff, PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/ui/avatar.tsx';
import { CallTimer } from './call-timer.tsx';
import { RecordedBadge } from './recording-notices.tsx';
import { StageButton } from './stage-button.tsx';

export interface CallWindowProps {
  readonly name: string;
  /** Null before anyone has answered. */
  readonly since: number | null;
  /** The other side, or the speaker; null: without a picture. */
  readonly picture: ReactNode;
  /** By anyone, on the server or in a browser. */
  readonly recorded: boolean;
  readonly muted: boolean;
  readonly hangUpLabel: string;
  readonly onMute: () => void;
  readonly onHangUp: () => void;
  readonly onReturn: () => void;
}

/** A call in small, over another page: whom it is with, and the way back to it. */
export const CallWindow = (props: CallWindowProps) => {
  const { name, since, picture, recorded, muted, hangUpLabel, onMute, onHangUp, onReturn } = props;
  const { t } = useLingui();
  return (
    <chakra.div
      data-testid="call-window"
      display="flex"
      flexDirection={{ base: 'row', md: 'column' }}
      alignItems={{ base: 'center', md: 'stretch' }}
      gap={{ base: '2', md: '0' }}
      p={{ base: '2', md: '0' }}
    >
      <chakra.div
        position="relative"
        flexShrink="0"
        width={{ base: '4.5rem', md: 'full' }}
        aspectRatio="16 / 9"
        borderRadius={{ base: 'md', md: '0' }}
        overflow="hidden"
        display="grid"
        placeItems="center"
        bg="stage.tile"
      >
        <Avatar name={name} size="2.25rem" />
        {picture}
      </chakra.div>
      <chakra.div
        flex="1"
        minW="0"
        display="flex"
        alignItems="center"
        gap="1.5"
        px={{ base: '0', md: '3' }}
        py={{ base: '0', md: '2' }}
      >
        <chakra.div flex="1" minW="0">
          <chakra.p textStyle="control" truncate>
            {name}
          </chakra.p>
          <chakra.div display="flex" alignItems="center" gap="2" textStyle="caption">
            <chakra.span opacity="0.85">{since !== null && <CallTimer since={since} />}</chakra.span>
            {recorded && <RecordedBadge />}
          </chakra.div>
        </chakra.div>
        <StageButton
          label={muted ? t`Unmute` : t`Mute`}
          variant={muted ? 'stageActive' : 'stage'}
          data-testid="toggle-microphone"
          onClick={onMute}
        >
          {muted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
        </StageButton>
        <StageButton label={t`Return to call`} data-testid="return-to-call" onClick={onReturn}>
          <Maximize2 aria-hidden />
        </StageButton>
        <StageButton label={hangUpLabel} variant="danger" data-testid="window-hang-up" onClick={onHangUp}>
          <PhoneOff aria-hidden />
        </StageButton>
      </chakra.div>
    </chakra.div>
  );
};
