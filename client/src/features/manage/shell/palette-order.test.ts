import { expect, test } from 'vitest';
import { consoleGroups } from './navigation-items.ts';
import { paletteActions } from './palette-actions.ts';
import { inOrder, type PaletteTarget } from './palette-order.ts';

const screens = consoleGroups(true).flatMap(({ items }) => items);
const actions = paletteActions({ isAdmin: true, hasCustomer: false });
const places = [
  ...screens.map(({ to, label, words }) => ({ kind: 'screen' as const, to, names: [label.id, words] })),
  ...actions.map(({ to, label, words }) => ({ kind: 'action' as const, to, names: [label.id, words] })),
];
const object = (...names: readonly string[]): PaletteTarget & { readonly to: string } => ({
  kind: 'object',
  to: names.join(' '),
  names,
});
const found = (query: string, ...objects: readonly ReturnType<typeof object>[]) =>
  inOrder(query, [...places, ...objects]).map(({ to }) => to);

test('a serial number is no mistyped action', () => {
  expect(found('MADD', object('Reception', 'MADD00001'))).toEqual(['Reception MADD00001']);
});

test('what is called as typed comes first, then screens, then what begins with it, then actions', () => {
  const objects = [object('Old users'), object('Users of the hall'), object('users')];
  const order = found('users', ...objects);
  expect(order.slice(0, 2)).toEqual(['users', '/manager/users']);
  expect(order.indexOf('Users of the hall')).toBeLessThan(order.indexOf('/manager/import/users'));
  expect(order.at(-1)).toBe('Old users');
});

test('a person whose name or mail address begins with “add” stands before the actions', () => {
  const order = found('add', object('Addison', 'a@example.com'), object('Paul', 'add@example.com'));
  expect(order.slice(0, 3)).toEqual(['Addison a@example.com', 'Paul add@example.com', '/manager/users?add']);
});

test.each([
  ['users', '/manager/import/users'],
  ['user add', '/manager/users?add'],
  ['ついか ゆーざー', '/manager/users?add'],
  ['ser', undefined],
])('actions are found by beginnings of their words: %s', (query, to) => {
  expect(found(query).find((each) => actions.some((action) => action.to === each && each === to))).toBe(to);
});

test.each([
  ['デバイス', '/manager/devices'],
  ['でばいす', '/manager/devices'],
  ['カスタマー', '/manager/customer'],
  ['かすたまー', '/manager/customer'],
  ['テナント', '/manager/customer'],
  ['ダッシュボード', '/manager'],
  ['ライブ', '/manager/live'],
  ['ジョブ', '/manager/tasks'],
  ['アカウント', '/manager/users'],
  ['ミーティング', '/manager/groups'],
  ['コンタクト', '/manager/pairs'],
  ['レポート', '/manager/statics'],
  ['ヒストリー', '/manager/connections'],
  ['レコーディング', '/manager/recordings'],
  ['アナウンス', '/manager/notifications'],
  ['うぇぶふっく', '/manager/webhooks'],
  ['ログ', '/manager/logs'],
  ['アドミン', '/manager/admins'],
  ['めでぃあのーど', '/manager/nodes'],
  ['いーめーる', '/manager/mails'],
])('screens are found by loanwords: %s', (query, to) => {
  expect(found(query)[0]).toBe(to);
});
