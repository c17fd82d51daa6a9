import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Item, Merge } from '#client/api/api-types.ts';
import { mergeTagged, readTagged } from '#client/api/call-api.ts';
import { textOfError } from '#client/i18n/error-text.ts';
import { showSnackbar } from '#client/ui/snackbar.tsx';
import type { ResourcePath } from '#protocol/rest/api.ts';
import { offerUndo } from './undo.tsx';

export interface UndoableChange<Path extends ResourcePath> {
  readonly id: string;
  readonly body: Partial<Merge<Path>>;
  /** What takes it back. */
  readonly reverse: (before: Item<Path>) => Partial<Merge<Path>>;
  /** What has happened, in the past tense. */
  readonly done: ReactNode;
}

/** What is the same of a change and of what takes it back. */
function useShared(path: ResourcePath) {
  const { i18n } = useLingui();
  const queryClient = useQueryClient();
  return {
    onError: (error: Error) => showSnackbar('error', i18n._(textOfError(error))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path] }),
  };
}

/** Takes a change back, guarded by the version that it made. */
export function useUndo<Path extends ResourcePath>(path: Path) {
  return useMutation({
    mutationFn: (change: {
      readonly id: string;
      readonly body: Partial<Merge<Path>>;
      readonly etag: string | null;
    }) => mergeTagged(path, change.id, change.body, { ifMatch: change.etag }),
    ...useShared(path),
  });
}

/** Changes an object at once and offers to undo it: by a second change, guarded by the version that the first one made. */
export function useUndoable<Path extends ResourcePath>(path: Path) {
  const undo = useUndo(path);
  return useMutation({
    // One after the other, in the order that they were chosen in.
    scope: { id: `undoable ${path}` },
    async mutationFn({ id, body, reverse, done }: UndoableChange<Path>) {
      const before = await readTagged(path, id);
      const { etag } = await mergeTagged(path, id, body, { ifMatch: before.etag });
      offerUndo(done, () => undo.mutate({ id, body: reverse(before.item), etag }));
    },
    ...useShared(path),
  });
}
