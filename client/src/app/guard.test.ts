import { describe, expect, test } from 'vitest';
import { guard, logoTarget, signOutTarget } from './guard.ts';

const user = { verified: 'VERIFIED', isManager: false } as const;
const manager = { verified: 'VERIFIED', isManager: true } as const;
const unverified = { verified: 'UNVERIFIED', isManager: true } as const;

describe('the navigation guard', () => {
  test('lets a verified user through, and a verified manager everywhere', () => {
    expect(guard('user', user, '/user')).toBeNull();
    expect(guard('user', manager, '/user')).toBeNull();
    expect(guard('manager', manager, '/manager')).toBeNull();
  });

  test.each([
    ['nobody', null],
    ['an unverified user', unverified],
  ])('sends %s to sign in, and keeps the whole wanted path', (_, who) => {
    expect(guard('user', who, '/user/groupchat/talk?group=1&x=2#y')).toBe(
      '/signin?redirect=%2Fuser%2Fgroupchat%2Ftalk%3Fgroup%3D1%26x%3D2%23y',
    );
  });

  test.each([
    ['nobody', null],
    ['an unverified manager', unverified],
    ['a user who is no manager', user],
  ])("sends %s to the managers' door", (_, who) => {
    expect(guard('manager', who, '/manager/devices')).toBe('/manager/signin?redirect=%2Fmanager%2Fdevices');
  });
});

test.each([
  ['/user/settings', '/user'],
  ['/user', null],
  ['/manager/pairs', '/manager'],
  ['/manager', null],
  ['/about', null],
  ['/users', null],
])('the logo leads from %s to %s', (from, to) => {
  expect(logoTarget(from)).toBe(to);
});

test.each([
  ['/user', '/signin'],
  ['/about', '/signin'],
  ['/signin', null],
  ['/manager', '/manager/signin'],
  ['/manager/devices', '/manager/signin'],
  ['/manager/signin', null],
])('signing out leads from %s to %s', (from, to) => {
  expect(signOutTarget(from)).toBe(to);
});
