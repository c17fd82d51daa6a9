import { describe, expect, test } from 'vitest';
import { changedFields, mergeVersions } from './merge-versions.ts';

const base = { name: 'Aoi', lang: 'ja', manager: '' };

describe('two changes of the same object', () => {
  test('to different fields come together without a question', () => {
    expect(mergeVersions(base, { ...base, lang: 'en' }, { ...base, name: 'Aoi S.' })).toEqual({
      texts: { name: 'Aoi S.', lang: 'en', manager: '' },
      conflicts: [],
      takenOver: ['lang'],
    });
  });

  test('to the same value are no conflict', () => {
    const changed = { ...base, name: 'Aoi S.' };
    expect(mergeVersions(base, changed, changed)).toEqual({ texts: changed, conflicts: [], takenOver: [] });
  });

  test('to the same field are shown with what was there before', () => {
    const merged = mergeVersions(
      base,
      { ...base, name: 'Aoi T.', manager: 'on' },
      { ...base, name: 'Aoi S.', lang: 'en' },
    );
    expect(merged.conflicts).toEqual([{ field: 'name', base: 'Aoi', theirs: 'Aoi T.', mine: 'Aoi S.' }]);
    expect(merged.texts).toEqual({ name: 'Aoi S.', lang: 'en', manager: 'on' });
    expect(merged.takenOver).toEqual(['manager']);
  });

  test('of which one was taken back again leaves the other', () => {
    expect(mergeVersions(base, base, { ...base, name: 'Aoi S.' }).texts.name).toBe('Aoi S.');
    expect(mergeVersions(base, { ...base, name: 'Aoi T.' }, base).texts.name).toBe('Aoi T.');
  });
});

test('only the fields whose texts differ are changed', () => {
  expect(changedFields(base, base)).toEqual([]);
  expect(changedFields(base, { ...base, manager: 'on' })).toEqual(['manager']);
});
