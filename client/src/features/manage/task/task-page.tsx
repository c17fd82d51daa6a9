import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { type Task, taskQuery } from '#client/api/queries/manage/tasks.ts';
import { BackLink } from '#client/features/manage/shell/back-link.tsx';
import { ConsolePage } from '#client/features/manage/shell/console-page.tsx';
import { NotFoundPage } from '#client/features/manage/shell/not-found-page.tsx';
import { useConsolePath } from '#client/features/manage/shell/use-scope.ts';
import { ManageList } from '#client/features/manage/table/manage-list.tsx';
import { useKeptFocus } from '#client/features/manage/table/use-kept-focus.ts';
import { useManagedList } from '#client/features/manage/table/use-managed-list.ts';
import { useTableAddress } from '#client/features/manage/table/use-table-address.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LoadingFailed } from '#client/ui/loading-failed.tsx';
import { errorCodeOf } from '#protocol/app-error.ts';
import { TaskRelations } from './task-relations.tsx';
import { TaskState } from './task-state.tsx';
import { mailsInvitations, TaskSummary } from './task-summary.tsx';
import { TaskTools } from './task-tools.tsx';
import { taskTitle } from './task-words.ts';
import { taskRowsList } from './tasks-list.ts';
import { useTaskChanges } from './use-task-changes.ts';
import { useTaskRowColumns } from './use-task-columns.tsx';

/** `/manager/tasks/:id`: how far a task is, and what has become of each row. */
export const TaskPage = () => {
  const { t, i18n } = useLingui();
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const pathOf = useConsolePath();
  const { data: task, error, refetch } = useQuery(taskQuery(id, useTaskChanges(id)));
  // The link to the rows that have failed disappears once it has been followed: then the list has the focus.
  const result = useRef<HTMLDivElement>(null);
  useKeptFocus(result);
  useRowsAgain(task && `${task.state} ${task.done} ${task.unchanged} ${task.failed}`);
  if (error && errorCodeOf(error) === 'not-found') return <NotFoundPage />;
  return (
    <ConsolePage
      title={task ? taskTitle(i18n, task) : t`Task`}
      back={
        <BackLink to="/manager/tasks">
          <Trans>Tasks</Trans>
        </BackLink>
      }
      beside={
        task && (
          <>
            <TaskState task={task} />
            {task.fileName !== null && <FileName fileName={task.fileName} />}
            <TaskRelations task={task} />
          </>
        )
      }
      tools={
        task && (
          <TaskTools
            task={task}
            onUndone={(undoing) => void navigate(pathOf(`/manager/tasks/${undoing}`))}
            onRemoved={() => void navigate(pathOf('/manager/tasks'))}
          />
        )
      }
      fills
      dated={task && (mailsInvitations(task) || task.undoes || task.undoneBy) ? true : undefined}
    >
      {error && <LoadingFailed error={error} onRetry={() => void refetch()} />}
      <chakra.div ref={result} display="contents">
        <Rows id={id} task={task} isShown={task !== undefined || error !== null} />
      </chakra.div>
    </ConsolePage>
  );
};

const FileName = ({ fileName }: { readonly fileName: string }) => (
  <chakra.p textStyle="small" color="ink.muted" overflowWrap="anywhere">
    <Trans>File: {fileName}</Trans>
  </chakra.p>
);

/** The rows are asked for again whenever the task says that one of them has changed. */
function useRowsAgain(version: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (version !== undefined) void queryClient.invalidateQueries({ queryKey: ['task_rows'] });
  }, [version, queryClient]);
}

interface RowsProps {
  readonly id: string;
  /** Undefined until it has been read. */
  readonly task: Task | undefined;
  /** False until the task has loaded. For an unknown task the rows load as an empty list, which must not be shown. */
  readonly isShown: boolean;
}

const Rows = ({ id, task, isShown }: RowsProps) => {
  const { t } = useLingui();
  const address = useTableAddress(taskRowsList);
  const query = useManagedList('task_rows', address, { within: { task: id } });
  const columns = useTaskRowColumns(task?.resource, task?.action, task?.state);
  return (
    <ManageList
      caption={t`Rows`}
      address={address}
      query={isShown ? query : { ...query, data: undefined, error: null }}
      columns={columns}
      rowId={(row) => row.id}
      rowName={({ line, name }) => name ?? String(line)}
      note={task && <TaskSummary task={task} />}
      empty={<EmptyState icon={<ListChecks aria-hidden />} title={t`No rows`} />}
    />
  );
};
