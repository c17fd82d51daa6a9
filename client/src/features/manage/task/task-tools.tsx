import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { callApi, deleteItem } from '#client/api/call-api.ts';
import { isRunning, type Task } from '#client/api/queries/manage/tasks.ts';
import { useKeptFocus } from '#client/features/manage/table/use-kept-focus.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmChange } from '#client/ui/confirm-change.tsx';
import { useChange } from '#client/ui/use-change.ts';
import { UndoTask } from './undo-task.tsx';

export interface TaskToolsProps {
  readonly task: Task;
  /** Another task brings back what this one has changed. */
  readonly onUndone: (taskId: string) => void;
  /** The task is gone. */
  readonly onRemoved: () => void;
}

/**
 * Runs an import that has been checked, or checks it again; cancels a task that runs; works on the failed rows again or on those
 * left out, undoes it, or removes it, once it is over.
 */
export const TaskTools = ({ task, onUndone, onRemoved }: TaskToolsProps) => {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  // What has been pressed disappears with the next state of the task: then the heading has the focus.
  const steps = useRef<HTMLDivElement>(null);
  useKeptFocus(steps);
  const retry = useChange('tasks', () => callApi('tasks.retry', { parameters: { id: task.id } }));
  const goOn = useChange('tasks', () => callApi('tasks.continue', { parameters: { id: task.id } }));
  const check = useChange('tasks', () => callApi('tasks.check', { parameters: { id: task.id } }));
  const run = useChange('tasks', () => callApi('tasks.run', { parameters: { id: task.id } }));
  const runs = isRunning(task);
  const isOver = task.state === 'finished' || task.state === 'cancelled';
  return (
    <>
      <chakra.div ref={steps} display="contents">
        {task.state === 'checked' && (
          <Button size="sm" loading={run.isPending} disabled={task.done === 0} onClick={() => run.mutate()}>
            {task.done === 0 ? (
              <Trans>Nothing to import</Trans>
            ) : (
              <Plural value={task.done} one="Import # row" other="Import # rows" />
            )}
          </Button>
        )}
        {task.state === 'checked' && task.failed > 0 && (
          <Button size="sm" variant="outline" loading={check.isPending} onClick={() => check.mutate()}>
            <Trans>Check again</Trans>
          </Button>
        )}
        {isOver && task.retryable && (
          <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
            <Trans>Retry failed rows</Trans>
          </Button>
        )}
        {task.continuable && (
          <Button
            size="sm"
            variant={task.retryable ? 'outline' : 'solid'}
            loading={goOn.isPending}
            onClick={() => goOn.mutate()}
          >
            <Trans>Continue with the remaining rows</Trans>
          </Button>
        )}
        {task.undoable && <UndoTask task={task} size="sm" onUndone={onUndone} />}
      </chakra.div>
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
          {...(runs && { cancelLabel: t`Let it run` })}
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
