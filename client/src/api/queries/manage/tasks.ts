import { queryOptions } from '@tanstack/react-query';
import type { Item, OperationBody } from '#client/api/api-types.ts';
import { callApi, listItems, readItem } from '#client/api/call-api.ts';

export type Task = Item<'tasks'>;
export type TaskRow = Item<'task_rows'>;
export type TaskBody = OperationBody<'tasks.start'>;

/** How often a running task is looked at. */
const LOOK_AGAIN_MS = 1_000;

export const isRunning = ({ state }: Pick<Task, 'state'>): boolean =>
  state === 'running' || state === 'checking';

/**
 * One task; looked at again and again while it runs.
 *
 * @param isTold the server says when it has changed
 */
export const taskQuery = (id: string, isTold: boolean) =>
  queryOptions({
    queryKey: ['tasks', 'item', id],
    queryFn: ({ signal }): Promise<Task> => readItem('tasks', id, { signal }),
    refetchInterval: ({ state: { data } }) => (!isTold && data && isRunning(data) ? LOOK_AGAIN_MS : false),
  });

/**
 * When an import of users that has been checked would invite them, if it ran now. Not under the key of tasks: the start of the run
 * asks for these again, and would ask for the invitations of an import that runs already (409).
 */
export const invitationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['task-invitations', id],
    queryFn: ({ signal }) => callApi('tasks.invitations', { parameters: { id }, signal }),
    gcTime: 0,
  });

/**
 * How many items an import has added.
 *
 * @param done its rows that are done: with more of them, there may be more
 */
export const addedRowsQuery = (id: string, done: number) =>
  queryOptions({
    queryKey: ['task_rows', 'added', id, done],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { task: id, state: 'done', outcome: 'add', pageSize: 1 } as const;
      return (await listItems('task_rows', query, { signal }))['hydra:totalItems'];
    },
  });

/** What a task would do, as things are now. */
export const taskPreviewQuery = (body: TaskBody) =>
  queryOptions({
    queryKey: ['tasks', 'preview', body],
    queryFn: ({ signal }) => callApi('tasks.preview', { body, signal }),
    gcTime: 0,
  });
