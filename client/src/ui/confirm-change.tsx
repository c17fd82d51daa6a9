import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
import { useChange } from './use-change.ts';

export interface ConfirmChangeProps
  extends Pick<ConfirmDialogProps, 'title' | 'children' | 'confirmLabel' | 'cancelLabel'> {
  /** Query that is refetched after the change. */
  readonly queryKey: string;
  readonly change: () => Promise<unknown>;
  /** Said after a success. */
  readonly done?: ReactNode;
  /** Cancelled, done or failed. */
  readonly onClose: () => void;
}

/** Asks before it deletes something on the server. */
export const ConfirmChange = ({ queryKey, change, done, onClose, ...question }: ConfirmChangeProps) => {
  const { isPending, mutate } = useChange(queryKey, change, { done, onSettled: onClose });
  return (
    <ConfirmDialog {...question} dangerous busy={isPending} onConfirm={() => mutate()} onCancel={onClose} />
  );
};
