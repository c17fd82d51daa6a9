import { expect, it } from 'vitest';
import type { UserId } from '#protocol/ids.ts';
import { userParty } from './party-name.ts';

it.each([
  ['Alice', 'alice@example.com', 'Alice'],
  ['', 'alice.b@example.com', 'alice.b'],
  ['', '"a@b"@example.com', '"a@b"'],
])('shows others a user with the name “%s” and the address %s as %s', (nickname, mail, name) => {
  expect(userParty({ id: 'u1' as UserId, nickname, mail }).name).toBe(name);
});
