import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

test.each([
  ['?redirect=%2Fuser%2Fgroupchat%2Ftalk%3Fgroup%3D1', '/user/groupchat/talk?group=1'],
  ['', '/user'],
  ['?redirect=https%3A%2F%2Fevil.example', '/user'],
  ['?redirect=%2F%2Fevil.example', '/user'],
  ['?redirect=%2F%5Cevil.example', '/user'],
  ['?redirect=javascript%3Aalert(1)', '/user'],
])('%j leads to %s', (query, target) => {
  expect(redirectTarget(new URLSearchParams(query), '/user')).toBe(target);
});
