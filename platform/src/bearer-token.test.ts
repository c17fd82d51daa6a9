import { expect, it } from 'vitest';
import { BEARER_TOKEN } from './bearer-token.ts';

it.each(['0123456789abcdef', 'kR4vQ9-metrics_of.tests', 'a+b/c~d=='])(
  '%s can be sent as a bearer token',
  (token) => {
    expect(BEARER_TOKEN.test.test(token)).toBe(true);
  },
);

it.each(['a b', ' a', 'a\n', 'a=b', 'a"b', 'a,b', 'ä', '日本', '='])('%j cannot', (token) => {
  expect(BEARER_TOKEN.test.test(token)).toBe(false);
});
