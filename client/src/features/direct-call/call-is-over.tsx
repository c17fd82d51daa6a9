import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { endText } from './end-text.tsx';

export interface CallIsOverProps {
  /** The page could not return to it, and how it has ended is not known. */
  readonly lost?: boolean;
  readonly onBack: () => void;
  readonly onCallAgain: (() => void) | undefined;
}

/** Nothing is known of the call any more: the page was reloaded, or someone else has signed in. */
export const CallIsOver = ({ lost = false, onBack, onCallAgain }: CallIsOverProps) => {
  const { t, i18n } = useLingui();
  const { title, hint } = endText({ kind: 'reason', reason: lost ? 'connection-lost' : 'hung-up' }, '');
  return (
    <Stage label={t`Call`}>
      <StageMessage>
        <chakra.h1 textStyle="title" data-testid="call-ended">
          {i18n._(title)}
        </chakra.h1>
        {hint && (
          <chakra.p color="stage.muted" maxW="30rem">
            {i18n._(hint)}
          </chakra.p>
        )}
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3" mt="4">
          <Button variant="stage" onClick={onBack} data-testid="back">
            <Trans>Back</Trans>
          </Button>
          {onCallAgain && (
            <Button onClick={onCallAgain} data-testid="call-again">
              <Trans>Call again</Trans>
            </Button>
          )}
        </chakra.div>
      </StageMessage>
    </Stage>
  );
};
