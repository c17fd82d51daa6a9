import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, RotateCw, TriangleAlert } from 'lucide-react';
import { ClientError } from '#client/client-error.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useWait } from '#client/ui/waiting.tsx';
import { AppError } from '#protocol/app-error.ts';
import { reload } from './splash.tsx';

export interface ErrorScreenProps {
  readonly error: unknown;
  /** A call goes on in a small window. */
  readonly inCall: boolean;
  /** Shows the screen again. */
  readonly onAgain: () => void;
}

/** What happened, whether a call goes on, and what to do. */
export const ErrorScreen = ({ error, inCall, onAgain }: ErrorScreenProps) => {
  const { t, i18n } = useLingui();
  const known = error instanceof ClientError || error instanceof AppError;
  const missing = known && (error.code === 'chunk-load-failed' || error.code === 'network');
  const [wait, tryNow] = useWait(inCall ? onAgain : reload, missing);
  const queryClient = useQueryClient();
  const again = () => {
    // What the screen was made of may be what it failed at.
    queryClient.removeQueries({ type: 'inactive' });
    onAgain();
  };
  const title = !missing
    ? t`This page stopped working`
    : wait !== 'away'
      ? t`Couldn’t load this page`
      : navigator.onLine
        ? t`Can’t reach the server`
        : t`You’re offline`;
  useDocumentTitle(title);
  return (
    <chakra.div minH="60dvh" display="grid" placeItems="center" role="alert">
      <EmptyState
        icon={missing ? <CloudOff aria-hidden /> : <TriangleAlert aria-hidden />}
        title={title}
        titleAs="h1"
        action={
          <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="3">
            <Button onClick={missing ? tryNow : again} data-testid="show-page-again">
              <Trans>Try again</Trans>
            </Button>
            <Button variant="outline" onClick={reload}>
              <RotateCw aria-hidden />
              <Trans>Reload</Trans>
            </Button>
          </chakra.div>
        }
      >
        {missing ? (
          wait === 'away' ? (
            <Trans>Check your connection. This page reconnects automatically.</Trans>
          ) : (
            <Trans>Check your connection, then reload.</Trans>
          )
        ) : known ? (
          i18n._(textOfError(error))
        ) : (
          <Trans>A fault in Hibiki stopped it. Try again, or reload the page.</Trans>
        )}{' '}
        {inCall && <Trans>Your call continues.</Trans>}
      </EmptyState>
    </chakra.div>
  );
};
