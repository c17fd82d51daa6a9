import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { addedRowsQuery, type Task } from '#client/api/queries/manage/tasks.ts';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { settledRows } from './task-words.ts';

/** How far a task is: a bar, and in words. */
export const TaskProgress = ({ task }: { readonly task: Task }) => {
  const { t } = useLingui();
  return (
    <chakra.div display="grid" gap="2">
      <ProgressBar label={t`Progress`} value={settledRows(task)} max={task.total} />
      <chakra.p textStyle="small" role="status">
        <TaskCounts task={task} />
      </chakra.p>
    </chakra.div>
  );
};

/** How many rows of a task have a result, and which results they have. */
export const TaskCounts = ({ task }: { readonly task: Task }) => {
  const { i18n } = useLingui();
  const { unchanged, failed } = task;
  const [settled, total] = [i18n.number(settledRows(task)), i18n.number(task.total)];
  return (
    <>
      <span>
        <Trans>
          {settled} of {total}
        </Trans>
      </span>
      {task.action === 'import' && task.state === 'finished' && <Imported task={task} />}
      {unchanged > 0 && (
        <>
          {' · '}
          <Plural value={unchanged} one="# had nothing to change" other="# had nothing to change" />
        </>
      )}
      {failed > 0 && (
        <chakra.span color="danger">
          {' · '}
          <Plural value={failed} one="# failed" other="# failed" />
        </chakra.span>
      )}
    </>
  );
};

/** What became of the rows of an import that are done: the task counts them together. */
const Imported = ({ task: { id, done } }: { readonly task: Task }) => {
  const { data: added } = useQuery(addedRowsQuery(id, done));
  if (added === undefined) return null;
  const changed = done - added;
  return (
    <>
      {added > 0 && (
        <>
          {' · '}
          <Plural value={added} one="# added" other="# added" />
        </>
      )}
      {changed > 0 && (
        <>
          {' · '}
          <Plural value={changed} one="# changed" other="# changed" />
        </>
      )}
    </>
  );
};
