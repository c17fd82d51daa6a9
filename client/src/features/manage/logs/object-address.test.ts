import { expect, test } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { actorAddress, objectAddress } from './object-address.ts';

const id = '01938000-0000-7000-8000-000000000001';
const customer = iri('customers', '01938000-0000-7000-8000-000000000002');

test('an entry of the log leads to the object that it is about', () => {
  const addressOf = (resource: string, resourceId: string | null = id) =>
    objectAddress({ resource, resourceId, customer });
  expect(addressOf('users')).toBe(`/manager/users/${id}`);
  expect(addressOf('pairs')).toBe(`/manager/pairs?edit=${id}`);
  expect(addressOf('features')).toBe('/manager/customer/01938000-0000-7000-8000-000000000002/features');
  expect(addressOf('users', null)).toBe(null);
  expect(objectAddress({ resource: 'users', resourceId: id, action: 'delete', customer })).toBe(null);
  expect(addressOf('something-new')).toBe(null);
});

test('and to the one who did it', () => {
  expect(actorAddress(iri('users', id))).toBe(`/manager/users/${id}`);
  expect(actorAddress(iri('admins', id))).toBe(`/manager/admins?edit=${id}`);
  expect(actorAddress(null)).toBe(null);
});
