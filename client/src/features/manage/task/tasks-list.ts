import { msg } from '@lingui/core/macro';
import { type ListDefinition, optionsOf } from '#client/features/manage/table/list-definition.ts';
import { outcomeWords, rowStateWords, stateWords } from './task-words.ts';

export const tasksList: ListDefinition = {
  name: 'tasks',
  sorts: ['created'],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: msg`State`,
      options: optionsOf(stateWords, 'loading', 'checked', 'running', 'finished', 'cancelled'),
    },
    { kind: 'days', name: 'created', label: msg`Started` },
  ],
};

export const taskRowsList: ListDefinition = {
  name: 'task-rows',
  sorts: ['number'],
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: msg`Result`,
      options: optionsOf(rowStateWords, 'failed', 'done', 'unchanged', 'waiting', 'cancelled'),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: msg`Check`,
      options: optionsOf(outcomeWords, 'add', 'change', 'same', 'error'),
    },
  ],
};
