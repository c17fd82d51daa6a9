import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { textOfError } from '#client/i18n/error-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

export interface LoadingFailedProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** What it is; before the reason. */
  readonly children?: ReactNode;
}

/** In the place of what could not be loaded. */
export const LoadingFailed = ({ error, onRetry, children }: LoadingFailedProps) => {
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
        {children} {i18n._(textOfError(error))}
      </Banner>
    </chakra.div>
  );
};
