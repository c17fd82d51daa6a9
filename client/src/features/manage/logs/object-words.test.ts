import { describe, expect, it } from 'vitest';
import { objectWords } from './object-words.ts';

describe('the object of a log entry', () => {
  it('is named by its kind and name, a feature by its service and then its customer', () => {
    expect(objectWords('users', 'User', 'Aoi')).toBe('User Aoi');
    expect(objectWords('tasks', 'Task', null)).toBe('Task');
    expect(objectWords('features', 'Features of a customer', 'Acme, Inc., Group chat')).toBe(
      'Group chat, Acme, Inc.',
    );
    expect(objectWords('features', 'Features of a customer', null)).toBe('Features of a customer');
  });
});
