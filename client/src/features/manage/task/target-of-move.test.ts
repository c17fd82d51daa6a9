import { expect, test } from 'vitest';
import { targetOfMove } from './target-of-move.ts';

const body = { customer: '/api/v1/customers/1' };

test('a task that changes the customer moves its items there', () => {
  expect(targetOfMove({ action: 'merge', body, undoes: null })).toBe('1');
});

test('a task that undoes a move, and one that changes something else, have no target', () => {
  expect(targetOfMove({ action: 'merge', body, undoes: '/api/v1/tasks/1' })).toBeNull();
  expect(targetOfMove({ action: 'merge', body: { lang: 'en' }, undoes: null })).toBeNull();
  expect(targetOfMove({ action: 'import', body, undoes: null })).toBeNull();
});
