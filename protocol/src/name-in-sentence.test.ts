import { describe, expect, it } from 'vitest';
import { type Named, nameInSentence } from './name-in-sentence.ts';

describe('a name in a Japanese sentence', () => {
  it.each<readonly [Named['kind'], string, string]>([
    ['user', '田中', '田中さん'],
    ['guest', 'Yuki', 'Yukiさん'],
    [null, 'Yuki', 'Yukiさん'],
    ['user', '山田先生', '山田先生'],
    ['user', '花子さん', '花子さん'],
    ['user', 'tanaka@example.com', 'tanaka@example.com'],
    ['user', 'deleted user', 'deleted user'],
    ['device', '受付タブレット', '受付タブレット'],
    ['device', 'HIBIKI00001', 'HIBIKI00001'],
    [null, 'HIBIKI00001', 'HIBIKI00001'],
    ['group', '週例会議', '週例会議'],
    ['user', '', ''],
  ])('of a %s called %s is %s', (kind, name, text) => {
    expect(nameInSentence('ja', { kind, name })).toBe(text);
  });
});

it('stands as it is in an English sentence', () => {
  expect(nameInSentence('en', { kind: 'user', name: 'Yuki' })).toBe('Yuki');
});

it('turns the direction of nothing beside it', () => {
  expect(nameInSentence('ja', { kind: 'user', name: 'دانا' })).toBe('\u2068دانا\u2069さん');
});
