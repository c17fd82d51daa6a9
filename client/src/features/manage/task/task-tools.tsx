import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { callApi, deleteItem } from '#client/api/call-api.ts';
import { isRunning, type Task } from '#client/api/queries/manage/tasks.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { useUndoTask } from './use-undo-task.ts';

export interface TaskToolsProps {
  readonly task: Task;
  /** Another task brings back what this one has changed. */
  readonly onUndone: (taskId: string) => void;
  /** The task is gone. */
  readonly onRemoved: () => void;
}

/** Runs an import that has been checked; cancels a task that runs; works on the failed rows again, undoes it, or removes it, once it is over. */
export const TaskTools = ({ task, onUndone, onRemoved }: TaskToolsProps) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const retry = useChange('tasks', () => callApi('tasks.retry', { parameters: { id: task.id } }));
  const run = useChange('tasks', () => callApi('tasks.run', { parameters: { id: task.id } }));
  const undo = useUndoTask(task.id, onUndone);
  const runs = isRunning(task);
  const isOver = task.state === 'finished' || task.state === 'cancelled';
  return (
    <>
      {task.state === 'checked' && (
        <Button size="sm" loading={run.isPending} disabled={task.done === 0} onClick={() => run.mutate()}>
          <Plural value={task.done} one="Import # row" other="Import # rows" />
        </Button>
      )}
      {isOver && task.retryable && (
        <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
          <Trans>Retry failed rows</Trans>
        </Button>
      )}
      {task.undoable && (
        <Button size="sm" variant="outline" loading={undo.isPending} onClick={() => undo.mutate()}>
          <Trans>Undo</Trans>
        </Button>
      )}
      <Button
        size="sm"
        variant={runs ? 'dangerSoft' : 'outline'}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        {runs ? <Trans>Cancel the task</Trans> : <Trans>Delete</Trans>}
      </Button>
      {asking && (
        <ConfirmChange
          title={runs ? t`Cancel the task?` : t`Delete the task?`}
          confirmLabel={runs ? t`Cancel the task` : t`Delete`}
          queryKey="tasks"
          change={async () => {
            await deleteItem('tasks', task.id);
            if (!runs) onRemoved();
          }}
          onClose={() => setAsking(false)}
        >
          {runs ? (
            <Trans>Completed changes stay. The remaining rows are left as they are.</Trans>
          ) : (
            <Trans>Its results are deleted. Completed changes stay.</Trans>
          )}
        </ConfirmChange>
      )}
    </>
  );
};
