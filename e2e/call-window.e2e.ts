import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

declare global {
  interface Window {
    __alone: number;
  }
}

describe('a call that one looks away from', () => {
  const people = setUpPeople({
    // Wide enough for a header without a menu.
    prepare: (page) => page.setViewportSize({ width: 1280, height: 800 }),
  });
  const { person } = people;
  const small = (page: Page) => page.getByTestId('call-window');
  const toldToStay = (page: Page) =>
    page.getByText('You’re still in this call. End it before you start another one.');
  const flow = (...pages: Page[]) =>
    Promise.all(pages.flatMap((page) => [framesFlow(page, 1), soundFlows(page)]));

  test('goes on in a small window after Back, on other pages and after a reload, and is returned to', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const connections = () => alice.evaluate(() => window.__peerConnections.length);
    const before = await connections();
    await alice.goBack();
    await small(alice).getByText('Bob').waitFor();
    await alice.getByRole('link', { name: 'Settings' }).first().click();
    await alice.waitForURL('**/user/settings');
    await flow(alice, bob);
    await alice.setViewportSize({ width: 1280, height: 800 });
    await small(alice).getByTestId('toggle-microphone').click();
    await bob.getByTestId('peer-muted').waitFor();
    // The page below has the keys, the window has them while the focus is in it.
    await alice.locator('h1').first().click();
    await alice.keyboard.press('m');
    expect(await bob.getByTestId('peer-muted').count()).toBe(1);
    await small(alice).getByTestId('return-to-call').focus();
    await alice.keyboard.press('m');
    await bob.getByTestId('peer-muted').waitFor({ state: 'detached' });
    await small(alice).getByTestId('return-to-call').click();
    await alice.waitForURL('**/user/videochat/talk?pair=*');
    await alice.getByTestId('hang-up').waitFor();
    expect(await toldToStay(alice).count()).toBe(0);
    expect(await connections()).toBe(before);
    await alice.goBack();
    await alice.reload();
    await small(alice).waitFor();
    await framesFlow(bob, 1);
    await small(alice).getByTestId('window-hang-up').click();
    await bob.getByTestId('call-ended').waitFor();
    await small(alice).waitFor({ state: 'detached' });
  });

  test('of a group goes on as well, is not left by a press of another call, and no one sees it leave', async () => {
    await people.system.write('bob', 'POST', '/groups', { name: 'Choir' });
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await flow(alice, bob);
    const address = bob.url();
    await alice.evaluate(() => {
      window.__alone = 0;
      new MutationObserver(() => {
        if (document.querySelector('[data-testid=alone]')) window.__alone += 1;
      }).observe(document.body, { childList: true, subtree: true });
    });
    await bob.goBack();
    await small(bob).waitFor();
    await flow(alice, bob);
    await small(bob).getByTestId('return-to-call').click();
    await bob.getByTestId('leave').waitFor();
    await flow(alice, bob);
    for (const other of ['Call Alice', 'Join Choir']) {
      await bob.goBack();
      await small(bob).waitFor();
      await toldToStay(bob).waitFor({ state: 'detached' });
      await bob.getByRole('button', { name: other }).first().click();
      await bob.getByTestId('leave').waitFor();
      await toldToStay(bob).waitFor();
      expect(bob.url()).toBe(address);
      await flow(alice, bob);
    }
    expect(await alice.evaluate(() => window.__alone)).toBe(0);
    await bob.goBack();
    await small(bob).getByTestId('window-hang-up').click();
    await small(bob).waitFor({ state: 'detached' });
    await alice.getByTestId('alone').waitFor();
  });

  test('asks before signing out ends it, and no one else is called meanwhile', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    await alice.goBack();
    await small(alice).waitFor();
    await alice.getByRole('button', { name: 'Call Carol' }).click();
    await alice.getByTestId('hang-up').waitFor();
    await toldToStay(alice).waitFor();
    await alice.getByRole('heading', { name: 'Bob' }).waitFor();
    await alice.goBack();
    await small(alice).waitFor();
    await alice.getByRole('button', { name: 'Sign out' }).first().click();
    const question = alice.getByRole('alertdialog', { name: 'End the call?' });
    await question.getByRole('button', { name: 'Stay in the call' }).click();
    await framesFlow(bob, 1);
    await alice.getByRole('button', { name: 'Sign out' }).first().click();
    await question.getByRole('button', { name: 'End call' }).click();
    await alice.waitForURL('**/signin*');
    await bob.getByTestId('call-ended').waitFor();
  });
});
