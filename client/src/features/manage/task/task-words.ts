import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Task, TaskRow } from '#client/api/queries/manage/tasks.ts';
import type { TaskAction, TaskResource, TaskRowState, TaskState } from '#protocol/rest/resources/task.ts';

export const actionWords: Readonly<Record<TaskAction, MessageDescriptor>> = {
  import: msg`Import`,
  delete: msg`Delete`,
  merge: msg`Edit`,
  resend: msg`Send link again`,
  sendReset: msg`Send a password reset link`,
  resendLink: msg`Send link again`,
  resendInvitation: msg`Send invitation again`,
  invite: msg`Send invitations`,
  markRead: msg`Mark as read`,
  redeliver: msg`Deliver again`,
};

export const resourceWords: Readonly<Record<TaskResource, MessageDescriptor>> = {
  users: msg`Users`,
  admins: msg`Administrators`,
  devices: msg`Devices`,
  pairs: msg`Pairs`,
  groups: msg`Groups`,
  guest_links: msg`Guest links`,
  customers: msg`Customers`,
  recordings: msg`Recordings`,
  notifications: msg`Notifications`,
  webhooks: msg`Webhooks`,
  webhook_deliveries: msg`Webhook deliveries`,
};

/** How many of what: '3 users'. The console begins bulk actions on these resources alone. */
export function countedWords(resource: TaskResource, count: number): MessageDescriptor {
  switch (resource) {
    case 'users':
      return msg`${plural(count, { one: '# user', other: '# users' })}`;
    case 'devices':
      return msg`${plural(count, { one: '# device', other: '# devices' })}`;
    case 'pairs':
      return msg`${plural(count, { one: '# pair', other: '# pairs' })}`;
    case 'groups':
      return msg`${plural(count, { one: '# group', other: '# groups' })}`;
    default:
      return msg`${plural(count, { one: '# item', other: '# items' })}`;
  }
}

/** An item that is there no more. */
export const goneWords: Readonly<Record<TaskResource, MessageDescriptor>> = {
  users: msg`Deleted user`,
  admins: msg`Deleted administrator`,
  devices: msg`Deleted device`,
  pairs: msg`Deleted pair`,
  groups: msg`Deleted group`,
  guest_links: msg`Deleted guest link`,
  customers: msg`Deleted customer`,
  recordings: msg`Deleted recording`,
  notifications: msg`Deleted notification`,
  webhooks: msg`Deleted webhook`,
  webhook_deliveries: msg`Deleted webhook delivery`,
};

export const stateWords: Readonly<Record<TaskState, MessageDescriptor>> = {
  loading: msg`Not checked yet`,
  checking: msg`Checking`,
  checked: msg`Ready to run`,
  running: msg`Running`,
  finished: msg`Finished`,
  cancelled: msg({ message: 'Cancelled', context: 'task' }),
};

export const rowStateWords: Readonly<Record<TaskRowState, MessageDescriptor>> = {
  waiting: msg`Waiting`,
  done: msg`Done`,
  unchanged: msg`Nothing to change`,
  failed: msg`Failed`,
  cancelled: msg`Not run`,
};

/** What a finished row of an import did. */
export const doneWords = {
  add: msg({ message: 'Added', context: 'task' }),
  change: msg({ message: 'Changed', context: 'task' }),
} as const;

/** State of a finished task with failed rows. */
export const FINISHED_WITH_FAILURES = msg`Finished with failures`;

/** Of an import: what running the row would do. */
export const outcomeWords: Readonly<Record<NonNullable<TaskRow['outcome']>, MessageDescriptor>> = {
  add: msg`Will be added`,
  change: msg`Will be changed`,
  same: msg`Nothing to change`,
  error: msg`Can’t be imported`,
};

/** What names of tasks say beside the actions: a merge that changes the customer alone is a move. */
export const furtherActionWords = {
  move: msg({ message: 'Move', context: 'task' }),
  undo: msg`Undo`,
} as const;

/** What a task does to what: 'Delete · Users'. */
export const taskTitle = (i18n: I18n, { name }: TitledTask): string => taskNameText(i18n, name);

export type TitledTask = Pick<Task, 'name'>;

/** What a task does to what, of its name at the API (`users delete`); one that only a newer server knows stands as it is. */
export const taskNameText = (i18n: I18n, name: string): string => {
  const [resource, action] = name.split(' ');
  const words = [
    Object.entries({ ...actionWords, ...furtherActionWords }).find(([each]) => each === action)?.[1],
    Object.entries(resourceWords).find(([each]) => each === resource)?.[1],
  ];
  return words.every((word) => word !== undefined) ? words.map((word) => i18n._(word)).join(' · ') : name;
};

/** How many rows of a task have a result. */
export const settledRows = ({
  done,
  unchanged,
  failed,
}: Pick<Task, 'done' | 'unchanged' | 'failed'>): number => done + unchanged + failed;
