import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { makeGroupLink, makeGuestLink } from './support/guest-links.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('the door of a guest', () => {
  const people = setUpPeople();

  const knock = async (guest: Page, url: string, name: string) => {
    await guest.goto('about:blank');
    await guest.goto(url);
    await guest.locator('input:focus').waitFor();
    await guest.keyboard.type(name);
    await guest.keyboard.press('Enter');
    await guest.getByTestId('join').click();
  };
  const reads = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor();

  test('says that the owner has removed them, and that the call is locked, and lets in when it is not', async () => {
    const { url } = await makeGroupLink(people.system);
    const alice = await people.person('alice');
    await joinGroup(alice);
    await alice.getByTestId('alone').waitFor();
    await alice.keyboard.press('p');
    const grace = await people.stranger();
    await knock(grace, url, 'Grace');
    await framesFlow(grace, 1);
    await alice.getByRole('button', { name: 'More options for Grace' }).click();
    await alice.getByRole('menuitem', { name: 'Remove from the call' }).click();
    const question = alice.getByRole('alertdialog');
    await question.getByLabel('Lock call').check();
    await question.getByRole('button', { name: 'Remove' }).click();
    await reads(grace, 'You were removed from the call');
    await grace.getByRole('link', { name: 'Go to the start page' }).waitFor();
    await alice.getByTestId('lock').filter({ hasText: 'Unlock' }).waitFor();

    // Loaded again and under another name, the browser is the same guest.
    await grace.reload();
    await grace.getByLabel('Your name').fill('Heidi');
    await grace.getByTestId('guest-enter').click();
    // The link is good still; that they were removed is the answer to the look at who is in the call.
    await reads(grace, 'You can’t join with this link');

    const other = await makeGroupLink(people.system);
    const ivan = await people.stranger();
    await knock(ivan, other.url, 'Ivan');
    await reads(ivan, 'The call is locked');
    await alice.getByTestId('lock').click();
    await alice.getByTestId('lock').filter({ hasText: 'Lock' }).waitFor();
    await ivan.getByTestId('guest-again').click();
    await ivan.getByTestId('join').click();
    await framesFlow(ivan, 1);

    await alice.getByRole('button', { name: 'More options for Ivan' }).click();
    await alice.getByRole('menuitem', { name: 'Remove from the call' }).click();
    await question.getByLabel('Revoke link').check();
    await question.getByRole('button', { name: 'Remove' }).click();
    // Which of the two ends the call is a matter of which comes first.
    await ivan.getByRole('heading', { name: /You were removed|This link was revoked/ }).waitFor();
    await until('the link is dead', async () => {
      await ivan.reload();
      const closed = ivan.getByRole('heading', { name: 'This link was revoked.' });
      await closed.or(ivan.getByLabel('Your name')).first().waitFor();
      return closed.isVisible();
    });
  });

  test('says that the link lets in no more, and the owner lets it in more', async () => {
    const { url } = await makeGroupLink(people.system, { maxGuests: 1 });
    const [grace, ivan] = [await people.stranger(), await people.stranger()];
    await knock(grace, url, 'Grace');
    await grace.getByTestId('alone').waitFor();
    await ivan.goto(url);
    await ivan.getByLabel('Your name').fill('Ivan');
    await ivan.getByTestId('guest-enter').click();
    await reads(ivan, 'This link is full');

    const alice = await people.signedIn('alice');
    await alice.goto('/user/owngroups');
    await alice
      .getByRole('button', { name: /^Guest links of/ })
      .first()
      .click();
    const row = alice.getByRole('dialog').locator('li').filter({ hasText: '1 guest at once' });
    await row.getByRole('button', { name: /Change how many/ }).click();
    await alice.getByLabel('How many guests can be in the call at the same time').fill('91');
    await alice.getByRole('button', { name: 'Save' }).click();
    await alice.getByText('This isn’t valid.').waitFor();
    await alice.getByLabel('How many guests can be in the call at the same time').fill('2');
    await alice.getByRole('button', { name: 'Save' }).click();
    await alice.getByText('Up to 2 guests at once').waitFor();

    await ivan.getByTestId('guest-again').click();
    await ivan.getByTestId('join').click();
    await framesFlow(ivan, 1);
  });

  test('lets in who is signed in by one click: a member as such, others under their name', async () => {
    const bob = await people.signedIn('bob');
    await bob.goto((await makeGroupLink(people.system)).url);
    await bob.getByRole('link', { name: 'Join as Bob' }).click();
    await bob.getByTestId('preview').waitFor();
    expect(new URL(bob.url()).pathname).toBe('/user/groupchat/talk');

    const group = (await people.system.write('alice', 'POST', '/groups', { name: 'Without Bob' })) as {
      readonly '@id': string;
    };
    const { url } = await makeGuestLink(people.system, { group: group['@id'] });
    await bob.goto('about:blank');
    await bob.goto(url);
    await bob.getByRole('button', { name: 'Join as Bob' }).click();
    await bob.getByTestId('join').click();
    await bob.getByTestId('alone').waitFor();
    expect(new URL(bob.url()).pathname).toBe('/guest/groupchat/talk');

    await bob.goto('about:blank');
    await bob.goto(url);
    await bob.getByRole('button', { name: 'Use another name' }).click();
    await bob.getByLabel('Your name').waitFor();
  });
});
