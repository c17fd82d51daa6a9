import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Stage } from '#client/stage/stage.tsx';
import { WaitingForCall } from '#client/stage/waiting-for-call.tsx';
import { Button } from '#client/ui/button.tsx';

/** The page was loaded in the middle of a call: what is going on until the call is shown, and a way out of it. */
export const ReturningView = ({ onEnd }: { readonly onEnd: () => void }) => {
  const { t } = useLingui();
  return (
    <Stage label={t`Call`}>
      <WaitingForCall
        wayOut={
          <Button variant="stage" onClick={onEnd}>
            <Trans>End call</Trans>
          </Button>
        }
      >
        <chakra.h1 textStyle="heading" role="status" data-testid="returning">
          <Trans>Returning to your call…</Trans>
        </chakra.h1>
      </WaitingForCall>
    </Stage>
  );
};
