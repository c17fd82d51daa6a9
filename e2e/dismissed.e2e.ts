import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { changeDevice, openKiosk, setUpPath } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';

/** What a manager does to an account reaches the call that it is in. Anyone who is deleted is so for all tests that follow. */
describe('a manager', () => {
  const people = setUpPeople();

  const kioskInCall = async (caller: Page): Promise<Page> => {
    const kiosk = await people.stranger();
    await openKiosk(kiosk, setUpPath(people));
    await caller.getByRole('button', { name: 'Call Reception' }).click();
    await kiosk.getByTestId('kiosk-accept').click();
    await Promise.all([framesFlow(kiosk, 1), framesFlow(caller, 1)]);
    return kiosk;
  };
  const deleteAccount = async (name: string) => {
    const user = (await people.system.read(name, '/users/current')) as { readonly '@id': string };
    await people.system.write('manager', 'DELETE', user['@id'].replace('/api/v1', ''));
  };
  const isSignedOutInWords = async (page: Page) => {
    await page.waitForURL('**/signin*');
    await page.getByText('You were signed out, and the call has ended.').waitFor();
  };

  test('disables a device within a 1-to-1 call: both read so', async () => {
    const alice = await people.person('alice');
    const kiosk = await kioskInCall(alice);
    await changeDevice(people, { state: 'DISABLED' });
    try {
      await kiosk.getByTestId('kiosk-disabled').getByText('This device is disabled.').waitFor();
      await alice.getByText('Reception signed out.').waitFor();
    } finally {
      await changeDevice(people, { state: 'ENABLED' });
    }
  });

  test('disables a device within a group call: it reads so, and is gone for the others', async () => {
    const alice = await people.person('alice');
    const pairs = (await people.system.read('alice', '/pairs')) as {
      readonly 'hydra:member': readonly { readonly '@id': string; readonly serialPrinted: string | null }[];
    };
    const reception = pairs['hydra:member'].find(({ serialPrinted }) => serialPrinted !== null);
    const group = (await people.system.write('alice', 'POST', '/groups', {
      name: 'Front desk',
      memberPairs: [reception?.['@id']],
    })) as { readonly id: string };
    const kiosk = await people.stranger();
    await openKiosk(kiosk, setUpPath(people));
    await kiosk.getByRole('button', { name: 'Join Front desk' }).click();
    await kiosk.getByTestId('alone').waitFor();
    await alice.goto(`/user/groupchat/talk?group=${group.id}`);
    await alice.getByTestId('join').click();
    await framesFlow(alice, 1);
    await changeDevice(people, { state: 'DISABLED' });
    try {
      await kiosk.getByTestId('kiosk-disabled').getByText('This device is disabled.').waitFor();
      await alice.getByTestId('alone').waitFor();
      await alice.getByText('Reception left').waitFor({ state: 'attached' });
    } finally {
      await changeDevice(people, { state: 'ENABLED' });
    }
  });

  test('deletes a user within a group call, who reads that the call is over, and the others that they have left', async () => {
    const [alice, carol] = await Promise.all([people.person('alice'), people.person('carol')]);
    await joinGroup(alice);
    await joinGroup(carol);
    await Promise.all([framesFlow(alice, 1), framesFlow(carol, 1)]);
    await deleteAccount('carol');
    await isSignedOutInWords(carol);
    await alice.getByTestId('alone').waitFor();
    await alice.getByText('Carol left').waitFor({ state: 'attached' });
  });

  test('deletes a user within a 1-to-1 call: both read that it is over, and why', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await talk(alice, bob, 'Bob');
    await deleteAccount('bob');
    await isSignedOutInWords(bob);
    await alice.getByText('Bob signed out.').waitFor();
  });
});
