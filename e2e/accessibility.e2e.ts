import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { inspectSteps } from './support/axe.ts';
import { callPair, openGroup } from './support/calls.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

/** By axe in both themes, on a phone and a desktop, and by what is read out. */
describe('for everyone', () => {
  const still = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' });
  const people = setUpPeople({ prepare: still });

  const focused = (what: string, locator: Locator) =>
    until(`the focus is on ${what}`, () => locator.evaluate((element) => element === document.activeElement));
  const readOut = (page: Page, text: string) =>
    until(`“${text}” is read out`, () =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll('[role=status], [role=alert], [aria-live=polite]')].some((region) =>
            region.textContent?.includes(wanted),
          ),
        text,
      ),
    );

  test('a group call, its panels and menus, and who comes and leaves', async () => {
    const inspection = inspectSteps();
    const alice = await people.person('alice');
    await openGroup(alice);
    await alice.getByTestId('preview').waitFor();
    await inspection.look(alice, 'preview');
    await alice.getByTestId('join').click();
    await alice.getByTestId('leave').waitFor();
    await inspection.look(alice, 'alone');
    const ann = await people.extra(alice, 'Ann');
    await readOut(alice, 'Ann (guest) joined');
    await alice.getByTestId('tile').nth(1).waitFor();
    await ann.raiseHand();
    await alice.getByTestId('hand').waitFor();
    await inspection.look(alice, 'two, a raised hand');
    for (const menu of ['more', 'devices']) {
      await alice.getByTestId(menu).click();
      await alice.getByRole('menu').waitFor();
      await inspection.look(alice, menu);
      await alice.keyboard.press('Escape');
    }
    await alice.keyboard.press('?');
    await alice.getByRole('dialog').waitFor();
    await inspection.look(alice, 'help');
    await alice.keyboard.press('Escape');
    await alice.keyboard.press('c');
    const field = alice.getByRole('textbox', { name: 'Message everyone' });
    await field.fill('Hello https://example.com');
    await field.press('Enter');
    await alice.getByTestId('chat-message').waitFor();
    await inspection.look(alice, 'chat');
    await alice.keyboard.press('Escape');
    await alice.keyboard.press('p');
    await alice.getByRole('button', { name: 'More options for Ann' }).waitFor();
    await inspection.look(alice, 'people');
    await alice.getByRole('button', { name: 'More options for Ann' }).click();
    await alice.getByRole('menuitem', { name: 'Remove from the call' }).waitFor();
    await inspection.look(alice, 'what the owner may do');
    await alice.getByRole('menuitem', { name: 'Remove from the call' }).click();
    await alice.getByRole('alertdialog').waitFor();
    await inspection.look(alice, 'remove?');
    await alice.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await alice.getByTestId('people-panel').press('Escape');
    await alice.keyboard.press('l');
    await alice.locator('[data-testid=grid][data-layout=speaker]').waitFor();
    await inspection.look(alice, 'speaker');
    ann.leave();
    await readOut(alice, 'Ann (guest) left');
    expect(inspection.wrong).toEqual([]);
  });

  test('a call between two, from the ring to its end', async () => {
    const inspection = inspectSteps();
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await readOut(alice, 'Calling Bob');
    const ringing = bob.getByRole('alertdialog', { name: 'Alice' });
    await ringing.waitFor();
    await focused('who calls', ringing.getByRole('heading'));
    await inspection.look(bob, 'ringing');
    await inspection.look(alice, 'calling');
    await bob.getByTestId('accept').click();
    await readOut(alice, 'Connected with Bob');
    await alice.getByTestId('quality').waitFor();
    await inspection.look(alice, 'connected');
    await bob.getByTestId('toggle-microphone').click();
    await alice.getByTestId('peer-muted').waitFor();
    await alice.getByTestId('more').click();
    await alice.getByRole('menu').waitFor();
    await inspection.look(alice, 'muted, more');
    await alice.keyboard.press('Escape');
    await bob.getByTestId('hang-up').click();
    // The heading is read since it has the focus; no live region reads the same again.
    const over = alice.getByTestId('call-ended');
    await focused('what has happened', over);
    expect(await over.textContent()).toBe('Bob ended the call');
    expect(await alice.getByRole('status').filter({ hasText: 'ended the call' }).count()).toBe(0);
    await inspection.look(alice, 'ended');
    expect(inspection.wrong).toEqual([]);
  });

  test('what fails is read out', async () => {
    const alice = await people.signedIn('alice');
    await alice.goto('/user/owngroups');
    await alice.route('**/api/v1/groups*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await alice.getByRole('button', { name: 'Create group' }).first().click();
    await alice.getByLabel('Group name').fill('Choir');
    await alice.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await alice.getByRole('dialog').getByRole('alert').waitFor();
  });
});
