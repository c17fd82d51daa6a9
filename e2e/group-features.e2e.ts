import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup, leaveCall, toggleScreen } from './support/calls.ts';
import { type Extra, guestLinkToken, joinAsExtra } from './support/crowd.ts';
import { drawFilm } from './support/drawn-film.ts';
import { framesFlow } from './support/frames.ts';
import { receivedLines, receivesVideos } from './support/received.ts';
import { type People, setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const tilesOf = (page: Page) => page.getByTestId('tile');

/** Opens someone's page and joins the demo group's call: alice owns the group, bob and carol are members. */
const memberOf =
  (people: People) =>
  async (name: string): Promise<Page> => {
    const page = await people.person(name);
    await joinGroup(page);
    await page.getByTestId('leave').waitFor();
    return page;
  };

describe('in a group call', () => {
  const people = setUpPeople();
  const member = memberOf(people);
  const both = () => Promise.all([member('alice'), member('bob')]);

  test('people write, raise hands, share, and see each other as they like', async () => {
    const [alice, bob] = await both();
    await tilesOf(alice).nth(1).waitFor();

    // Bob writes by keyboard alone: a composition's Enter sends nothing.
    await bob.keyboard.press('c');
    const field = bob.getByRole('textbox', { name: 'Message everyone' });
    await field.waitFor();
    await field.fill('See https://example.com/agenda. Type <b>bold</b>, not <0>me</0>.');
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
    await bob.keyboard.press('Enter');
    await bob.getByTestId('chat-message').waitFor();
    expect(await field.inputValue()).toBe('');

    // Alice hears of it, reads it, and the link is safe to follow.
    const toast = alice.getByTestId('new-message');
    await toast.waitFor();
    expect(await toast.textContent()).toContain(
      'Bob: See https://example.com/agenda. Type <b>bold</b>, not <0>me</0>.',
    );
    await alice.getByRole('button', { name: 'Chat, 1 unread message' }).click();
    const link = alice.getByRole('link', { name: 'https://example.com/agenda' });
    await link.waitFor();
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await alice.getByRole('log').getAttribute('aria-live')).toBe('polite');
    await alice.getByRole('button', { name: 'Chat', exact: true }).waitFor();
    await alice.keyboard.press('Escape');
    await alice.getByTestId('chat-panel').waitFor({ state: 'detached' });
    await until('the focus is on the button again', () =>
      alice.getByTestId('chat-toggle').evaluate((button) => button === document.activeElement),
    );

    // People who join later find it in the chat, and are not told of it as new.
    const carol = await member('carol');
    await carol.getByRole('button', { name: 'Chat', exact: true }).waitFor();
    expect(await carol.getByTestId('new-message').count(), 'nothing is new').toBe(0);
    await carol.keyboard.press('c');
    await carol.getByTestId('chat-message').getByText('https://example.com/agenda').waitFor();
    await leaveCall(carol);

    // A hand: on the tile, read out, in line among the people, and lowered by the owner.
    await bob.keyboard.press('Escape');
    await bob.getByTestId('chat-panel').waitFor({ state: 'detached' });
    await bob.keyboard.press('h');
    await bob.getByTestId('changes').getByText('Hand raised').waitFor({ state: 'attached' });
    await alice.getByTestId('hand').waitFor();
    await until('the hand is read out', async () =>
      (await alice.getByTestId('announcement').textContent())?.includes('Bob raised their hand'),
    );
    await alice.keyboard.press('p');
    await alice.getByTestId('hand-place').waitFor();
    // What Bob's own browser has measured (G13).
    await alice
      .getByTestId('person')
      .filter({ hasText: /Bob.*connection · \d+ ms/ })
      .waitFor();
    await alice.getByRole('button', { name: 'More options for Bob' }).click();
    await alice.getByRole('menuitem', { name: 'Lower hand' }).click();
    await bob.getByRole('button', { name: 'Raise your hand' }).waitFor();
    await alice.keyboard.press('Escape');

    // A shared screen takes the stage, is put aside, and is gone when it ends. A screen on which nothing moves has few
    // frames: its picture is waited for, not their number.
    await toggleScreen(bob);
    await alice.locator('[data-source=screen][data-front=true] video[data-ready=true]').waitFor();
    await alice.keyboard.press('l');
    await alice.locator('[data-testid=grid][data-layout=grid]').waitFor();
    await bob.getByTestId('sharing-screen').getByRole('button', { name: 'Stop sharing' }).click();
    await alice.locator('[data-source=screen]').waitFor({ state: 'detached' });

    // The speaker's layout is remembered; a pinned picture takes the stage.
    await bob.keyboard.press('l');
    await bob.locator('[data-testid=grid][data-layout=speaker]').waitFor();
    await bob.reload();
    await bob.locator('[data-testid=grid][data-layout=speaker]').waitFor();
    const small = bob.locator('[data-testid=tile][data-front=false]').first();
    const pinned = await small.getAttribute('data-tile-member');
    await small.hover();
    await small.getByTestId('pin').click();
    await bob.locator(`[data-front=true][data-tile-member="${pinned}"]`).waitFor();
  });

  test('a guest is told from the member whose name it has, and long words stay on a phone', async () => {
    const alice = await member('alice');
    const guest = await people.extra(alice, 'Bob');
    const tile = tilesOf(alice).filter({ hasText: 'Bob' });
    await tile.getByTestId('guest-mark').waitFor();
    await tile.getByRole('button', { name: 'Pin Bob (guest)' }).waitFor();
    await alice.setViewportSize({ width: 390, height: 844 });
    await guest.say('W'.repeat(500));
    const toast = alice.getByTestId('new-message');
    await toast.getByText('Bob (guest): WWW').waitFor();
    const { x = 0, width = 0 } = (await toast.boundingBox()) ?? {};
    const scrollWidth = await toast.evaluate((element) => element.scrollWidth);
    expect([x >= 0, x + width <= 390, scrollWidth <= Math.ceil(width)]).toEqual([true, true, true]);
    await toast.getByRole('button', { name: 'Open chat' }).click();
    await alice.getByTestId('chat-message').getByTestId('guest-mark').waitFor();
  });

  test('one hears someone as quietly as one likes, also after a reload', async () => {
    const [alice] = await both();
    const bobs = tilesOf(alice).filter({ hasText: 'Bob' });
    await bobs.locator('video[data-ready=true]').waitFor();
    const sound = () =>
      alice
        .locator('body > audio')
        .evaluateAll((elements) =>
          elements.map((element) =>
            element instanceof HTMLAudioElement ? [element.volume, element.muted] : [],
          ),
        );
    await expect.poll(sound).toEqual([[1, false]]);
    await alice.keyboard.press('p');
    await alice.getByRole('button', { name: 'More options for Bob' }).press('Enter');
    await alice.getByRole('menuitem', { name: 'Volume for me' }).click();
    const slider = alice.getByRole('slider', { name: 'Volume of Bob' });
    await slider.press('ArrowLeft');
    await expect.poll(sound).toEqual([[0.95, false]]);
    expect(await slider.getAttribute('aria-valuetext')).toBe('95%');
    await slider.press('Home');
    await expect.poll(sound).toEqual([[0, true]]);
    await alice.getByRole('button', { name: 'Done' }).click();
    await bobs.getByRole('img', { name: 'Muted for you' }).waitFor();

    await alice.reload();
    await bobs.getByRole('img', { name: 'Muted for you' }).waitFor();
    await expect.poll(sound).toEqual([[0, true]]);
    await bobs.hover();
    await bobs.getByRole('button', { name: 'Volume of Bob' }).click();
    await alice.getByTestId('mute-for-me').click();
    await expect.poll(sound).toEqual([[1, false]]);
  });

  test('any picture is zoomed, and comes to the front without being recreated', async () => {
    const alice = await member('alice');
    await people.extra(alice, 'Bob');
    const bobs = tilesOf(alice).filter({ hasText: 'Bob' });
    const video = bobs.locator('video[data-ready=true]');
    await video.waitFor();
    const picture = bobs.getByTestId('zoomable');
    const zoomIs = (zoom: string) =>
      until(`the zoom is ${zoom}`, async () => (await picture.getAttribute('data-zoom')) === zoom);
    await picture.hover();
    await alice.mouse.wheel(0, -400);
    await zoomIs('2.00');
    const own = tilesOf(alice).filter({ hasText: 'You' }).getByTestId('zoomable');
    expect(await own.getAttribute('data-zoom')).toBe('1.00');
    // The keys mean the picture in which the focus is.
    await own.hover();
    const pin = bobs.getByTestId('pin');
    await pin.focus();
    await alice.keyboard.press('+');
    await zoomIs('2.50');
    await alice.keyboard.press('0');
    await zoomIs('1.00');

    const before = await video.elementHandle();
    await pin.press('Enter');
    await tilesOf(alice).and(alice.locator('[data-front=true]')).filter({ hasText: 'Bob' }).waitFor();
    expect(await video.evaluate((now, element) => now === element, before)).toBe(true);
  });

  test('only what is seen is received, and who speaks on another page comes to this one', async () => {
    const alice = await member('alice');
    const film = await drawFilm(alice, { width: 160, height: 90, hue: 200 });
    const token = await guestLinkToken(people.system);
    const names = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
    // One after the other: they stand in the order in which they came.
    const extras: Extra[] = [];
    for (const name of names) extras.push(await joinAsExtra(people.system, token, name, film));
    try {
      await tilesOf(alice).nth(8).waitFor();
      await receivesVideos(alice, 8);

      // Room for six: with oneself nine stand on two pages.
      await alice.setViewportSize({ width: 340, height: 520 });
      await alice.locator('[data-testid=grid][data-pages="2"]').waitFor();
      const onPage = await tilesOf(alice).count();
      await receivesVideos(alice, onPage);
      const hidden = names.slice(onPage);
      const [speaker] = hidden;
      expect(speaker).toBeDefined();
      expect(
        await tilesOf(alice)
          .filter({ hasText: speaker ?? '' })
          .count(),
      ).toBe(0);
      const loud = extras.find(({ name }) => name === speaker);
      // Alice's own microphone beeps: she would be the loudest of all.
      await alice.getByRole('button', { name: 'Mute', exact: true }).click();
      loud?.speak(true);
      await tilesOf(alice)
        .filter({ hasText: speaker ?? '' })
        .waitFor();
      await alice
        .locator('[data-speaking=true]')
        .filter({ hasText: speaker ?? '' })
        .waitFor();
      await receivesVideos(alice, onPage);

      // On the second page stand the others, and oneself.
      await alice.getByRole('button', { name: 'Next people' }).click();
      await tilesOf(alice).filter({ hasText: 'You' }).waitFor();
      await receivesVideos(alice, names.length - onPage);

      await alice.setViewportSize({ width: 1280, height: 800 });
      await receivesVideos(alice, 8);
    } finally {
      for (const extra of extras) extra.leave();
    }
  });

  test('a picture is received at the size at which it is shown', async () => {
    const [alice] = await both();
    const lines = () => expect.poll(() => receivedLines(alice));
    await framesFlow(alice, 1);
    await lines().toEqual([360]);
    await alice.setViewportSize({ width: 340, height: 520 });
    await lines().toEqual([180]);
    await alice.setViewportSize({ width: 1024, height: 720 });
    await lines().toEqual([360]);
  });

  test('the owner adds someone for this call or to the group, who is rung and joins (G14)', async () => {
    const [group] = (
      (await people.system.read('alice', '/groups')) as {
        readonly 'hydra:member': readonly {
          readonly '@id': string;
          readonly memberPairs: readonly string[];
        }[];
      }
    )['hydra:member'];
    const address = group?.['@id'].replace('/api/v1', '') ?? '';
    const carol = await people.person('carol');
    await people.system.write('alice', 'PATCH', address, { memberPairs: [] });
    const alice = await member('alice');
    try {
      const members = async () =>
        ((await people.system.read('alice', address)) as { readonly memberPairs: readonly string[] })
          .memberPairs;
      const rung = (state: string) => alice.locator(`[data-testid=rung-person][data-state=${state}]`);
      const add = async () => {
        await alice.getByRole('button', { name: 'Add Carol' }).click();
        await rung('ringing').waitFor();
        await carol.getByRole('alertdialog', { name: 'Alice invites you to a call' }).waitFor();
      };
      await alice.keyboard.press('p');
      const addPerson = alice.getByTestId('people-panel').getByTestId('add-person');
      await addPerson.click();
      await alice.getByTestId('add-to-group').check();
      await add();
      expect(await members()).toHaveLength(1);
      await alice.keyboard.press('Escape');
      await rung('ringing').waitFor({ state: 'detached' });
      await carol.getByRole('button', { name: 'Not now' }).click();
      await alice.getByText('Carol can’t join now.').waitFor();
      await alice.keyboard.press('p');
      await rung('declined').waitFor();
      await people.system.write('alice', 'PATCH', address, { memberPairs: [] });
      // Not a member any more: what she sees of the group from now on is this call.
      const join = carol.getByRole('button', { name: /^Join / });
      await join.waitFor({ state: 'detached' });
      await alice.getByRole('button', { name: 'Call Carol again' }).click();
      const ring = carol.getByRole('alertdialog', { name: 'Alice invites you to a call' });
      await ring.waitFor();
      await join.waitFor({ state: 'attached' });
      await alice.getByRole('button', { name: 'Stop calling Carol' }).click();
      await ring.waitFor({ state: 'detached' });
      await rung('ringing').waitFor({ state: 'detached' });

      await addPerson.click();
      await add();
      expect(await members()).toEqual([]);
      await until('the title rings', async () => (await carol.title()) === '☎ Alice invites you to a call');
      await carol.getByTestId('join-group-call').click();
      await carol.getByTestId('join').click();
      await framesFlow(carol, 1);
      await tilesOf(alice).filter({ hasText: 'Carol' }).waitFor();
      await rung('ringing').waitFor({ state: 'detached' });
    } finally {
      await people.system.write('alice', 'PATCH', address, { memberPairs: group?.memberPairs });
    }
  });
});

// A group of its own: a locked call readmits a member who has just left it in an earlier test.
describe('the owner of a group', () => {
  const people = setUpPeople();
  const member = memberOf(people);

  test('mutes, locks and removes (G11)', async () => {
    const [alice, bob, carol] = await Promise.all([member('alice'), member('bob'), people.person('carol')]);
    await alice.keyboard.press('p');
    const act = async (name: string) => {
      await alice.getByRole('button', { name: 'More options for Bob' }).click();
      await alice.getByRole('menuitem', { name }).click();
    };

    await act('Mute');
    await bob.getByTestId('muted-by').waitFor();
    await bob.getByTestId('changes').getByText('Muted', { exact: true }).waitFor({ state: 'attached' });
    await bob.getByRole('button', { name: 'Unmute', exact: true }).first().click();
    await bob.getByRole('button', { name: 'Mute', exact: true }).waitFor();

    const muteAll = alice.getByRole('button', { name: 'Mute all' });
    await muteAll.click();
    await alice.getByRole('status').filter({ hasText: 'Everyone else is muted.' }).waitFor();
    await bob.getByTestId('muted-by').waitFor();
    await bob.getByRole('button', { name: 'Unmute', exact: true }).first().waitFor();
    await alice.getByRole('button', { name: 'Mute', exact: true }).waitFor();
    await until(
      'nobody is left to mute',
      async () => (await muteAll.getAttribute('aria-disabled')) === 'true',
    );

    await alice.getByTestId('lock').click();
    await bob.getByTestId('locked').waitFor();
    await joinGroup(carol);
    await carol.getByText('The call is locked').waitFor();
    await alice.getByTestId('lock').click();
    await bob.getByTestId('locked').waitFor({ state: 'detached' });
    await carol.getByTestId('join-again').click();
    await framesFlow(carol, 2);

    await act('Remove from the call');
    await alice.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await bob.getByText('You were removed from the call').waitFor();
    await tilesOf(carol).nth(2).waitFor({ state: 'detached' });
    await joinGroup(bob);
    await bob.getByText('You were removed from the call').waitFor();
    await framesFlow(carol, 1);
  });
});
