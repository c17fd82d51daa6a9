import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooseMore, talk } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

describe('the chat of a call between two', () => {
  const { person } = setUpPeople();

  const openChat = async (page: Page) => {
    // The media of a call may come before its screen.
    await page.getByTestId('chat-toggle').waitFor();
    await page.keyboard.press('c');
  };
  const write = async (page: Page, text: string) => {
    const field = page.getByTestId('chat-panel').getByRole('textbox');
    await field.fill(text);
    await field.press('Enter');
    await page.getByTestId('chat-message').getByText(text).waitFor();
  };
  const texts = (page: Page) => page.getByTestId('chat-message').locator('p').allTextContents();

  test('is read by both, said in passing, and there again after a reload (D19)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    await openChat(alice);
    await alice.getByRole('textbox', { name: 'Write to Bob' }).waitFor();
    await write(alice, 'Type <b>bold</b>, not <0>me</0>.');
    const toast = bob.getByTestId('new-message');
    await toast.waitFor();
    expect(await toast.textContent()).toContain('Alice: Type <b>bold</b>, not <0>me</0>.');
    await bob.getByRole('button', { name: 'Chat, 1 unread message' }).click();
    await write(bob, 'I see it');
    await alice.getByTestId('chat-message').getByText('I see it').waitFor();
    expect(await alice.getByRole('log').getAttribute('aria-live')).toBe('polite');
    const said = alice.getByRole('log').locator('time').first();
    const at = (await said.getAttribute('datetime')) ?? '';
    const hours = await alice.evaluate((sent) => new Date(sent).getHours(), at);
    expect(await said.textContent(), 'a clock of 24 hours').toMatch(new RegExp(`^0?${hours}:\\d\\d$`));

    await bob.reload();
    await framesFlow(bob, 1);
    await bob.getByRole('button', { name: 'Chat', exact: true }).waitFor();
    expect(await bob.getByTestId('new-message').count(), 'what was read is not new').toBe(0);
    await openChat(bob);
    await bob.getByTestId('chat-message').nth(1).waitFor();
    expect(await texts(bob)).toEqual(['Type <b>bold</b>, not <0>me</0>.', 'I see it']);
  });

  test('goes on in order when the call moves, and says nothing of before to a third person (D19)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    await openChat(alice);
    await write(alice, 'Shall we ask Carol?');
    await alice.keyboard.press('Escape');
    const carol = await person('carol');
    await chooseMore(alice, 'add-person');
    await alice.getByRole('button', { name: 'Add Carol' }).click();
    await carol.getByTestId('accept').click();
    const pages = [alice, bob, carol];
    await Promise.all(pages.map((page) => page.waitForURL('**/user/groupchat/talk?call=*')));
    await Promise.all(pages.map((page) => framesFlow(page, 2)));
    await openChat(carol);
    await carol.getByRole('textbox', { name: 'Message everyone' }).waitFor();
    await write(carol, 'Here I am');
    for (const page of [alice, bob]) {
      await page.getByTestId('chat-toggle').click();
      await page.getByTestId('chat-message').nth(1).waitFor();
      expect(await texts(page)).toEqual(['Shall we ask Carol?', 'Here I am']);
    }
    expect(await texts(carol)).toEqual(['Here I am']);
  });
});
