import { expect, test } from 'vitest';
import { recordingOf } from './recording-of-call.ts';
import type { Recording } from './recordings.ts';

const at = (time: string) => `2026-05-04T${time}:00.000Z`;
const since = Date.parse(at('10:00'));

const recording = (id: string, group: Recording['group'], end: string | null): Recording => ({
  '@id': `/api/v1/recordings/${id}`,
  '@type': 'Recording',
  id,
  name: 'Choir',
  owner: '/api/v1/users/alice',
  ownerName: 'Alice',
  customer: '/api/v1/customers/one',
  customerName: 'One',
  group,
  state: end === null ? 'recording' : 'ready',
  fault: null,
  startedBy: 'Alice',
  start: at('09:00'),
  end,
  duration: null,
  bytes: null,
  expires: at('23:00'),
  files: [],
  films: [],
});

test('a call finds its own recording, which may have begun before one joined', () => {
  const choir = recording('choir', '/api/v1/groups/choir', at('10:30'));
  const all = [recording('other', '/api/v1/groups/other', at('10:40')), choir];
  expect(recordingOf(all, { groupId: 'choir', since })).toBe(choir);
  expect(recordingOf(all, { groupId: null, since })).toBe(null);
});

test('a recording that has not ended is found, one that ended before the call is not', () => {
  const running = recording('running', null, null);
  expect(recordingOf([running], { groupId: null, since })).toBe(running);
  expect(recordingOf([recording('before', null, at('09:59'))], { groupId: null, since })).toBe(null);
});
