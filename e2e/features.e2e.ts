import type { Page } from 'playwright';
import { afterEach, describe, expect, test } from 'vitest';
import {
  callPair,
  chooseMore as choose,
  moreItem as item,
  joinGroup,
  openGroup,
  toggleScreen,
} from './support/calls.ts';
import { breakableDevices, openDevices } from './support/devices.ts';
import { framesFlow } from './support/frames.ts';
import { isActiveItem } from './support/keyboard.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

type Flag = 'recording' | 'share_camera' | 'share_screen' | 'share_playback';
type Kind = 'video' | 'group';

/** The screen that someone else shares, in a call of two or of a group. */
const shared = (page: Page) =>
  page
    .locator('video[data-member="shared"][data-ready=true]')
    .or(page.locator('[data-source=screen] video[data-ready=true]'));

describe('a customer’s features, changed in the middle of a call,', () => {
  const people = setUpPeople({ prepare: breakableDevices });

  /** As the customer's manager does it. */
  const set = async (kind: Kind, on: boolean, ...flags: readonly Flag[]): Promise<void> => {
    const list = (await people.system.read('manager', '/features')) as {
      readonly 'hydra:member': readonly { readonly '@id': string; readonly name: string }[];
    };
    const change = Object.fromEntries(flags.map((flag) => [`feature_opt_chat_${flag}`, on]));
    const features = list['hydra:member'].filter(({ name }) => name === `feature_service_${kind}_chat`);
    for (const { '@id': id } of features)
      await people.system.write('manager', 'PATCH', id.replace('/api/v1', ''), change);
  };

  afterEach(async () => {
    for (const kind of ['video', 'group'] as const)
      await set(kind, true, 'recording', 'share_camera', 'share_screen', 'share_playback');
  });

  /** Shares and records on one side; both end, in words, when they are withdrawn, and are no longer offered. */
  const withdraws = async (kind: Kind, sharer: Page, other: Page): Promise<void> => {
    await toggleScreen(sharer);
    await shared(other).waitFor();
    await set(kind, false, 'share_screen');
    await sharer
      .getByTestId('screen-problem')
      .getByText(/You can’t share your screen any more/)
      .waitFor();
    await shared(other).waitFor({ state: 'detached' });
    await sharer.getByTestId('sharing-screen').waitFor({ state: 'detached' });

    await choose(sharer, 'record');
    await other.getByTestId('recorded-by').waitFor();
    await framesFlow(sharer, 1);
    const saved = sharer.waitForEvent('download');
    await set(kind, false, 'recording', 'share_playback');
    await sharer.getByText('You can’t record any more. The recording stopped.').waitFor();
    await saved;
    await other.getByTestId('recorded-by').waitFor({ state: 'detached' });

    await sharer.getByTestId('more').click();
    await item(sharer, 'shortcuts').waitFor();
    for (const name of ['playback', 'record']) expect(await item(sharer, name).count()).toBe(0);
    expect(await sharer.getByTestId('screen-toggle').count()).toBe(0);
    // And come back as they went.
    await set(kind, true, 'share_screen', 'share_playback', 'recording');
    for (const name of ['playback', 'record']) await item(sharer, name).waitFor();
    await sharer.getByTestId('screen-toggle').waitFor();
    // The keys begin at the first of them that is shown, not at one with a button of its own at this width.
    await sharer.keyboard.press('ArrowDown');
    await until('the first item is active', () =>
      isActiveItem(sharer.getByRole('menuitem', { disabled: false }).first()),
    );
    await sharer.keyboard.press('Escape');

    await set(kind, false, 'share_camera');
    await sharer.getByTestId('toggle-camera').waitFor({ state: 'detached' });
    await other.locator('video[data-kind=remote][data-ready=true]').waitFor({ state: 'detached' });
  };

  test('reach a call of two', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByRole('button', { name: 'Answer', exact: true }).click();
    await framesFlow(bob, 1);
    await withdraws('video', alice, bob);
  });

  test('reach a call of a group', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await framesFlow(bob, 1);
    await withdraws('group', alice, bob);
  });

  test('are known before a group call: a camera that may not be shown is neither offered nor opened', async () => {
    await set('group', false, 'share_camera');
    const alice = await people.person('alice');
    await openGroup(alice);
    await alice.getByText('You can’t show your camera in this call.').waitFor();
    await expect.poll(() => alice.getByTestId('level').getAttribute('data-level')).not.toBe('0');
    expect(await alice.getByTestId('preview-camera').count()).toBe(0);
    expect(await alice.getByLabel('Camera', { exact: true }).count()).toBe(0);
    await alice.getByTestId('join').click();
    await alice.getByTestId('leave').waitFor();
    await alice.keyboard.press('v');
    await alice.getByTestId('devices').click();
    await alice
      .getByRole('menuitemradio', { name: /Fake.*Audio Input/ })
      .first()
      .waitFor();
    expect(await alice.getByRole('menu').getByText('Camera', { exact: true }).count()).toBe(0);
    await alice.keyboard.press('Escape');
    expect(await alice.getByTestId('toggle-camera').count()).toBe(0);
    expect(await openDevices(alice, 'video')).toEqual([]);
    expect(await openDevices(alice, 'audio')).toHaveLength(1);
    // What one likes is remembered: with the flag the camera is there again.
    await set('group', true, 'share_camera');
    await alice.getByTestId('toggle-camera').click();
    await alice.locator('video[data-kind=self][data-ready=true]').waitFor();
  });

  test('are the host’s for a guest, who is offered what the host is', async () => {
    const [alice, guest] = [await people.person('alice'), await people.stranger()];
    const link = (await people.system.write('alice', 'POST', '/guest_links', {})) as { readonly url: string };
    await guest.goto(link.url);
    await guest.getByLabel('Your name').fill('Grace');
    await guest.getByRole('button', { name: 'Continue' }).click();
    const begin = guest.getByTestId('join');
    const accept = alice.getByRole('button', { name: 'Answer', exact: true });
    // A look at oneself may come first.
    await until('it rings, or one is asked to begin', async () => {
      if (await begin.isVisible()) await begin.click();
      return accept.isVisible();
    });
    await accept.click();
    await framesFlow(guest, 1);
    await toggleScreen(guest);
    await guest.getByTestId('sharing-screen').waitFor();
    await shared(alice).waitFor();
    await set('video', false, 'share_screen');
    await guest.getByTestId('screen-problem').waitFor();
    await shared(alice).waitFor({ state: 'detached' });
  });
});
