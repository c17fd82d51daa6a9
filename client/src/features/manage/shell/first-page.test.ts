import { describe, expect, test } from 'vitest';
import { apiQueryOf, readAddress } from '#client/features/manage/table/table-address.ts';
import { firstPageOf } from './first-page.ts';
import { type Scope, scopeQuery } from './scope.ts';

const scope: Scope = { customerId: 'c', customerIds: ['c'] };
const all: Scope = { customerId: null, customerIds: null };
const label = { id: 'label' };
const list = {
  name: 'users',
  sorts: ['email'],
  filters: [{ kind: 'days', name: 'registered', label }],
} as const;
const pageOf = (path: string, said = '', of = scope) => firstPageOf(path, new URLSearchParams(said), of);

describe('the first page of a list', () => {
  test.each([scope, all])('is what its screen asks for then, of %j', (of) => {
    const asked = apiQueryOf(readAddress(new URLSearchParams(), list), list, 'Asia/Tokyo');
    expect(pageOf('/manager/users', '', of)).toEqual({
      path: 'users',
      query: { ...asked, ...scopeQuery(of) },
    });
  });

  test('is known of a list that the address says nothing of but its customer', () => {
    expect(pageOf('/manager/connections', 'customer=c')?.path).toBe('connections');
    for (const said of ['page=2', 'sort=email:asc', 'search=aoi', 'verified=VERIFIED'])
      expect(pageOf('/manager/users', said)).toBeUndefined();
  });

  test('is not known of other screens', () => {
    for (const path of ['/manager', '/manager/users/aoi', '/manager/statics'])
      expect(pageOf(path)).toBeUndefined();
  });
});
