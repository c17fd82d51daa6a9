import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { Task, TaskRow } from '#client/api/queries/manage/tasks.ts';
import { explained, type RefusedValue } from '#client/features/manage/import/explained.ts';
import { importFieldLabel, importFieldLabels } from '#client/features/manage/import/import-kinds.ts';
import { ChangeLine } from '#client/features/manage/logs/change-list.tsx';
import { changeWords } from '#client/features/manage/logs/export-words.ts';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { wordsOf } from '#client/features/manage/table/exported-columns.ts';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { WRAPPED } from '#client/features/manage/table/wide-cells.ts';
import { errorText, violationText } from '#client/i18n/error-text.ts';
import { supportedLanguage } from '#client/i18n/language.ts';
import { sentenceGap } from '#client/i18n/sentence-gap.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import { isViolationCode, type ViolationCode } from '#protocol/errors.ts';
import { idOfIri } from '#protocol/rest/field.ts';
import { RowOutcome, RowState, TaskState } from './task-state.tsx';
import {
  actionWords,
  furtherActionWords,
  goneWords,
  outcomeWords,
  resourceWords,
  rowStateWords,
  stateWords,
  taskTitle,
} from './task-words.ts';

export function useTaskColumns(): readonly ManageColumn<Task>[] {
  const { t, i18n } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Task>[] => [
      {
        id: 'task',
        exported: {
          field: 'title',
          words: wordsOf(i18n, { ...actionWords, ...furtherActionWords, ...resourceWords }),
        },
        label: t`Task`,
        main: true,
        width: 160,
        cell: (task) => (
          <ConsoleLink
            to={`/manager/tasks/${task.id}${task.failed > 0 && task.finished !== null ? '?state=failed' : ''}`}
          >
            {taskTitle(i18n, task)}
          </ConsoleLink>
        ),
      },
      {
        id: 'file',
        label: t`File`,
        width: 88,
        exported: { field: 'fileName' },
        empty: ({ fileName }) => fileName === null,
        cell: ({ fileName }) => fileName,
      },
      {
        id: 'state',
        label: t`State`,
        width: 185,
        exported: { field: 'state', words: wordsOf(i18n, stateWords) },
        cell: (task) => <TaskState task={task} />,
      },
      { id: 'total', label: t`Rows`, width: 64, align: 'end', cell: ({ total }) => i18n.number(total) },
      {
        id: 'done',
        label: t`Done`,
        width: 64,
        align: 'end',
        // What a check has counted is only what would be done.
        cell: ({ state, done }) => (isToBeRun(state) ? '' : i18n.number(done)),
      },
      { id: 'failed', label: t`Failed`, width: 64, align: 'end', cell: ({ failed }) => i18n.number(failed) },
      {
        id: 'created',
        label: t`Started`,
        ...TIME,
        sortBy: 'created',
        cell: ({ created }) => <CellTime time={created} />,
      },
      {
        id: 'finished',
        label: t`Finished`,
        ...TIME,
        empty: ({ finished }) => finished === null,
        cell: ({ finished }) => finished !== null && <CellTime time={finished} />,
      },
    ],
    [t, i18n],
  );
}

const isToBeRun = (state: Task['state']): boolean =>
  state === 'loading' || state === 'checking' || state === 'checked';

/** Whose pages the console has by the path of their address at the API. */
const PAGES = /^\/api\/v1\/((users|devices|groups)\/[0-9a-f-]+)$/;

/** Whose items have a name in a row while they exist. For items of other resources, the server gives the id alone. */
const NAMED: ReadonlySet<Task['resource']> = new Set([
  'users',
  'devices',
  'pairs',
  'groups',
  'recordings',
  'webhooks',
]);

/** Whether the item of a row without a name no longer exists, as far as the row says. */
const isGone = ({ state, error }: TaskRow, resource: Task['resource'], action: Task['action']): boolean =>
  NAMED.has(resource) || error === 'not-found' || (action === 'delete' && state === 'done');

/** A field of an import is a column of its file. */
const importViolations = {
  ...violationText,
  'unknown-field': msg`This column is not known. Leave it out.`,
  // Said by a check as well, which invites no one.
  'pair-user-unknown': msg`No user with a verified account has this address.`,
  'reference-unknown': msg`No user or device that you manage has this e-mail address or serial number.`,
  // A row for a pair in the same direction changes it.
  'pair-exists': msg`There is already a pair or an invitation between these two, with the sides the other way round.`,
};

/** What an import's row changes or adds, on one line; of a row that has failed, nothing. */
const changesColumn = (
  label: string,
  i18n: I18n,
  resource: Task['resource'] = 'users',
): ManageColumn<TaskRow> => ({
  id: 'changes',
  label,
  width: 204,
  exported: { field: 'changes', words: changeWords(i18n, resource) },
  empty: ({ changes }) => changes.length === 0,
  cell: ({ changes, outcome }) => (
    <span style={WRAPPED}>
      <ChangeLine entry={{ resource, action: 'update', changes }} onlyAfter={outcome === 'add'} />
    </span>
  ),
});

/**
 * The columns of the rows of a task; the same array as long as the language is.
 *
 * @param resource of the task; undefined until it has been read
 * @param action likewise
 * @param state likewise
 */
export function useTaskRowColumns(
  resource: Task['resource'] | undefined,
  action: Task['action'] | undefined,
  state: Task['state'] | undefined,
): readonly ManageColumn<TaskRow>[] {
  const { t, i18n } = useLingui();
  // It has one more column: the others leave room for it.
  const isImport = action === 'import';
  const violations = isImport ? importViolations : violationText;
  const isChecking = state === 'checking';
  return useMemo(
    (): readonly ManageColumn<TaskRow>[] => [
      {
        id: 'number',
        label: t`Row`,
        width: isImport ? 74 : 92,
        align: 'end',
        sortBy: 'number',
        exported: { field: 'line' },
        cell: ({ line }) => line,
      },
      {
        id: 'name',
        label: t`Item`,
        main: true,
        width: isImport ? 202 : 220,
        exported: { field: 'name' },
        cell: (row) => {
          const { name, subject } = row;
          if (name !== null) {
            const page = PAGES.exec(subject ?? '')?.[1];
            const shown = page ? <ConsoleLink to={`/manager/${page}`}>{name}</ConsoleLink> : name;
            return <span style={WRAPPED}>{shown}</span>;
          }
          if (subject === null || resource === undefined || action === undefined) return '';
          return isGone(row, resource, action) ? i18n._(goneWords[resource]) : idOfIri(subject);
        },
      },
      {
        id: 'state',
        label: t`Result`,
        width: isImport ? 166 : 168,
        exported: [
          { field: 'outcome', heading: t`Result of the check`, words: wordsOf(i18n, outcomeWords) },
          { field: 'state', words: wordsOf(i18n, rowStateWords) },
        ],
        cell: ({ state, outcome }) =>
          state === 'waiting' && outcome !== null ? (
            <RowOutcome outcome={outcome} isFinal={!isChecking} />
          ) : (
            <RowState state={state} outcome={outcome} />
          ),
      },
      ...(isImport ? [changesColumn(t`Before and after`, i18n, resource)] : []),
      {
        id: 'reason',
        label: t`Why it failed`,
        width: isImport ? 230 : 330,
        exported: [
          { field: 'error', words: wordsOf(i18n, errorText) },
          {
            field: 'fields',
            heading: t`Fields`,
            words: { ...wordsOf(i18n, violations), ...wordsOf(i18n, importFieldLabels) },
          },
        ],
        empty: ({ error }) => error === null,
        cell: ({ error, fields, name }) => {
          if (error === null) return '';
          const fieldName = (path: string) => {
            const label = importFieldLabel(path);
            return label ? i18n._(label) : path;
          };
          const textOf = (code: ViolationCode, row: number | undefined) =>
            row === undefined ? i18n._(violations[code]) : t`Row ${row} has the same value.`;
          const moreOf = (refused: RefusedValue) => {
            const more = isImport ? explained(refused, name) : null;
            return more ? ` (${i18n._(more)})` : '';
          };
          const labelled = (name: string, text: string) => t`${name}: ${text}`;
          const details = fields.flatMap(({ propertyPath, code, row }) =>
            isViolationCode(code)
              ? [labelled(fieldName(propertyPath), `${textOf(code, row)}${moreOf({ propertyPath, code })}`)]
              : [],
          );
          const text =
            details.length > 0
              ? details.join(sentenceGap(supportedLanguage(i18n.locale)))
              : i18n._(errorText[error]);
          return <span style={WRAPPED}>{text}</span>;
        },
      },
      {
        id: 'code',
        label: t`Code`,
        width: isImport ? 122 : 146,
        exported: { field: 'code' },
        empty: ({ error }) => error === null,
        cell: ({ error, fields }) => (
          <span style={WRAPPED}>{[...new Set(fields.map(({ code }) => code))].join(', ') || error}</span>
        ),
      },
    ],
    [t, i18n, resource, action, isImport, violations, isChecking],
  );
}
