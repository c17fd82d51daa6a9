import { describe, expect, test } from 'vitest';
import { scopeOf, scopeQuery } from './scope.ts';

const A = '01920000-0000-7000-8000-00000000000a';
const B = '01920000-0000-7000-8000-00000000000b';

describe('whose data is shown', () => {
  test('a manager of one customer has that one, even when the address names another', () => {
    expect(scopeOf(null, [A])).toEqual({ customerId: A, customerIds: [A] });
    expect(scopeOf(B, [A])).toEqual({ customerId: A, customerIds: [A] });
  });

  test('a manager of several has those that are managed, or the chosen one of them', () => {
    expect(scopeOf(null, [A, B])).toEqual({ customerId: null, customerIds: [A, B] });
    expect(scopeOf(B, [A, B])).toEqual({ customerId: B, customerIds: [B] });
    expect(scopeOf('of someone else', [A, B])).toEqual({ customerId: null, customerIds: [A, B] });
  });

  test('an administrator has all, without naming them, or the chosen one', () => {
    expect(scopeQuery(scopeOf(null, null))).toEqual({});
    expect(scopeQuery(scopeOf(A, null))).toEqual({ customer: [A] });
    expect(scopeQuery(scopeOf('nonsense', null))).toEqual({});
  });
});
