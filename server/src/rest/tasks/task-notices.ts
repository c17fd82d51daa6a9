import type { AdminId, TaskId, UserId } from '#protocol/ids.ts';
import type { ManagerNews } from '#server/manager-news.ts';

export interface TaskNotices {
  /** Announces it to the owner's listeners, at most once a second for each task; the last change is always announced. */
  changed(taskId: TaskId, ownerId: UserId | AdminId): void;
  close(): void;
}

const AT_MOST_EVERY_MS = 1_000;

/** Over the bus, from the server that works on the task. */
export function createTaskNotices(
  news: Pick<ManagerNews, 'taskChanged'>,
  everyMs = AT_MOST_EVERY_MS,
): TaskNotices {
  /** Tasks that were announced within the last interval, and whether they have changed since. */
  const announced = new Map<TaskId, { hasChanged: boolean; readonly timer: NodeJS.Timeout }>();

  const announce = (taskId: TaskId, ownerId: UserId | AdminId): void => {
    news.taskChanged(taskId, ownerId);
    const timer = setTimeout(() => {
      const again = announced.get(taskId)?.hasChanged;
      announced.delete(taskId);
      if (again) announce(taskId, ownerId);
    }, everyMs);
    timer.unref();
    announced.set(taskId, { hasChanged: false, timer });
  };
  return {
    changed(taskId, ownerId) {
      const recent = announced.get(taskId);
      if (recent) recent.hasChanged = true;
      else announce(taskId, ownerId);
    },
    close() {
      for (const { timer } of announced.values()) clearTimeout(timer);
      announced.clear();
    },
  };
}
