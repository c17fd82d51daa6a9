import { expect, test } from 'vitest';
import { createAnswerKey, type PressedKey } from './answer-key.ts';

const key = (change: Partial<PressedKey> = {}): PressedKey => ({
  key: 'Enter',
  repeat: false,
  isComposing: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...change,
});

function ring() {
  let nowMs = 0;
  const answerKey = createAnswerKey(() => nowMs);
  return {
    answerKey,
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

test('Enter answers a ring that has been there for a second', () => {
  const { answerKey, pass } = ring();
  pass(1_000);
  expect(answerKey.answers(key())).toBe(true);
});

test('Enter that ends what someone was typing when it began to ring does not', () => {
  const { answerKey, pass } = ring();
  pass(300);
  expect(answerKey.answers(key())).toBe(false);
});

test('nor does one after letters that were typed while it rang, until a second later', () => {
  const { answerKey, pass } = ring();
  for (const letter of 'hello') {
    pass(400);
    answerKey.answers(key({ key: letter }));
  }
  pass(400);
  expect(answerKey.answers(key())).toBe(false);
  pass(1_000);
  expect(answerKey.answers(key())).toBe(true);
});

test.each<[string, Partial<PressedKey>]>([
  ['another key', { key: ' ' }],
  ['a key that is held down', { repeat: true }],
  ['what ends the composing of a word', { isComposing: true }],
  ['a combination', { ctrlKey: true }],
])('%s does not answer', (_what, change) => {
  const { answerKey, pass } = ring();
  pass(5_000);
  expect(answerKey.answers(key(change))).toBe(false);
});

test('Escape declines once the ring has been there for a second', () => {
  const { answerKey, pass } = ring();
  pass(999);
  expect(answerKey.declines()).toBe(false);
  pass(1);
  expect(answerKey.declines()).toBe(true);
});
