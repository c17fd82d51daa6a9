import { setupI18n } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { connectionsList } from '#client/features/manage/connections/connections-list.ts';
import { customersList } from '#client/features/manage/customer/customers-list.ts';
import { devicesList } from '#client/features/manage/devices/devices-list.ts';
import { groupsList } from '#client/features/manage/groups/groups-list.ts';
import { mailsList } from '#client/features/manage/mails/mails-list.ts';
import { pairsList } from '#client/features/manage/pairs/pairs-list.ts';
import { recordingsList } from '#client/features/manage/recordings/recordings-list.ts';
import type { ListDefinition } from '#client/features/manage/table/list-definition.ts';
import { taskRowsList, tasksList } from '#client/features/manage/task/tasks-list.ts';
import { usersList } from '#client/features/manage/users/users-list.ts';
import { deliveriesList, webhooksList } from '#client/features/manage/webhooks/webhooks-list.ts';
import { resources } from '#protocol/rest/api.ts';
import type { Field } from '#protocol/rest/field.ts';
import { type ChangedEntry, changesInWords } from './changes-in-words.ts';
import { changeWords, logExportWords } from './export-words.ts';
import { fieldText } from './field-texts.ts';
import { logsList } from './logs-list.ts';

// Names of people in filters are looked up at the API, which takes a browser.
vi.mock('#client/features/manage/pick/owner-name.tsx', () => ({ OwnerName: () => null }));
vi.mock('./actor-name.tsx', () => ({ ActorName: () => null }));

const lists: Readonly<Record<string, ListDefinition>> = {
  users: usersList,
  devices: devicesList,
  pairs: pairsList,
  groups: groupsList,
  customers: customersList,
  connections: connectionsList,
  recordings: recordingsList,
  webhooks: webhooksList,
  webhook_deliveries: deliveriesList,
  mails: mailsList,
  logs: logsList,
  tasks: tasksList,
  task_rows: taskRowsList,
};

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const shown = (
  resource: string,
  change: { readonly field: string; readonly before?: string; readonly after?: string },
  action = 'update',
) => {
  const entry: ChangedEntry = { resource, action, changes: [{ before: null, after: null, ...change }] };
  const [first] = changesInWords(entry, { i18n, zone: 'Asia/Tokyo' });
  return `${first?.label}: ${first?.before} → ${first?.after}`;
};

test('values of the API are shown as the screens show them', () => {
  expect(shown('users', { field: 'isManager', before: 'false', after: 'true' })).toBe('Role: User → Manager');
  expect(shown('users', { field: 'lang', before: 'ja', after: 'en' })).toBe(
    'Language of e-mails: 日本語 → English',
  );
  expect(shown('devices', { field: 'state', before: 'ENABLED', after: 'DISABLED' })).toBe(
    'State: Enabled → Disabled',
  );
  expect(shown('features', { field: 'feature_opt_chat_recording', before: 'false', after: 'true' })).toBe(
    'Recording calls: Off → On',
  );
  expect(shown('settings', { field: 'video_chat_video_bandwidth', before: '200', after: '500' })).toBe(
    'Video bandwidth: 200 kbps → 500 kbps',
  );
  expect(shown('webhooks', { field: 'events', after: 'call.started, call.ended, call.unknown' })).toBe(
    'Events: – → A call started, A call ended, call.unknown',
  );
});

test('times are in the time zone of the page', () => {
  expect(
    shown('groups', {
      field: 'start',
      before: '2026-01-01T15:00:00.000Z',
      after: '2026-01-02T00:30:00.000Z',
    }),
  ).toBe('Start: 2 Jan 2026, 00:00 → 2 Jan 2026, 09:30');
});

test('no value is one where an object is changed, and none where it is added or deleted', () => {
  const end = { field: 'end', after: '2026-01-01T15:00:00.000Z' };
  expect(shown('groups', end)).toBe('End: Always → 2 Jan 2026, 00:00');
  expect(shown('groups', end, 'create')).toBe('End: – → 2 Jan 2026, 00:00');
  expect(shown('users', { field: 'nickname', before: '', after: 'true' })).toBe('Name: – → true');
});

test('texts in both languages are told apart, also where the end is cut off', () => {
  const title = '{"ja":"お知らせ","en":"A \\"quoted\\" title"}';
  expect(shown('notifications', { field: 'title', after: title }, 'create')).toBe(
    'Title: – → 日本語: お知らせ, English: A "quoted" title',
  );
  expect(
    shown('notifications', {
      field: 'contents',
      before: '{"ja":"一行目\\n二行',
      after: '{"ja":"","en":"Lon…',
    }),
  ).toBe('Contents: 日本語: 一行目\n二行 → English: Lon…');
});

test('filters and columns of an export are decoded, and named as on the screens', () => {
  const id = '01a23456-0000-7000-8000-000000000001';
  const query = `search=m-&order%5Bemail%5D=asc&customer%5B%5D=${id}&registered%5Bafter%5D=2026-01-01T15%3A00%3A00.000Z&isManager=true&page=2`;
  const entry: ChangedEntry = {
    resource: 'users',
    action: 'export',
    changes: [
      { field: 'query', before: null, after: query },
      { field: 'columns', before: null, after: 'nickname, email, state, newer' },
    ],
  };
  const reference = { id, resource: 'customers', name: 'Maple Clinic', isDeleted: false };
  const [filters, columns] = changesInWords(
    { ...entry, references: [reference] },
    { i18n, zone: 'Asia/Tokyo' },
  ).map(({ label, after }) => `${label}: ${after}`);
  expect(filters).toBe(
    'Filters: Search: m-; Order: E-mail address, ascending; Customer: Maple Clinic; Registered: from 2 Jan 2026, 00:00; Role: Manager',
  );
  expect(columns).toBe('Columns: Name, E-mail address, State, newer');
});

test('filters name what they refer to, also what is deleted or not the reader’s', () => {
  const idOf = (number: number) => `01a23456-0000-7000-8000-00000000000${number}`;
  const references = [
    { resource: 'users', name: 'Aoi', isDeleted: false },
    { resource: 'devices', name: null, isDeleted: true },
    { resource: null, name: null, isDeleted: true },
    { resource: 'groups', name: null, isDeleted: false },
    { resource: 'calls', name: '2026-01-01T15:00:00.000Z', isDeleted: false },
    { resource: 'webhooks', name: '', isDeleted: false },
  ].map((reference, index) => ({ id: idOf(index), ...reference }));
  const inWords = (resource: string, query: string) =>
    changesInWords(
      { resource, action: 'export', changes: [{ field: 'query', before: null, after: query }], references },
      { i18n, zone: 'Asia/Tokyo' },
    )[0]?.after;
  const address = encodeURIComponent(`/api/v1/users/${idOf(0)}`);
  expect(inWords('pairs', `party=${address}`)).toBe('User or device: Aoi');
  expect(inWords('connections', `owner=${address}&peerId=${idOf(1)}`)).toBe(
    'Participant: Aoi; With: Deleted device',
  );
  expect(inWords('logs', `actorId=${idOf(0)}&resourceId=${idOf(2)}`)).toBe('By: Aoi; Object: Deleted object');
  expect(inWords('connections', `peerId=${idOf(3)}&callId=${idOf(4)}`)).toBe(
    'With: of another customer; Call: 2 Jan 2026, 00:00',
  );
  expect(inWords('webhook_deliveries', `webhook=${idOf(5)}`)).toBe('Webhook: –');
  expect(inWords('users', `search=${idOf(0)}`)).toBe(`Search: ${idOf(0)}`);
  // Entries of older versions may end within an id.
  expect(inWords('pairs', 'party=%2Fapi%2Fv1%2Fusers%2F01a23456-00')).toBe('User or device: …');
});

test('every field that the server writes down has a label', () => {
  const given = Object.entries(resources).flatMap(([path, { fields }]) =>
    Object.entries<Field>(fields)
      .filter(([, { mode }]) => mode === 'edit' || mode === 'create')
      .map(([field]) => [path, field] as const),
  );
  const others = [
    ['calls', 'members'],
    ['customers', 'managers'],
    ['recordings', 'film'],
    ['recordings', 'file'],
  ] as const;
  const unnamed = [...given, ...others].filter(([path, field]) => fieldText(path, field) === undefined);
  expect(unnamed).toEqual([]);
});

test('what no screen knows stays as the API says it', () => {
  expect(shown('users', { field: 'newer', before: 'true', after: 'ENABLED' })).toBe('newer: true → ENABLED');
  expect(shown('things', { field: 'constructor', after: 'x' }, 'create')).toBe('constructor: – → x');
  expect(shown('toString', { field: 'name', after: 'x' }, 'create')).toBe('name: – → x');
});

test.each(Object.entries(lists))('filters of %s are in the words of the list', (resource, { filters }) => {
  for (const filter of filters) {
    const options = 'options' in filter ? filter.options : [];
    for (const { value, label } of options) {
      const query = shown(resource, { field: 'query', after: `${filter.name}=${value}` }, 'export');
      expect(query).toBe(`Filters: – → ${filter.label.message}: ${label.message}`);
    }
  }
});

test('what every list of notifications is narrowed to goes without saying', () => {
  const after = 'audience=everyone&audience=customer&search=x';
  expect(shown('notifications', { field: 'query', after }, 'export')).toBe('Filters: – → Search: x');
});

test('an export gets the words of all fields, values and filters', () => {
  const { object, by, changes: words } = logExportWords(i18n);
  expect(object).toMatchObject({ users: 'User', 'services.objectName=service_video_chat': '1-to-1 chat' });
  expect(by).toMatchObject({ nobody: 'Not signed in' });
  expect(words).toMatchObject({
    'customers.name': 'Name',
    'users.isManager=true': 'Manager',
    'users.lang=ja': '日本語',
    'groups.end=': 'Always',
    'connections.endReason=no-answer': 'No answer',
    'logs.action=sign-in': 'Signed in',
    'logs.resource=users': 'User',
    'settings.video_chat_video_bandwidth=*': '* kbps',
    'pairs#ownerName': 'Invited by',
    'deleted users': 'Deleted user',
    query: 'Filters',
    descending: '*, descending',
  });
  expect(Object.keys(words).length).toBeLessThan(600);
  expect(changeWords(i18n, 'users')).toMatchObject({ '.nickname': 'Name', '.isManager=true': 'Manager' });
});
