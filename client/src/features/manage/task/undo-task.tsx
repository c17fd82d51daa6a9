import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { callApi } from '#client/api/call-api.ts';
import type { Task } from '#client/api/queries/manage/tasks.ts';
import { Button, type ButtonProps } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useChange } from '#client/ui/use-change.ts';

export interface UndoTaskProps {
  readonly task: Task;
  readonly size: NonNullable<ButtonProps['size']>;
  /** Another task brings back what this one has changed. */
  readonly onUndone: (taskId: string) => void;
}

/** Begins a task that brings back what this one has changed. Asks first where that is more than one item. */
export const UndoTask = ({ task: { id, done }, size, onUndone }: UndoTaskProps) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const { isPending, mutate } = useChange('tasks', async () => {
    const undoing = await callApi('tasks.undo', { parameters: { id } });
    onUndone(undoing.id);
  });
  const asks = done > 1;
  return (
    <>
      <Button
        size={size}
        variant="outline"
        loading={isPending}
        aria-haspopup={asks && 'dialog'}
        onClick={() => (asks ? setAsking(true) : mutate())}
      >
        <Trans>Undo</Trans>
      </Button>
      {asking && (
        <ConfirmDialog
          title={t`Undo the changes?`}
          confirmLabel={t`Undo`}
          cancelLabel={t`Keep the changes`}
          onConfirm={() => {
            setAsking(false);
            mutate();
          }}
          onCancel={() => setAsking(false)}
        >
          <Plural
            value={done}
            one="# item gets its former values back. Values that were changed since then stay as they are."
            other="# items get their former values back. Values that were changed since then stay as they are."
          />
        </ConfirmDialog>
      )}
    </>
  );
};
