import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { invitationsQuery, isRunning, type Task } from '#client/api/queries/manage/tasks.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { Banner } from '#client/ui/banner.tsx';
import { Button } from '#client/ui/button.tsx';
import { ShortTime } from '#client/ui/short-time.tsx';
import { taskRowsList } from './tasks-list.ts';

/** What there is to do or to know about a task, above its rows. */
export const TaskNotice = ({ task }: { readonly task: Task }) => {
  const { filters } = useTableAddress(taskRowsList);
  const shown = filters.state?.[0] ?? filters.outcome?.[0];
  if (task.state === 'loading') {
    return (
      <Banner tone="info">
        <Trans>The file was not sent completely. Import it once more, and remove this task.</Trans>
      </Banner>
    );
  }
  if (task.state === 'checked') {
    return (
      <Banner
        tone={task.failed > 0 ? 'warning' : 'info'}
        action={task.failed > 0 && shown !== 'error' && <Wrong task={task} query="outcome=error" />}
      >
        <Trans>Nothing has been changed yet. This is the expected result for each row.</Trans>{' '}
        {task.resource === 'users' && task.done > 0 && <Invitations id={task.id} />}{' '}
        {task.failed > 0 && (
          <Plural
            value={task.failed}
            one="# row can’t be imported and would be left out."
            other="# rows can’t be imported and would be left out."
          />
        )}
      </Banner>
    );
  }
  if (isRunning(task) || task.failed === 0 || shown === 'failed') return null;
  return (
    <Banner tone="warning" action={<Wrong task={task} query="state=failed" />}>
      <Plural value={task.failed} one="# row could not be done." other="# rows could not be done." />
    </Banner>
  );
};

/** Said where not all of them go out at once. */
const Invitations = ({ id }: { readonly id: string }) => {
  const { data } = useQuery(invitationsQuery(id));
  if (!data || data.atOnce === data.total) return null;
  return (
    <>
      {data.last !== null && (
        <Trans>
          Invitations are mailed day by day, at most {data.aDay} a day. The last one goes out on{' '}
          <ShortTime time={data.last} />.
        </Trans>
      )}{' '}
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
  <div>
    <Button asChild size="sm" variant="outline">
      <ConsoleLink to={`/manager/tasks/${id}?${query}`}>
        <Trans>Show them</Trans>
      </ConsoleLink>
    </Button>
  </div>
);
