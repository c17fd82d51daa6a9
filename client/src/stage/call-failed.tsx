import { chakra } from '@chakra-ui/react';
import { Trans } from '@lingui/react/macro';
import { PhoneOff, RotateCw } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { StageMessage } from './stage.tsx';

export interface CallFailedProps {
  readonly part: boolean;
  readonly onAgain: () => void;
  /** Ends the call, or closes the part. */
  readonly onEnd: (() => void) | undefined;
}

/** Replaces the screen of a call, or a part of it, after it has thrown. */
export const CallFailed = ({ part, onAgain, onEnd }: CallFailedProps) => (
  <StageMessage>
    {part ? (
      <chakra.p textStyle="subheading" role="alert" data-testid="call-part-failed">
        <Trans>This part of the page failed. Your call continues.</Trans>
      </chakra.p>
    ) : (
      <chakra.h1 textStyle="title" role="alert" data-testid="call-screen-failed">
        <Trans>This screen failed. Your call continues.</Trans>
      </chakra.h1>
    )}
    <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
      <Button onClick={onAgain} data-testid="show-call-again">
        <RotateCw aria-hidden />
        {part ? <Trans>Try again</Trans> : <Trans>Show the call</Trans>}
      </Button>
      {onEnd && (
        <Button variant={part ? 'stage' : 'danger'} onClick={onEnd}>
          {!part && <PhoneOff aria-hidden />}
          {part ? <Trans>Close</Trans> : <Trans>Leave the call</Trans>}
        </Button>
      )}
    </chakra.div>
  </StageMessage>
);
