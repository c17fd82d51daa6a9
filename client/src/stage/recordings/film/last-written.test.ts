import { expect, it } from 'vitest';
import { lastWritten } from './last-written.ts';

const messages = [{ offset: 3 }, { offset: 3 }, { offset: 10.5 }];

it.each([
  [0, -1],
  [2.9, -1],
  [3, 1],
  [10.4, 1],
  [10.5, 2],
  [99, 2],
])('at %d s the message %d was written last', (moment, index) => {
  expect(lastWritten(messages, moment)).toBe(index);
});
