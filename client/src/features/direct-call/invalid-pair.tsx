import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Unlink } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useCallPaths } from '#client/stage/call-paths.ts';
import { Stage, StageMessage } from '#client/stage/stage.tsx';
import { Button } from '#client/ui/button.tsx';

export const InvalidPair = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const paths = useCallPaths();
  return (
    <Stage label={t`Call`}>
      <StageMessage>
        <Unlink size={40} aria-hidden />
        <chakra.h1 textStyle="title">
          <Trans>Invalid pair information.</Trans>
        </chakra.h1>
        <Button variant="stage" onClick={() => navigate(paths.directHome)}>
          <Trans>Back</Trans>
        </Button>
      </StageMessage>
    </Stage>
  );
};
