import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

/** The page was loaded in the middle of a call: what is going on until the call is shown, and a way out of it. */
export const ReturningView = ({ onEnd }: { readonly onEnd: () => void }) => {
  const { t } = useLingui();
  return (
    <Stage label={t`Call`}>
      <StageMessage>
        <Spinner size="2rem" />
        <chakra.h1 textStyle="heading" role="status" data-testid="returning">
          <Trans>Returning to your call…</Trans>
        </chakra.h1>
        <Button variant="stage" onClick={onEnd} data-testid="end-returning">
          <Trans>End call</Trans>
        </Button>
      </StageMessage>
    </Stage>
  );
};
