import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup, moreItem, talk, talkWithPeer } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1280, height: 800 };

describe('the screens of a call', () => {
  const { person, peer } = setUpPeople();

  const makeLink = async (page: Page) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = dialog.getByRole('textbox', { name: 'Guest link', exact: true });
    await link.waitFor();
    return await link.inputValue();
  };

  test('offer a guest link to the owner who is alone, and to no one who may make none', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await joinGroup(bob);
    const alone = bob.getByTestId('alone');
    await alone.waitFor();
    expect(await alone.getByRole('button').count()).toBe(0);
    await bob.getByTestId('more').click();
    await bob.getByRole('menu').first().waitFor();
    expect(await bob.getByTestId('more-guest-links').count()).toBe(0);
    await bob.keyboard.press('Escape');
    await bob.getByTestId('leave').click();

    await joinGroup(alice);
    await alice.getByTestId('alone-guest-links').click();
    expect(await makeLink(alice)).toContain('/guest#token=');
  });

  test('have the screen among the controls where there is space, and in the menu of a phone', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    await alice.setViewportSize(TABLET);
    await alice.getByTestId('screen-toggle').click();
    await bob.locator('video[data-member=shared][data-ready=true]').waitFor();
    await alice
      .getByRole('group', { name: 'Call controls' })
      .getByRole('button', { name: 'Stop sharing' })
      .click();
    await bob.locator('video[data-member=shared]').waitFor({ state: 'detached' });
    const bar = await alice.getByRole('group', { name: 'Call controls' }).evaluate((toolbar) => ({
      overflow: toolbar.scrollWidth - toolbar.clientWidth,
    }));
    expect(bar.overflow).toBe(0);
    await alice.setViewportSize(PHONE);
    await alice.getByTestId('screen-toggle').waitFor({ state: 'hidden' });
    await alice.getByTestId('more').click();
    await moreItem(alice, 'screen').waitFor();
  });

  test('show on a phone what is written without covering a face', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await alice.setViewportSize(PHONE);
    await framesFlow(alice, 1);
    await bob.keyboard.press('c');
    const field = bob.getByTestId('chat-panel').getByRole('textbox');
    await field.fill('Can you see me?');
    await field.press('Enter');
    await alice.getByTestId('new-message').waitFor();
    await until('the message lies below every picture', async () => {
      const [message, ...pictures] = await Promise.all([
        alice.getByTestId('new-message').boundingBox(),
        ...(await alice.getByTestId('tile').all()).map((tile) => tile.boundingBox()),
      ]);
      return (
        message !== null &&
        pictures.length > 0 &&
        pictures.every((picture) => picture !== null && picture.y + picture.height <= message.y + 1)
      );
    });
  });

  test('show on a desktop what is written without covering a face', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    const write = async (text: string) => {
      await bob.keyboard.press('c');
      const field = bob.getByTestId('chat-panel').getByRole('textbox');
      await field.fill(text);
      await field.press('Enter');
      await alice.getByTestId('new-message').waitFor();
    };
    /** How many pixels of a picture lie under the notices. */
    const covered = async (pictures: Locator) => {
      const [notice, ...boxes] = await Promise.all([
        alice
          .getByRole('status')
          .filter({ has: alice.getByTestId('new-message') })
          .boundingBox(),
        ...(await pictures.all()).map((picture) => picture.boundingBox()),
      ]);
      if (!notice || boxes.length === 0) return Number.NaN;
      return notice.y + notice.height - Math.min(...boxes.map((box) => box?.y ?? 0));
    };
    for (const size of [DESKTOP, TABLET]) {
      await alice.setViewportSize(size);
      await talk(alice, bob, 'Bob');
      await write('Can you see me?');
      const picture = alice.locator('video[data-kind=remote]');
      await until('the message lies above the picture', async () => (await covered(picture)) <= 1);
      await bob.getByTestId('hang-up').click();
      await alice.getByTestId('call-ended').waitFor();
    }

    await alice.setViewportSize(DESKTOP);
    await joinGroup(alice);
    await joinGroup(bob);
    await framesFlow(alice, 1);
    const tiles = alice.getByTestId('tile');
    const grid = alice.getByTestId('grid');
    const before = await grid.boundingBox();
    await write('Can you see me?');
    expect(await grid.boundingBox()).toEqual(before);
    // Beside it a notice that stays: the camera cannot be opened.
    await alice.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
    });
    await alice.getByTestId('toggle-camera').click();
    await alice.getByTestId('toggle-camera').click();
    await alice.getByTestId('camera-problem').waitFor();
    await write('And now?');
    await until('both notices lie above every picture', async () => (await covered(tiles)) <= 1);
  });

  test('show the figures of the connection at a press, and draw their bars for the eye alone', async () => {
    const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
    await talkWithPeer(alice, bob, 'Bob');
    const badge = alice.getByRole('button', { name: /connection · .*\d+% lost/ });
    await badge.focus();
    await alice.keyboard.press('Enter');
    await alice.getByTestId('quality-figures').getByText(/kbps/).waitFor();
    expect(await badge.getByRole('img').count()).toBe(0);
    await alice.keyboard.press('Enter');
    await alice.getByTestId('quality-figures').waitFor({ state: 'detached' });
  });

  test('say that what may be shown is not known, and ask again', async () => {
    const alice = await person('alice');
    const services = '**/api/v1/services/current*';
    await alice.route(services, (route) => route.fulfill({ status: 500, json: { code: 'internal-error' } }));
    await alice.goto('/user/videochat/devices');
    const again = alice.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await alice.getByText('You’re not allowed to show a camera.').count()).toBe(0);
    await alice.unroute(services);
    await again.click();
    await alice.locator('video[data-kind=self][data-ready=true]').waitFor();
  });

  test('show without the colours of the page what is switched on', async () => {
    const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
    await talkWithPeer(alice, bob, 'Bob');
    await alice.emulateMedia({ forcedColors: 'active' });
    const ground = (testId: string) =>
      alice.getByTestId(testId).evaluate((element) => getComputedStyle(element).backgroundColor);
    const heard = await ground('toggle-microphone');
    await alice.keyboard.press('m');
    await alice.getByRole('button', { name: 'Unmute' }).waitFor();
    await until('the button looks another way', async () => (await ground('toggle-microphone')) !== heard);
    await bob.say('Hello');
    const count = alice.getByTestId('count');
    await count.waitFor();
    expect(await count.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  });
});
