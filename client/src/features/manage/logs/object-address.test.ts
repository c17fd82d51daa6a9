import { expect, test } from 'vitest';
import { iri } from '#protocol/rest/field.ts';
import { actorAddress, objectAddress } from './object-address.ts';

const id = '01938000-0000-7000-8000-000000000001';
const admin = { isAdmin: true, id: '01938000-0000-7000-8000-0000000000aa' };
const manager = { isAdmin: false, id: '01938000-0000-7000-8000-0000000000bb' };
const customer = iri('customers', '01938000-0000-7000-8000-000000000002');

test('an entry of the log leads to the object that it is about', () => {
  const addressOf = (resource: string, resourceId: string | null = id) =>
    objectAddress({ resource, resourceId, customer }, manager);
  expect(addressOf('users')).toBe(`/manager/users/${id}`);
  expect(addressOf('pairs')).toBe(`/manager/pairs?edit=${id}`);
  expect(addressOf('features')).toBe('/manager/customer/01938000-0000-7000-8000-000000000002/features');
  expect(addressOf('users', null)).toBe(null);
  expect(objectAddress({ resource: 'users', resourceId: id, action: 'delete', customer }, manager)).toBe(
    null,
  );
  expect(addressOf('something-new')).toBe(null);
});

test('and to the one who did it', () => {
  expect(actorAddress(iri('users', id), manager)).toBe(`/manager/users/${id}`);
  expect(actorAddress(iri('admins', id), admin)).toBe(`/manager/admins?edit=${id}`);
  expect(actorAddress(null, admin)).toBe(null);
});

test('what only administrators are shown leads no manager anywhere', () => {
  expect(actorAddress(iri('admins', id), manager)).toBe(null);
  const service = { resource: 'services', resourceId: id, customer: null };
  expect(objectAddress(service, manager)).toBe(null);
  expect(objectAddress(service, admin)).toBe('/manager/services');
});

test('a task leads only the one who asked for it to its page', () => {
  const task = { resource: 'tasks', resourceId: id, customer };
  expect(objectAddress({ ...task, actor: iri('users', manager.id) }, manager)).toBe(`/manager/tasks/${id}`);
  expect(objectAddress({ ...task, actor: iri('users', id) }, manager)).toBe(null);
  expect(objectAddress({ ...task, actor: null }, admin)).toBe(null);
});
