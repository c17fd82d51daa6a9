import { describe, expect, it } from 'vitest';
import { cellsOf } from './cells.ts';

it('writes a list of objects as what they have, in the words that were asked for', () => {
  const words = { email: 'E-mail address', 'mail-format': 'The format is wrong.', repeated: 'Repeated' };
  const cells = cellsOf('task_rows', [{ field: 'fields', words }], { timeZone: 'UTC', lang: 'en' });
  const fields = [
    { propertyPath: 'email', code: 'mail-format' },
    { propertyPath: 'nickname', code: 'repeated', row: 8 },
  ];
  expect(cells({ fields })).toEqual(['E-mail address: The format is wrong., nickname: Repeated: 8']);
  expect(cells({ fields: [] })).toEqual(['']);
});

const inTokyo = { timeZone: 'Asia/Tokyo', lang: 'en' } as const;

describe('the audit log', () => {
  const words = {
    customers: 'Customer',
    'customers.name': 'Name',
    'customers.timeZone': 'Time zone',
    'groups.end': 'End',
    'groups.end=': 'Always',
    'users.isManager': 'Role',
    'users.isManager=true': 'Manager',
    'users.isManager=false': 'User',
    'settings.video_chat_video_bandwidth': 'Video bandwidth',
    'settings.video_chat_video_bandwidth=*': '* kbps',
    services: 'Service',
    'services.objectName=service_video_chat': '1-to-1 chat',
    'features.objectName=service_video_chat': '1-to-1 chat',
    nobody: 'Not signed in',
    query: 'Filters',
    columns: 'Columns',
    email: 'E-mail address',
    search: 'Search',
    order: 'Order',
    descending: '*, descending',
    after: 'from *',
    registered: 'Registered',
    'pairs#email': 'With',
    'pairs.state': 'State',
    'deleted users': 'Deleted user',
    'deleted ': 'Deleted object',
    unreadable: 'of another customer',
    customer: 'Customer',
    'users?verified': 'State',
    'users?verified=VERIFIED': 'Verified',
  };
  const entry = (resource: string, changes: readonly object[], more: object = {}) => ({
    resource,
    action: 'update',
    objectName: null,
    actorName: null,
    actorKind: 'nobody',
    customer: null,
    customerName: null,
    changes,
    ...more,
  });
  const changesOf = (resource: string, change: object, more?: object) =>
    cellsOf('logs', [{ field: 'changes', words }], inTokyo)(entry(resource, [change], more)).join();

  it('names the field, the former value and the new one, as the screen does', () => {
    const added = entry(
      'customers',
      [
        { field: 'name', before: null, after: 'Acme Clinic' },
        { field: 'newer', before: null, after: 'x' },
      ],
      { action: 'create' },
    );
    const cells = cellsOf('logs', [{ field: 'changes', words }], inTokyo);
    expect(cells(added)).toEqual(['Name: – → Acme Clinic, newer: – → x']);
    expect(changesOf('users', { field: 'isManager', before: 'false', after: 'true' })).toBe(
      'Role: User → Manager',
    );
    expect(changesOf('groups', { field: 'end', before: null, after: '2026-11-29T16:25:00.000Z' })).toBe(
      'End: Always → 2026-11-30 01:25:00',
    );
    expect(changesOf('settings', { field: 'video_chat_video_bandwidth', before: '200', after: '500' })).toBe(
      'Video bandwidth: 200 kbps → 500 kbps',
    );
    expect(changesOf('notifications', { field: 'title', before: null, after: '{"ja":"題","en":"Tit…' })).toBe(
      'title: – → 日本語: 題, English: Tit…',
    );
  });

  it('names the object, and who did it, also where that has no name', () => {
    const cells = cellsOf(
      'logs',
      [
        { field: 'object', words },
        { field: 'by', words },
      ],
      inTokyo,
    );
    expect(cells(entry('customers', [], { objectName: 'Acme Clinic' }))).toEqual([
      'Customer Acme Clinic',
      'Not signed in',
    ]);
    expect(cells(entry('services', [], { objectName: 'service_video_chat', actorName: 'nobody' }))).toEqual([
      'Service 1-to-1 chat',
      'nobody',
    ]);
    expect(cells(entry('features', [], { objectName: 'Acme Clinic, service_video_chat' }))[0]).toBe(
      '1-to-1 chat, Acme Clinic',
    );
  });

  it('decodes filters and columns of an export', () => {
    const query =
      'search=m-&verified=VERIFIED&order%5Bemail%5D=desc&customer%5B%5D=01a23456&party=%2Fapi%2Fv1%2Fusers%2F02&peerId=03&task=04&owner=05&webhook=%2Fapi%2Fv1%2Fwebhooks%2F06&registered%5Bafter%5D=2026-01-01T15%3A00%3A00.000Z&page=2';
    expect(
      changesOf(
        'users',
        { field: 'query', before: null, after: query },
        {
          references: [
            { id: '01a23456', resource: 'customers', name: 'Maple Clinic', isDeleted: false },
            { id: '02', resource: 'users', name: null, isDeleted: true },
            { id: '03', resource: null, name: null, isDeleted: true },
            { id: '04', resource: 'tasks', name: '2026-01-01T15:00:00.000Z', isDeleted: false },
            { id: '05', resource: 'users', name: null, isDeleted: false },
            { id: 'm-', resource: 'users', name: 'Not this', isDeleted: false },
          ],
        },
      ),
    ).toBe(
      'Filters: – → Search: m-; State: Verified; Order: E-mail address, descending; Customer: Maple Clinic; party: Deleted user; peerId: Deleted object; task: 2026-01-02 00:00:00; owner: of another customer; webhook: …; Registered: from 2026-01-02 00:00:00',
    );
    expect(changesOf('users', { field: 'columns', before: null, after: 'email, newer' })).toBe(
      'Columns: – → E-mail address, newer',
    );
    expect(changesOf('pairs', { field: 'columns', before: null, after: 'email, state' })).toBe(
      'Columns: – → With, State',
    );
  });
});

describe('a column that a list makes from several fields', () => {
  const cell = (
    resource: Parameters<typeof cellsOf>[0],
    field: string,
    item: object,
    words?: Record<string, string>,
  ) => cellsOf(resource, [{ field, ...(words && { words }) }], inTokyo)(item)[0];
  const past = '2020-01-01T00:00:00.000Z';
  const future = '2100-01-01T00:00:00.000Z';

  it.each([
    ['groups', { online: true, available: true, end: null }, 'live'],
    ['groups', { online: false, available: true, end: null }, 'open'],
    ['groups', { online: false, available: false, end: past }, 'ended'],
    ['groups', { online: false, available: false, end: future }, 'not-open'],
    ['webhooks', { enabled: true, failingSince: null }, 'enabled'],
    ['webhooks', { enabled: true, failingSince: past }, 'failing'],
    ['webhooks', { enabled: false, failingSince: past }, 'disabled'],
    ['notifications', { datetime: past }, 'published'],
    ['notifications', { datetime: future }, 'scheduled'],
  ] as const)('writes the state of %s %j as %s', (resource, item, state) => {
    expect(cell(resource, 'state', item)).toBe(state);
    expect(cell(resource, 'state', item, { [state]: 'In words' })).toBe('In words');
  });

  it('has counts, names and titles', () => {
    expect(cell('customers', 'managerCount', { managers: ['/api/v1/users/1', '/api/v1/users/2'] })).toBe(2);
    expect(cell('notifications', 'audience', { customer: null }, { everyone: 'Everyone' })).toBe('Everyone');
    expect(cell('notifications', 'audience', { customer: '/api/v1/customers/1', customerName: 'A' })).toBe(
      'A',
    );
    expect(cell('webhooks', 'label', { name: '', url: 'https://example.com' })).toBe('https://example.com');
    const task = { resource: 'users', name: 'users import' };
    expect(cell('tasks', 'title', task, { import: 'Import', users: 'Users' })).toBe('Import · Users');
  });

  it('has the code of what is wrong with a row, as the list of rows does', () => {
    const field = { propertyPath: 'customer', code: 'unknown-field' };
    expect(cell('task_rows', 'code', { error: 'validation-failed', fields: [field, field] })).toBe(
      'unknown-field',
    );
    expect(cell('task_rows', 'code', { error: 'not-found', fields: [] })).toBe('not-found');
  });

  it('tells incoming calls from outgoing ones, and those that were missed', () => {
    const call = (kind: string, outgoing: boolean, endReason: string) => {
      const item = { kind, outgoing, endReason };
      return [cell('connections', 'callKind', item), cell('connections', 'ending', item)];
    };
    expect(call('direct', false, 'no-answer')).toEqual(['incoming', 'missed']);
    expect(call('direct', true, 'no-answer')).toEqual(['outgoing', 'no-answer']);
    expect(call('direct', false, 'hung-up')).toEqual(['incoming', 'hung-up']);
    expect(call('group', false, 'lost')).toEqual(['group', 'lost']);
    const words = { missed: 'Missed' };
    const missed = { kind: 'direct', outgoing: false, endReason: 'busy' };
    expect(cell('connections', 'ending', missed, words)).toBe('Missed');
  });

  it('names the owner of a call, also one who has been deleted since', () => {
    const words = { 'deleted user': 'Deleted user', 'deleted device': 'Deleted device' };
    const participant = (ownerKind: string, ownerName: string | null) =>
      cell('connections', 'participant', { ownerKind, ownerName }, words);
    expect(participant('user', 'Aoi')).toBe('Aoi');
    expect(participant('user', null)).toBe('Deleted user');
    expect(participant('device', null)).toBe('Deleted device');
  });

  it('names the other side of a pair on one line, whoever has invited', () => {
    const pair = {
      ownerName: 'Aoi',
      ownerMail: 'aoi@example.com',
      ownerSerialPrinted: null,
      peer: '/api/v1/devices/2',
      name: '',
      nickname: 'Lobby',
      mail: null,
      serialPrinted: '0001-ABCD',
    };
    const withOf = (party: string, more: object = {}) =>
      cellsOf('pairs', [{ field: 'with' }], { ...inTokyo, party })({ ...pair, ...more })[0];
    expect(withOf('/api/v1/users/1')).toBe('Lobby (0001-ABCD)');
    expect(withOf('/api/v1/users/1', { name: 'Our lobby' })).toBe('Our lobby (0001-ABCD)');
    expect(withOf('/api/v1/users/1', { nickname: '' })).toBe('0001-ABCD');
    expect(withOf('/api/v1/devices/2')).toBe('Aoi (aoi@example.com)');
    expect(withOf('2', { ownerName: 'aoi@example.com' })).toBe('aoi@example.com');
  });

  it('says when a device was last seen, or that it never was', () => {
    const words = { online: 'Online now', '': 'Never' };
    expect(cell('devices', 'seen', { online: true, lastSeen: past }, words)).toBe('Online now');
    expect(cell('devices', 'seen', { online: false, lastSeen: null }, words)).toBe('Never');
    expect(cell('devices', 'seen', { online: false, lastSeen: past }, words)).toBe('2020-01-01 09:00:00');
  });
});

it('writes every text on one line', () => {
  const label = cellsOf('pairs', [{ field: 'label' }], inTokyo);
  expect(label({ label: 'aoi@example.com\n(Aoi)' })).toEqual(['aoi@example.com (Aoi)']);
  const contents = cellsOf('notifications', [{ field: 'contents' }], inTokyo);
  expect(contents({ contents: { ja: '', en: 'One\r\n\r\nTwo\n' } })).toEqual(['One Two']);
  const changes = cellsOf('logs', [{ field: 'changes' }], inTokyo);
  expect(
    changes({ resource: 'notifications', changes: [{ field: 'contents', before: null, after: 'a\nb' }] }),
  ).toEqual(['contents: – → a b']);
});

it('writes a word in place of no value', () => {
  const cells = cellsOf('groups', [{ field: 'end', words: { '': 'Always' } }], inTokyo);
  expect(cells({ end: null })).toEqual(['Always']);
  expect(cells({ end: '2026-01-01T00:00:00.000Z' })).toEqual(['2026-01-01 09:00:00']);
});
