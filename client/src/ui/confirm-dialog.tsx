import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** The verb of what is asked: 'Delete', 'End the call'. */
  readonly confirmLabel: string;
  /** 'Cancel' by default. Name it after what it does where 'Cancel' could be what is asked: 'Keep editing'. */
  readonly cancelLabel?: string;
  /** Absent where it cannot be done, which `children` say. */
  readonly onConfirm?: () => void;
  readonly onCancel: () => void;
  readonly dangerous?: boolean;
  /** While what was confirmed is being done. */
  readonly busy?: boolean;
}

/** Asks before a dangerous step. The button that does nothing comes first and has the focus. */
export const ConfirmDialog = ({
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  dangerous = false,
  busy = false,
}: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    title={title}
    onClose={onCancel}
    actions={
      <>
        <Button variant="outline" onClick={onCancel} autoFocus>
          {cancelLabel ?? <Trans>Cancel</Trans>}
        </Button>
        {onConfirm && (
          <Button variant={dangerous ? 'danger' : 'solid'} loading={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        )}
      </>
    }
  >
    {children}
  </Dialog>
);
