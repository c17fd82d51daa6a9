import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, RotateCw } from 'lucide-react';
import { ClientError } from '#client/client-error.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { useServerAway } from './use-server-away.ts';

/** In the place of a screen that could not be shown. A reload gets newer chunks too, after a deployment. */
export const ErrorScreen = ({ error }: { readonly error: unknown }) => {
  const { t, i18n } = useLingui();
  const chunk = error instanceof ClientError && error.code === 'chunk-load-failed';
  const away = useServerAway(chunk || (error instanceof ClientError && error.code === 'network'));
  const title = away
    ? navigator.onLine
      ? t`Can’t reach the server`
      : t`You’re offline`
    : chunk
      ? t`Couldn’t load this page`
      : t`Something went wrong`;
  const advice = away
    ? t`Check your connection. This page reconnects automatically.`
    : chunk
      ? t`Check your connection, then reload.`
      : i18n._(textOfError(error));
  useDocumentTitle(title);
  return (
    <chakra.div minH="60dvh" display="grid" placeItems="center" role="alert">
      <EmptyState
        icon={<CloudOff aria-hidden />}
        title={title}
        titleAs="h1"
        action={
          <Button onClick={() => window.location.reload()}>
            <RotateCw aria-hidden />
            <Trans>Reload</Trans>
          </Button>
        }
      >
        {advice}
      </EmptyState>
    </chakra.div>
  );
};
