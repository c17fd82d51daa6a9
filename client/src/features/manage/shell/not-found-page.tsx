import { Trans, useLingui } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { Button } from '#client/ui/button.tsx';
import { useDocumentTitle } from '#client/ui/document-title.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ConsoleLink } from './console-link.tsx';

/** For unknown addresses below `/manager`, and for objects that have been deleted. */
export const NotFoundPage = () => {
  const { t } = useLingui();
  useDocumentTitle(t`Page not found`);
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={t`Page not found`}
      titleAs="h1"
      action={
        <Button asChild>
          <ConsoleLink to="/manager">
            <Trans>To the console’s home</Trans>
          </ConsoleLink>
        </Button>
      }
    >
      <Trans>This page doesn’t exist, or what it was about has been deleted.</Trans>
    </EmptyState>
  );
};
