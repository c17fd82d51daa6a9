import { describe, expect, it } from 'vitest';
import { mergePatch } from '#server/rest/merge-patch.ts';
import { type Patch, reversalOf } from './patch.ts';

describe('reversalOf', () => {
  it.each<readonly [string, Patch, Patch]>([
    ['a value', { name: 'Lobby', state: 'ENABLED' }, { name: 'Hall' }],
    ['one that was not there', { name: 'Lobby' }, { end: '2026-01-01' }],
    ['one that is taken away', { end: '2026-01-01', name: 'Lobby' }, { end: null }],
    ['part of an object', { title: { ja: 'お知らせ', en: 'News' } }, { title: { en: 'Old' } }],
    ['an object for a value', { flags: null }, { flags: { a: true } }],
    ['a value for an object', { flags: { a: true, b: false } }, { flags: 'none' }],
    ['an array', { events: ['call.ended'] }, { events: ['call.started', 'call.ended'] }],
  ])('brings back %s', (_what, item, patch) => {
    const changed = mergePatch(item, patch);
    const withoutNulls = (value: unknown) => mergePatch({}, value);
    expect(withoutNulls(mergePatch(changed, reversalOf(item, patch)))).toEqual(withoutNulls(item));
  });
});
