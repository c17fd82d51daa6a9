import { callApi } from '#client/api/call-api.ts';
import { useChange } from '#client/ui/use-change.ts';

/**
 * Begins a task that brings back what this one has changed.
 *
 * @param onUndone with the id of that task
 */
export const useUndoTask = (id: string, onUndone: (taskId: string) => void) =>
  useChange('tasks', async () => {
    const undoing = await callApi('tasks.undo', { parameters: { id } });
    onUndone(undoing.id);
  });
