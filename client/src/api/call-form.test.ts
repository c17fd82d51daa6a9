import { describe, expect, test } from 'vitest';
import { queryString } from './query-string.ts';
import { fillPath } from './required-parameter.ts';

describe('the path of a call', () => {
  test('has its ids URL-encoded', () => {
    expect(fillPath('pairs/{serial_or_id}/availables', { serial_or_id: 'a/b c' }, 'pairs.availables')).toBe(
      'pairs/a%2Fb%20c/availables',
    );
  });

  test.each([null, undefined])('needs its ids: %s is refused in the specified words', (id) => {
    expect(() => fillPath('pairs/{id}', { id }, 'pairs.read')).toThrow(
      'Required parameter id was null or undefined when calling pairs.read',
    );
  });
});

describe('the query of a call', () => {
  test('sends arrays as name[]=value, and nests what is nested', () => {
    const query = queryString({ page: 2, customer: ['a', 'b'], order: { name: 'asc' }, search: undefined });
    expect(decodeURIComponent(query)).toBe('?page=2&customer[]=a&customer[]=b&order[name]=asc');
  });

  test('is nothing when nothing is asked', () => {
    expect(queryString({})).toBe('');
  });
});
