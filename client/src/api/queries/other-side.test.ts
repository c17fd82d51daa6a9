import { expect, test } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { otherSideOf } from './other-side.ts';

const [OWNER, BOB, MANAGER] = ['owner', 'bob', 'manager'].map((id) => iri('users', id)) as [
  `/api/v1/users/${string}`,
  `/api/v1/users/${string}`,
  `/api/v1/users/${string}`,
];
const invitee = { name: '', nickname: 'Bob', mail: 'bob@example.com', serialPrinted: null };
const self = { id: 'manager', label: 'manager@example.com' };

test('a pair of the owner leads to the one who was invited, whose name stands first', () => {
  const pair = { owner: OWNER, ownerName: 'Owner', peer: BOB, label: 'bob@example.com\n(Bob)', ...invitee };
  expect(otherSideOf('owner', pair, self)).toEqual({
    label: 'Bob\nbob@example.com',
    party: BOB,
    presenceKnown: true,
  });
});

test('a pair in which the owner was invited leads to the one who invited', () => {
  const pair = { owner: BOB, ownerName: 'Bob', peer: OWNER, label: 'owner@example.com', ...invitee };
  expect(otherSideOf('owner', pair, self)).toEqual({ label: 'Bob', party: BOB, presenceKnown: false });
});

test('a pair with the asker, who is told of the owner, leads to the asker', () => {
  const invited = { owner: OWNER, ownerName: 'Owner', peer: OWNER, label: 'owner@example.com', ...invitee };
  expect(otherSideOf('owner', invited, self)).toMatchObject({ label: self.label, party: MANAGER });
  const inviting = {
    owner: MANAGER,
    ownerName: 'Manager',
    peer: OWNER,
    label: 'owner@example.com',
    ...invitee,
  };
  expect(otherSideOf('owner', inviting, self)).toMatchObject({ label: 'Manager', party: MANAGER });
});
