import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { callPair, chooseMore, joinGroup, talkWithPeer } from './support/calls.ts';
import { sees } from './support/frames.ts';
import { makeGroupLink } from './support/guest-links.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('the end of a call', () => {
  const people = setUpPeople({ customerPerTest: true });

  const hasFocus = (page: Page, testId: string) =>
    until(`the focus is on ${testId}`, () =>
      page.evaluate((id) => document.activeElement?.getAttribute('data-testid') === id, testId),
    );
  const isOver = async (page: Page, testId: string, sentence: string) => {
    await page.getByTestId(testId).getByText(sentence).waitFor();
    await hasFocus(page, testId);
  };

  test('between two says who ended it and how long it was, asks once how it was, and calls no one again by a reload', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.peer('bob')]);
    await talkWithPeer(alice, bob, 'Bob');
    await alice.getByText('0:11').first().waitFor();
    await bob.hangUp();
    await isOver(alice, 'call-ended', 'Bob ended the call');
    expect(await alice.getByTestId('call-length').textContent()).toMatch(/^The call lasted 0:1\d\.$/);
    // Whether it is read once: nothing else on the page says it too.
    expect(await alice.getByText('Bob ended the call').count()).toBe(1);
    await alice.getByTestId('call-rating').waitFor();
    await alice.keyboard.press('4');
    await alice.getByText('Thank you.').waitFor();
    expect(await people.system.read('alice', '/connections')).toMatchObject({
      'hydra:member': [{ quality: 7.5 }],
    });

    await alice.reload();
    await alice.getByTestId('ask-first').waitFor();
    await alice.getByTestId('call-now').click();
    await bob.answer();
    await sees(alice, 1);
    await alice.getByTestId('hang-up').click();
    await isOver(alice, 'call-ended', 'You ended the call');
    expect(await alice.getByTestId('call-rating').count()).toBe(0);
    await alice.getByTestId('back').click();
    await alice.waitForURL('**/user/videochat');
  });

  test('that never connected says why, without a length or a question', async () => {
    const alice = await people.person('alice');
    await callPair(alice, 'Bob');
    await isOver(alice, 'call-ended', 'Bob is offline');
    expect(await alice.getByTestId('call-length').count()).toBe(0);
    expect(await alice.getByTestId('call-rating').count()).toBe(0);
    await alice.getByTestId('call-again').waitFor();
  });

  test('of a group leads to its recording and back in, and a reload joins by a press only', async () => {
    const alice = await people.person('alice');
    await joinGroup(alice);
    await alice.getByTestId('alone').waitFor();
    await chooseMore(alice, 'record-on-server');
    await alice.getByRole('img', { name: 'This call is being recorded' }).waitFor();
    // A call of less than a second is none that has anything to tell.
    await until('the call has lasted a second', async () =>
      /[1-9]/.test((await alice.getByTestId('call-timer').first().textContent()) ?? ''),
    );
    await alice.getByTestId('leave').click();
    await isOver(alice, 'group-call-over', 'You left the call');
    await alice.getByTestId('to-recording').waitFor();
    expect(await alice.getByText('This call is being recorded').count()).toBe(0);
    // Anyone who skips the look at themselves joins a group by the address alone, but not into a call that they have left.
    await alice.evaluate(() => localStorage.setItem('hibiki.skipPreview', 'true'));
    await alice.reload();
    await alice.getByTestId('preview').waitFor();
    await alice.getByTestId('join').click();
    await alice.getByTestId('alone').waitFor();
    await alice.getByTestId('leave').click();
    await alice.getByTestId('join-again').click();
    await alice.getByTestId('alone').waitFor();
    await alice.getByTestId('leave').click();
    await isOver(alice, 'group-call-over', 'You left the call');
    await alice.goBack();
    await alice.waitForURL('**/user');
  });

  test('of a guest is the same, and asks no guest how it was', async () => {
    const { url } = await makeGroupLink(people.system);
    const guest = await people.stranger();
    await guest.goto(url);
    await guest.getByLabel('Your name').fill('Grace');
    await guest.getByRole('button', { name: 'Continue' }).click();
    await guest.getByTestId('join').click();
    await guest.getByTestId('alone').waitFor();
    await guest.getByTestId('leave').click();
    await isOver(guest, 'group-call-over', 'You left the call');
    expect(await guest.getByTestId('call-rating').count()).toBe(0);
    await guest.getByTestId('back').click();
    await guest.getByTestId('guest-left').waitFor();
  });
});
