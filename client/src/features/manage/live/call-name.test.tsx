import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { ManagedCall, ManagedPerson } from '#protocol/signal/manage.ts';
import { useCallNames } from './call-name.ts';
import { managedCall } from './testing/managed-call.ts';

vi.mock('#client/i18n/use-named.ts', () => ({
  useNamed:
    () =>
    ({ name }: { name: string }) =>
      name,
}));

const person = (kind: ManagedPerson['kind'], name: string | null): ManagedPerson => ({
  memberId: kind,
  kind,
  name,
  id: null,
  customerId: null,
});

const CallName = ({ people }: Pick<ManagedCall, 'people'>) =>
  useCallNames().call(managedCall({ people, size: people.length }));
const nameOf = (...people: readonly ManagedPerson[]) =>
  renderToStaticMarkup(<CallName people={[...people]} />);

test('the name of a call marks a guest, who may have chosen the name of a member', () => {
  expect(nameOf(person('guest', 'Bob'), person('user', 'Alice'))).toBe('Bob (guest) and Alice');
});

test('someone without a name is of another customer', () => {
  expect(nameOf(person('user', null), person('user', 'Alice'))).toBe('Someone of another customer and Alice');
});
