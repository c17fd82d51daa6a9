import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useScope } from '#client/features/manage/shell/use-scope.ts';
import { watchAsManager } from '#client/signal/manager-watch.ts';

/** Reads a task again when the server says that it has changed; returns whether it would say so at present. */
export function useTaskChanges(taskId: string): boolean {
  const queryClient = useQueryClient();
  const { customerIds } = useScope();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: ['tasks', 'item', taskId] });
    return watchAsManager({
      topics: ['tasks'],
      customerIds,
      onPhase: (phase) => setLive(phase === 'live'),
      // What has changed before the server listened for it.
      onSnapshot: readAgain,
      onNotice: (notice) => {
        if (notice.notice === 'manage.taskChanged' && notice.data.taskId === taskId) readAgain();
      },
    });
  }, [queryClient, customerIds, taskId]);
  return isLive;
}
