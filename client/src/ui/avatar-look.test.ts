import { describe, expect, test } from 'vitest';
import { initialsOf, tintOf } from './avatar-look.ts';

describe('initials', () => {
  test.each([
    ['Aoi Tanaka', 'AT'],
    ['bob', 'B'],
    ['bob.smith@example.com', 'BS'],
    ['田中 葵', '田'],
    ['HB-00012', 'H0'],
    ['👩\u200d👧 Aiko', '👩\u200d👧'],
    ['か\u3099んば', 'か\u3099'],
    ['', '?'],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

test('a name keeps its colour', () => {
  expect(tintOf('Aoi')).toEqual(tintOf('Aoi'));
  expect(tintOf('Aoi')).not.toEqual(tintOf('Bob'));
});
