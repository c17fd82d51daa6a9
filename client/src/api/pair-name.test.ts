import { expect, test } from 'vitest';
import { nameFirst, pairDetail, pairName } from './pair-name.ts';

const pair = { name: '', nickname: '', mail: 'bob@example.com', serialPrinted: null };

test('a pair is called what its owner calls it, else what the other side calls itself', () => {
  expect(pairName({ ...pair, name: 'Bobby', nickname: 'Bob' })).toBe('Bobby');
  expect(pairName({ ...pair, nickname: 'Bob' })).toBe('Bob');
  expect(pairName(pair)).toBe('bob@example.com');
  expect(pairName({ ...pair, mail: null, serialPrinted: 'HB00012' })).toBe('HB00012');
});

test('its address is told beside the name, but not twice', () => {
  expect(pairDetail({ ...pair, nickname: 'Bob' })).toBe('bob@example.com');
  expect(pairDetail(pair)).toBe('');
});

test('in a list of people the name comes first, and the address on a second line', () => {
  expect(nameFirst({ ...pair, nickname: 'Bob', label: 'bob@example.com\n(Bob)' })).toBe(
    'Bob\nbob@example.com',
  );
  expect(nameFirst({ ...pair, label: 'bob@example.com' })).toBe('bob@example.com');
  // To members who may not read the address.
  expect(nameFirst({ ...pair, mail: null, label: 'Bob' })).toBe('Bob');
});
