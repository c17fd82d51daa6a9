import { Trans } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { Button } from '#client/ui/button.tsx';
import type { ImportedResource } from '#protocol/rest/resources/task.ts';

/** Among the tools of a list that a file can be imported into. */
export const ImportLink = ({ kind }: { readonly kind: ImportedResource }) => (
  <Button asChild size="sm" variant="outline">
    <ConsoleLink to={`/manager/import/${kind}`}>
      <FileUp aria-hidden />
      <Trans>Import CSV</Trans>
    </ConsoleLink>
  </Button>
);
