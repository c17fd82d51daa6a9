import { Trans, useLingui } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { textOfError } from '#client/i18n/error-text.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { AppError } from '#protocol/app-error.ts';

/** Whether the server refused the page because it lies too deep in the list. */
export const isTooDeep = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'page-too-deep';

export interface BeyondTheEndProps {
  /** Error of a page that lies too deep. Null: the list ends before the page. */
  readonly error: AppError | null;
  readonly onFirst: () => void;
}

/** In place of a page that does not exist: of an address that was kept while the list became shorter, or was typed. */
export const BeyondTheEnd = ({ error, onFirst }: BeyondTheEndProps) => {
  const { t, i18n } = useLingui();
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={error ? i18n._(textOfError(error)) : t`The list isn’t that long any more`}
      action={
        <Button variant="outline" onClick={onFirst}>
          <Trans>First page</Trans>
        </Button>
      }
    />
  );
};
