import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Task } from '#client/api/queries/manage/tasks.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { settledRows, taskTitle } from './task-words.ts';

/** What signing out ends. */
export interface EndedTasks {
  /** A file is on its way to the server. */
  readonly isSending: boolean;
  readonly tasks: readonly Task[];
}

export interface SignOutDialogProps {
  readonly ended: EndedTasks;
  readonly onSignOut: () => void;
  readonly onStay: () => void;
}

/** Names the tasks that signing out ends, and says what becomes of them. */
export const SignOutDialog = ({ ended: { isSending, tasks }, onSignOut, onStay }: SignOutDialogProps) => {
  const { t, i18n } = useLingui();
  const has = (state: Task['state']) => tasks.some((task) => task.state === state);
  return (
    <ConfirmDialog
      title={t`Sign out while tasks are running?`}
      confirmLabel={t`Sign out`}
      cancelLabel={t`Stay signed in`}
      dangerous
      onConfirm={onSignOut}
      onCancel={onStay}
    >
      <chakra.div display="grid" gap="3">
        {tasks.length > 0 && (
          <>
            <p>
              <Trans>Signing out ends tasks that were started in this browser. These are running:</Trans>
            </p>
            <chakra.ul listStyle="disc" m="0" ps="5" color="ink">
              {tasks.map((task) => {
                const [settled, total] = [i18n.number(settledRows(task)), i18n.number(task.total)];
                return (
                  <li key={task.id}>
                    {taskTitle(i18n, task)}
                    {' – '}
                    <Trans>
                      {settled} of {total}
                    </Trans>
                  </li>
                );
              })}
            </chakra.ul>
          </>
        )}
        {has('running') && (
          <p>
            <Trans>
              The remaining rows fail, and completed changes stay. You can retry the failed rows when you are
              signed in again.
            </Trans>
          </p>
        )}
        {has('checking') && (
          <p>
            <Trans>A check ends without a result. You have to choose its file again.</Trans>
          </p>
        )}
        {isSending && (
          <p>
            <Trans>Sending the file stops. You have to choose it again.</Trans>
          </p>
        )}
      </chakra.div>
    </ConfirmDialog>
  );
};
