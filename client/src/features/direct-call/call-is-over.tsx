import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';

/** Nothing is known of the call any more: the page was reloaded, or someone else has signed in. */
export const CallIsOver = ({
  onBack,
  onCallAgain,
}: {
  readonly onBack: () => void;
  readonly onCallAgain: (() => void) | undefined;
}) => {
  const { t } = useLingui();
  return (
    <Stage label={t`Call`}>
      <StageMessage>
        <chakra.h1 textStyle="title" data-testid="call-ended">
          <Trans>The call has ended</Trans>
        </chakra.h1>
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
