import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';

export interface LoadingFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In the place of what could not be loaded. */
export const LoadingFailed = ({ error, onRetry }: LoadingFailedProps) => {
  const { i18n } = useLingui();
  return (
    <chakra.div p="4">
      <Banner
        tone="error"
        action={
          <div>
            <Button size="sm" variant="outline" onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          </div>
        }
      >
        {i18n._(textOfError(error))}
      </Banner>
    </chakra.div>
  );
};
