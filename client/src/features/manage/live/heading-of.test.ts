import { expect, test } from 'vitest';
import type { ManagedMember } from '#protocol/signal/manage.ts';
import { headingOf } from './heading-of.ts';
import { managedCall } from './testing/managed-call.ts';

const LINK = { loss: 0, roundTripMs: 20 };
const call = managedCall({ worst: { ...LINK, quality: 'good' } });
const member: ManagedMember = {
  memberId: 'caller',
  kind: 'user',
  id: null,
  name: 'Alice',
  customerId: null,
  owner: false,
  away: false,
  relayed: null,
  link: null,
  quality: null,
  sources: null,
  mayRemove: true,
};

test('a good connection is not claimed while no one is measured', () => {
  expect(headingOf({ call, members: [member, member] }).worst).toBeNull();
});

test('a good connection is shown once one of them is measured', () => {
  expect(headingOf({ call, members: [member, { ...member, link: LINK }] }).worst?.quality).toBe('good');
});

test('a bad connection is shown before anyone is measured', () => {
  const bad = managedCall({ worst: { ...LINK, quality: 'poor' } });
  expect(headingOf({ call: bad, members: [member] }).worst?.quality).toBe('poor');
});
