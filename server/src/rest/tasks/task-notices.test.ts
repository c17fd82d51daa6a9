import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLocalBus } from '#platform/bus/local.ts';
import type { TaskId, UserId } from '#protocol/ids.ts';
import { createManagerNews } from '#server/manager-news.ts';
import { eventually } from '#server/testing/eventually.ts';
import { createTaskNotices } from './task-notices.ts';

const [owner, stranger] = [crypto.randomUUID() as UserId, crypto.randomUUID() as UserId];
const [task, other] = [crypto.randomUUID() as TaskId, crypto.randomUUID() as TaskId];
const EVERY_MS = 50;

it('the progress of a task is told to its owner, at most once in a while, and at the end', async () => {
  const bus = createLocalBus();
  const news = createManagerNews(bus);
  const notices = createTaskNotices(news, EVERY_MS);
  const told: string[] = [];
  const strangers: string[] = [];
  news.onTasks(owner, (taskId) => told.push(taskId));
  news.onTasks(stranger, (taskId) => strangers.push(taskId));
  const beganAt = performance.now();
  while (performance.now() - beganAt < EVERY_MS * 3) {
    notices.changed(task, owner);
    notices.changed(other, owner);
    await sleep(1);
  }
  const most = Math.ceil((performance.now() - beganAt) / EVERY_MS) + 1;
  const count = (taskId: TaskId) => told.filter((each) => each === taskId).length;
  // One of the two is held back, wherever the last interval has ended.
  notices.changed(task, owner);
  notices.changed(task, owner);
  const before = count(task);
  await eventually(() => expect(count(task)).toBeGreaterThan(before));
  expect(count(task)).toBeLessThanOrEqual(most + 1);
  expect(count(other)).toBeGreaterThan(1);
  expect(strangers).toEqual([]);
  notices.close();
  await bus.close();
});
