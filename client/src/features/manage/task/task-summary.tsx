import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invitationsQuery, isRunning, type Task } from '#client/api/queries/manage/tasks.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { useSentenceGap } from '#client/i18n/sentence-gap.ts';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { TaskCounts } from './task-progress.tsx';
import { settledRows } from './task-words.ts';
import { taskRowsList } from './tasks-list.ts';

/** The state of a task in one line beside the filters, so that the page belongs to its rows. */
export const TaskSummary = ({ task }: { readonly task: Task }) => {
  const { t } = useLingui();
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      flex={{ base: '1 1 100%', md: '1 1 14rem' }}
      order={{ base: '-1', md: '0' }}
      textStyle="small"
      lineHeight="1.35"
    >
      {isRunning(task) && (
        <chakra.div width="32" flexShrink="0">
          <ProgressBar label={t`Progress`} value={settledRows(task)} max={task.total} />
        </chakra.div>
      )}
      <chakra.p role="status" flex="1" minW="0">
        <Words task={task} />
      </chakra.p>
    </chakra.div>
  );
};

const Words = ({ task }: { readonly task: Task }): ReactNode => {
  const gap = useSentenceGap();
  const { filters } = useTableAddress(taskRowsList);
  const shown = filters.state?.[0] ?? filters.outcome?.[0];
  switch (task.state) {
    case 'loading':
      return (
        <chakra.span color="warning">
          <Trans>The file was not sent completely. Import it once more, and remove this task.</Trans>
        </chakra.span>
      );
    case 'checked':
      return (
        <>
          <Trans>Nothing has been changed yet. This is the expected result for each row.</Trans>
          {gap}
          {mailsInvitations(task) && <Invitations id={task.id} />}
          {gap}
          {task.failed > 0 && (
            <chakra.span color="warning">
              <Plural
                value={task.failed}
                one="# row can’t be imported and would be left out."
                other="# rows can’t be imported and would be left out."
              />
            </chakra.span>
          )}
          {gap}
          {task.failed > 0 && shown !== 'error' && <Wrong task={task} query="outcome=error" />}
        </>
      );
    default:
      return (
        <>
          <TaskCounts task={task} />
          {gap}
          {!isRunning(task) && task.failed > 0 && shown !== 'failed' && (
            <Wrong task={task} query="state=failed" />
          )}
        </>
      );
  }
};

/** Whether the check of an import is to say when the invitations are sent. */
export const mailsInvitations = ({ resource, state, done }: Task): boolean =>
  resource === 'users' && state === 'checked' && done > 0;

/** Shown where not all of them are sent at once. */
const Invitations = ({ id }: { readonly id: string }) => {
  const gap = useSentenceGap();
  const { data } = useQuery(invitationsQuery(id));
  if (!data || data.atOnce === data.total) return null;
  return (
    <>
      {data.last !== null && (
        <Trans>
          Invitations are mailed day by day, at most {data.aDay} a day. The last one goes out on{' '}
          <ShortTime time={data.last} />.
        </Trans>
      )}
      {gap}
      {data.refused > 0 && (
        <Plural
          value={data.refused}
          one="# user would have to wait for more than a year and can’t be added."
          other="# users would have to wait for more than a year and can’t be added."
        />
      )}
    </>
  );
};

const Wrong = ({ task: { id }, query }: { readonly task: Task; readonly query: string }) => (
  <chakra.span color="link" textDecoration="underline" textUnderlineOffset="0.2em" asChild>
    <ConsoleLink to={`/manager/tasks/${id}?${query}`}>
      <Trans>Show them</Trans>
    </ConsoleLink>
  </chakra.span>
);
