import { expect, test } from 'vitest';
import { pairDetail, pairName } from './pair-name.ts';

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
