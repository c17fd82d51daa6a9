import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Item } from '#client/api/api-types.ts';
import { readTagged, type Tagged } from '#client/api/call-api.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { SkeletonRows } from '#client/ui/skeleton.tsx';
import type { ResourcePath } from '#protocol/rest/api.ts';
import { useCloseIfGone } from './use-close-if-gone.tsx';

export interface VersionedProps<Path extends ResourcePath> {
  readonly path: Path;
  readonly id: string;
  /** Of the dialog, while the object is read. */
  readonly title: string;
  readonly onClose: () => void;
  /** The form; it is rendered once the object is there. */
  readonly children: (version: Tagged<Item<Path>>) => ReactNode;
}

/** Reads what a form changes before it is shown: rows of a list may be old, and have no version. */
export const Versioned = <Path extends ResourcePath>({
  path,
  id,
  title,
  onClose,
  children,
}: VersionedProps<Path>) => {
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'form', id],
    queryFn: ({ signal }) => readTagged(path, id, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useCloseIfGone(id, error, onClose);
  if (data) return children(data);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant="outline" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      {error ? <LoadingFailed error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={2} />}
    </Dialog>
  );
};
