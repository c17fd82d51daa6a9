import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isRunning, taskQuery } from '#client/api/queries/manage/tasks.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { TaskProgress } from './task-progress.tsx';
import { UndoTask } from './undo-task.tsx';
import { useTaskChanges } from './use-task-changes.ts';

export interface BulkProgressProps {
  readonly title: string;
  readonly taskId: string;
  /** The list is read again when the task is over, or when the dialog is closed before: some of it may be done. */
  readonly queryKey: string;
  readonly onClose: () => void;
}

/** How far a task is that has just been begun; it goes on when the dialog is closed. Once it is over it can be undone. */
export const BulkProgress = ({ title, taskId: begunId, queryKey, onClose }: BulkProgressProps) => {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [undoingId, setUndoingId] = useState<string | null>(null);
  const taskId = undoingId ?? begunId;
  const { data: task, error, refetch } = useQuery(taskQuery(taskId, useTaskChanges(taskId)));
  const isOver = task !== undefined && !isRunning(task);
  useEffect(() => {
    if (isOver) return;
    return () => void queryClient.invalidateQueries({ queryKey: [queryKey] });
  }, [isOver, queryClient, queryKey]);
  const hasFailures = task !== undefined && task.failed > 0;
  return (
    <Dialog
      title={undoingId === null ? title : t`Undo`}
      onClose={onClose}
      actions={
        <>
          {task?.undoable && <UndoTask task={task} size="md" onUndone={setUndoingId} />}
          <Button variant="outline" asChild>
            <ConsoleLink to={`/manager/tasks/${taskId}${hasFailures ? '?state=failed' : ''}`}>
              {hasFailures ? t`Show the failed ones` : t`Show the task`}
            </ConsoleLink>
          </Button>
          {/* Another one for each task: it takes the focus when the button that undoes is gone. */}
          <Button key={taskId} onClick={onClose} autoFocus>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      {task && <TaskProgress task={task} />}
      {!isOver && (
        <p>
          <Trans>
            You can close this window. The task continues as long as you stay signed in, and stays in the list
            of tasks.
          </Trans>
        </p>
      )}
    </Dialog>
  );
};
