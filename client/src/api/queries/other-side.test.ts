import { expect, test } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { otherSideOf } from './other-side.ts';

const [ALICE, BOB, KIOSK] = [iri('users', 'alice'), iri('users', 'bob'), iri('devices', 'kiosk')];
const target = { peer: BOB, name: 'Bobby', nickname: 'Bob', mail: 'bob@example.com', serialPrinted: null };
const label = 'bob@example.com\n(Bobby)';
const byAlice = {
  owner: ALICE,
  customer: iri('customers', 'home'),
  ownerName: 'Alice',
  ownerMail: 'alice@example.com',
  ownerSerialPrinted: null,
  ...target,
  label,
};

test('is the target of a pair that the party owns, whose name stands first', () => {
  expect(otherSideOf('alice', byAlice)).toEqual({
    label: 'Bobby\nbob@example.com',
    party: BOB,
    presenceKnown: true,
  });
});

test('is the owner of a pair to which the party was invited, with the mail address below the name', () => {
  const other = { party: ALICE, presenceKnown: false };
  expect(otherSideOf('bob', byAlice)).toEqual({ label: 'Alice\nalice@example.com', ...other });
  const nameless = { ...byAlice, ownerName: 'alice@example.com' };
  expect(otherSideOf('bob', nameless)).toEqual({ label: 'alice@example.com', ...other });
  // Someone of another customer, whose page is not theirs to read.
  expect(otherSideOf('bob', { ...byAlice, customer: null })).toMatchObject({ party: null });
});

test('is a device with its serial number, or a name alone where the API shows no more', () => {
  const byKiosk = { ...byAlice, owner: KIOSK, ownerName: 'Lobby', ownerMail: null };
  expect(otherSideOf('bob', { ...byKiosk, ownerSerialPrinted: '0001-ABCD' })).toMatchObject({
    label: 'Lobby\n0001-ABCD',
    party: KIOSK,
  });
  expect(otherSideOf('bob', byKiosk)).toMatchObject({ label: 'Lobby' });
});
