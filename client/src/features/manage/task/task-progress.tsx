import { chakra } from '@chakra-ui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Task } from '#client/api/queries/manage/tasks.ts';
import { settledRows } from './task-words.ts';

/** How far a task is: a bar, and in words. */
export const TaskProgress = ({ task }: { readonly task: Task }) => {
  const { t } = useLingui();
  const { total, unchanged, failed } = task;
  const settled = settledRows(task);
  const percent = total === 0 ? 100 : (settled / total) * 100;
  return (
    <chakra.div display="grid" gap="2">
      <chakra.div
        role="progressbar"
        aria-label={t`Progress`}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={settled}
        height="2"
        borderRadius="full"
        bg="contents.hover"
        overflow="hidden"
        boxShadow="inset 0 0 0 1px var(--h-colors-line)"
      >
        <chakra.div
          height="full"
          bg="primary"
          transition="width 300ms"
          _highContrast={{ forcedColorAdjust: 'none', bg: 'Highlight' }}
          style={{ width: `${percent}%` }}
        />
      </chakra.div>
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
