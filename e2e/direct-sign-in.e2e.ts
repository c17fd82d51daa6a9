import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { talk } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

describe('a 1-to-1 call whose sign-in ends', () => {
  const people = setUpPeople();
  const { person, peer } = people;

  const isSignedOutInWords = async (page: Page) => {
    await page.waitForURL('**/signin*');
    await page.getByText('You were signed out, and the call has ended.').waitFor();
  };

  test('ends at once, in words for both, when the password is changed elsewhere (S10)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const { password } = people.system.account('bob');
    const me = (await people.system.read('bob', '/users/current')) as { readonly '@id': string };
    const path = me['@id'].replace('/api/v1', '');
    await people.system.write('bob', 'PATCH', path, {
      plainPassword: 'another horse',
      currentPassword: password,
    });
    await isSignedOutInWords(bob);
    await alice.getByText('Bob signed out.').waitFor();
  });

  test('ends, and says so, when one signs out in another tab', async () => {
    const [alice, carol] = await Promise.all([peer('alice'), person('carol')]);
    await alice.call('Carol');
    await carol.getByTestId('accept').click();
    await framesFlow(carol, 1);
    const otherTab = await carol.context().newPage();
    await otherTab.setViewportSize({ width: 1280, height: 720 });
    await otherTab.goto('/user');
    await otherTab.getByRole('button', { name: 'Sign out' }).click();
    await isSignedOutInWords(carol);
    await alice.ended();
    expect(await carol.evaluate(() => localStorage.getItem('hibiki.tokens'))).toBeNull();
  });
});
