import { expect, it } from 'vitest';
import { taskBodyOf } from './bulk-selection.ts';

const work = { resource: 'devices', action: 'merge', body: { state: 'DISABLED' } } as const;
const query = { page: 3, pageSize: 50, search: 'a b', order: { name: 'asc' }, customer: ['x', 'y'] } as const;

it('chosen rows are named by their ids', () => {
  expect(taskBodyOf(work, { kind: 'ids', ids: new Set(['1', '2']) }, query)).toEqual({
    ...work,
    ids: ['1', '2'],
  });
});

it('everything that matches is named by the query of the list, on all of its pages', () => {
  expect(taskBodyOf(work, { kind: 'all', except: new Set(['3']), total: 9 }, query)).toEqual({
    ...work,
    query: 'search=a+b&order%5Bname%5D=asc&customer%5B%5D=x&customer%5B%5D=y',
    except: ['3'],
  });
});
