import { useLingui } from '@lingui/react/macro';
import type { Task, TaskRow } from '#client/api/queries/manage/tasks.ts';
import { Badge } from '#client/ui/badge.tsx';
import { doneWords, FINISHED_WITH_FAILURES, outcomeWords, rowStateWords, stateWords } from './task-words.ts';

/** A task that is over stands out where something has failed. */
export const TaskState = ({ task: { state, failed } }: { readonly task: Task }) => {
  const { i18n } = useLingui();
  const tone =
    state === 'finished' ? (failed > 0 ? 'warning' : 'success') : state === 'cancelled' ? 'neutral' : 'info';
  const words = state === 'finished' && failed > 0 ? FINISHED_WITH_FAILURES : stateWords[state];
  return <Badge tone={tone}>{i18n._(words)}</Badge>;
};

const rowTones = {
  waiting: 'neutral',
  done: 'success',
  unchanged: 'neutral',
  failed: 'danger',
  cancelled: 'neutral',
} as const;

/** What has become of a row. Of an import's row that is done: what it did. */
export const RowState = ({ state, outcome }: Pick<TaskRow, 'state' | 'outcome'>) => {
  const { i18n } = useLingui();
  const did = state === 'done' && (outcome === 'add' || outcome === 'change') ? outcome : null;
  if (did !== null) return <Badge tone={outcomeTones[did]}>{i18n._(doneWords[did])}</Badge>;
  return <Badge tone={rowTones[state]}>{i18n._(rowStateWords[state])}</Badge>;
};

const outcomeTones = { add: 'success', change: 'info', same: 'neutral', error: 'danger' } as const;

export interface RowOutcomeProps {
  readonly outcome: NonNullable<TaskRow['outcome']>;
  /** False while the check runs: a later row with the same key still refuses this one. */
  readonly isFinal: boolean;
}

/** Of an import's row: what the check has found, until the row has been run. */
export const RowOutcome = ({ outcome, isFinal }: RowOutcomeProps) => {
  const { i18n } = useLingui();
  if (!isFinal && outcome !== 'error') return <Badge>{i18n._(stateWords.checking)}</Badge>;
  return <Badge tone={outcomeTones[outcome]}>{i18n._(outcomeWords[outcome])}</Badge>;
};
