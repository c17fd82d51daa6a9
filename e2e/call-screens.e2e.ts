import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooseMore, joinGroup, moreItem, talk, talkWithPeer } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const DESKTOP = { width: 1280, height: 800 };

describe('the screens of a call', () => {
  const { person, peer, extra } = setUpPeople();

  const makeLink = async (page: Page) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = dialog.getByRole('textbox', { name: 'Guest link', exact: true });
    await link.waitFor();
    return await link.inputValue();
  };

  /** How many pixels of a picture lie under the notices, one of which is of this message. */
  const covered = async (page: Page, text: string, pictures: Locator) => {
    const notices = page
      .getByRole('status')
      .filter({ has: page.getByTestId('new-message').filter({ hasText: text }) });
    await notices.waitFor();
    const [notice, ...boxes] = await Promise.all([
      notices.boundingBox(),
      ...(await pictures.all()).map((picture) => picture.boundingBox()),
    ]);
    if (!notice || boxes.length === 0) return Number.NaN;
    return notice.y + notice.height - Math.min(...boxes.map((box) => box?.y ?? 0));
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

  test('of a group show what is written without covering a face, on a phone and on a desktop', async () => {
    const alice = await person('alice');
    await joinGroup(alice);
    await alice.getByTestId('leave').waitFor();
    const ann = await extra(alice, 'Ann');
    await framesFlow(alice, 1);
    const tiles = alice.getByTestId('tile');
    await alice.setViewportSize(PHONE);
    await ann.say('Can you see me?');
    await alice.getByTestId('new-message').waitFor();
    await until('the message lies below every picture', async () => {
      const [message, ...pictures] = await Promise.all([
        alice.getByTestId('new-message').boundingBox(),
        ...(await tiles.all()).map((tile) => tile.boundingBox()),
      ]);
      return (
        message !== null &&
        pictures.length > 0 &&
        pictures.every((picture) => picture !== null && picture.y + picture.height <= message.y + 1)
      );
    });

    await alice.getByTestId('new-message').waitFor({ state: 'detached' });
    await alice.setViewportSize(DESKTOP);
    const grid = alice.getByTestId('grid');
    const before = await until('the grid', () => grid.boundingBox());
    await ann.say('And me?');
    await alice.getByTestId('new-message').waitFor();
    expect(await grid.boundingBox()).toEqual(before);
    // Beside it a notice that stays: the camera cannot be opened.
    await alice.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
    });
    await alice.getByTestId('toggle-camera').click();
    await alice.getByTestId('toggle-camera').click();
    await alice.getByTestId('camera-problem').waitFor();
    await ann.say('And now?');
    await until(
      'both notices lie above every picture',
      async () => (await covered(alice, 'And now?', tiles)) <= 1,
    );
  });

  test('keep every control where it is while a panel opens and closes', async () => {
    const alice = await person('alice');
    await joinGroup(alice);
    await alice.getByTestId('leave').waitFor();
    for (const size of [TABLET, { width: 1000, height: 700 }, DESKTOP]) {
      await alice.setViewportSize(size);
      for (const name of ['chat', 'people']) {
        const toggle = alice.getByTestId(`${name}-toggle`);
        // In the menu where there is no space for it.
        if (!(await toggle.isVisible())) continue;
        const place = await toggle.boundingBox();
        const [x, y] = place ? [place.x + place.width / 2, place.y + place.height / 2] : [0, 0];
        await alice.mouse.click(x, y);
        await alice.getByTestId(`${name}-panel`).waitFor();
        expect(await toggle.boundingBox()).toEqual(place);
        await alice.mouse.click(x, y);
        await alice.getByTestId(`${name}-panel`).waitFor({ state: 'detached' });
      }
    }
  });

  test('of two show what is written beside the picture, figures at a press, without colours what is on, and another language', async () => {
    const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
    await talkWithPeer(alice, bob, 'Bob');
    const badge = alice.getByRole('button', { name: /connection · .*\d+% lost/ });
    await badge.focus();
    await alice.keyboard.press('Enter');
    await alice.getByTestId('quality-figures').getByText(/kbps/).waitFor();
    // The bars are drawn for the eye alone.
    expect(await badge.getByRole('img').count()).toBe(0);
    await alice.keyboard.press('Enter');
    await alice.getByTestId('quality-figures').waitFor({ state: 'detached' });

    const picture = alice.locator('video[data-kind=remote]');
    for (const size of [DESKTOP, TABLET]) {
      await alice.setViewportSize(size);
      const text = `Can you see me at ${size.width}?`;
      await bob.say(text);
      await until(
        `${text}: it lies above the picture`,
        async () => (await covered(alice, text, picture)) <= 1,
      );
    }

    await alice.setViewportSize(DESKTOP);
    await alice.emulateMedia({ forcedColors: 'active' });
    const ground = (testId: string) =>
      alice.getByTestId(testId).evaluate((element) => getComputedStyle(element).backgroundColor);
    const heard = await ground('toggle-microphone');
    await alice.keyboard.press('m');
    await alice.getByRole('button', { name: 'Unmute' }).waitFor();
    await until('the button looks another way', async () => (await ground('toggle-microphone')) !== heard);
    const count = alice.getByTestId('count');
    await count.waitFor();
    expect(await count.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');

    await chooseMore(alice, 'language');
    await alice.getByRole('button', { name: 'ミュートを解除' }).waitFor();
    await framesFlow(alice, 1);
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
});
