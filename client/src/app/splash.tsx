import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { LOADING } from '#client/ui/skeleton.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

export interface SplashProps {
  /** The server has not answered so far; it is asked again. */
  readonly unanswered?: boolean;
}

/** Until the first screen is there. */
export const Splash = ({ unanswered = false }: SplashProps) => {
  const { t } = useLingui();
  return (
    <chakra.div
      {...{ [LOADING]: true }}
      minH="100dvh"
      display="grid"
      alignContent="center"
      justifyItems="center"
      gap="4"
      color="primary"
    >
      <Spinner size="2.5rem" label={t`Loading`} />
      <chakra.p role="status" color="ink.muted">
        {unanswered && <Trans>Can’t reach the server</Trans>}
      </chakra.p>
    </chakra.div>
  );
};
