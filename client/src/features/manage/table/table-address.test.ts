import { describe, expect, test } from 'vitest';
import type { ListDefinition } from './list-definition.ts';
import { apiQueryOf, hasDays, readAddress, saySame, writeAddress } from './table-address.ts';

const label = { id: 'label' };
const definition: ListDefinition = {
  name: 'things',
  sorts: ['email', 'registered'],
  filters: [
    { kind: 'choice', name: 'verified', label, options: [{ value: 'VERIFIED', label }] },
    {
      kind: 'choices',
      name: 'state',
      label,
      options: [
        { value: 'open', label },
        { value: 'closed', label },
      ],
    },
    { kind: 'days', name: 'registered', label },
    { kind: 'reference', name: 'owner', label },
  ],
};

const read = (query: string) => readAddress(new URLSearchParams(query), definition);
const rewritten = (query: string) =>
  writeAddress(new URLSearchParams(query), definition, read(query)).toString();

describe('the address of a table', () => {
  test.each([
    ['registered.after=2026-11-20', true],
    ['registered.before=2026-11-20', true],
    ['verified=VERIFIED&search=a', false],
  ])('depends on a time zone only with days: %s', (query, depends) => {
    expect(hasDays({ definition, filters: read(query).filters })).toBe(depends);
  });

  test('says everything that is in force', () => {
    expect(
      read(
        'search=aoi&sort=email:desc&page=3&pageSize=100&verified=VERIFIED&state=open&state=closed&registered.after=2026-11-01',
      ),
    ).toEqual({
      search: 'aoi',
      sort: { field: 'email', direction: 'desc' },
      page: 3,
      pageSize: 100,
      filters: { verified: ['VERIFIED'], state: ['open', 'closed'], 'registered.after': ['2026-11-01'] },
    });
  });

  test.each([
    ['sort=password:asc', ''],
    ['sort=email:sideways', ''],
    ['page=0', ''],
    ['page=2.5', ''],
    ['pageSize=37', ''],
    ['verified=PERHAPS', ''],
    ['verified=VERIFIED&verified=VERIFIED', 'verified=VERIFIED'],
    ['state=open&state=lost&state=open', 'state=open'],
    ['registered.after=2026-02-31', ''],
    ['registered.before=yesterday', ''],
    ['owner=me', ''],
    ['page=1&pageSize=50&search=', ''],
  ])('drops what it does not know: %s becomes %j', (query, kept) => {
    expect(rewritten(query)).toBe(kept);
  });

  test('leaves what is not of the list as it is', () => {
    expect(rewritten('customer=c1&edit=u1&page=2')).toBe('customer=c1&edit=u1&page=2');
  });

  test('is the same in another order, and another with another value', () => {
    expect(saySame(new URLSearchParams('a=1&b=2'), new URLSearchParams('b=2&a=1'))).toBe(true);
    expect(saySame(new URLSearchParams('a=1&b=2'), new URLSearchParams('a=1&b=3'))).toBe(false);
  });
});

test('the API is asked by its own names, and for days as the customer counts them', () => {
  const address = read(
    'search=aoi&sort=email:asc&page=2&state=open&verified=VERIFIED&registered.after=2026-11-01&registered.before=2026-11-02',
  );
  expect(apiQueryOf(address, definition, 'Asia/Tokyo')).toEqual({
    page: 2,
    pageSize: 50,
    search: 'aoi',
    order: { email: 'asc' },
    verified: 'VERIFIED',
    state: ['open'],
    'registered[after]': '2026-10-31T15:00:00.000Z',
    'registered[strictly_before]': '2026-11-02T15:00:00.000Z',
  });
});
