import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Task } from '#client/api/queries/manage/tasks.ts';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { settledRows } from './task-words.ts';

/** How far a task is: a bar, and in words. */
export const TaskProgress = ({ task }: { readonly task: Task }) => {
  const { t } = useLingui();
  const { total, unchanged, failed } = task;
  const settled = settledRows(task);
  return (
    <chakra.div display="grid" gap="2">
      <ProgressBar label={t`Progress`} value={settled} max={total} />
      <chakra.p textStyle="small" role="status">
        <Trans>
          {settled} of {total}
        </Trans>
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
      </chakra.p>
    </chakra.div>
  );
};
