import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { comeOnline, launchBrowser, openPage } from './support/browser.ts';
import { callPair, chooseMore, joinGroup, openGroup } from './support/calls.ts';
import { breakableDevices, devicesChanged, failDevices, openDevices, unplug } from './support/devices.ts';
import { framesFlow, sees, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const self = (page: Page) => page.locator('video[data-kind=self][data-ready=true]').first();
const cameraOf = (page: Page, label: string) =>
  expect.poll(() => openDevices(page, 'video')).toEqual([label]);

/** Where the sound of everyone else is played, by the names of the speakers. */
const speakersOf = (page: Page): Promise<(string | undefined)[]> =>
  page.evaluate(async () => {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return [...document.querySelectorAll('audio')].map(
      ({ sinkId }) =>
        devices.find(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === sinkId)?.label,
    );
  });

describe('camera, microphone and speaker', () => {
  const people = setUpPeople({
    prepare: breakableDevices,
    browser: { realPermissions: true, cameras: 3 },
  });

  const permit = async (
    page: Page,
    ...permissions: readonly ('camera' | 'microphone' | 'notifications')[]
  ) => {
    await page.context().clearPermissions();
    // What is not granted is refused.
    await page.context().grantPermissions([...permissions]);
  };
  const both = async (): Promise<readonly [Page, Page]> => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await Promise.all([sees(alice, 1), sees(bob, 1)]);
    return [alice, bob];
  };

  test('are chosen before a call, and changed in it', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await joinGroup(bob);
    await openGroup(alice);
    await self(alice).waitFor();
    expect(await self(alice).evaluate(({ style }) => style.transform)).toBe('scaleX(-1)');
    await alice.getByLabel('Camera', { exact: true }).selectOption({ label: 'fake_device_2' });
    await cameraOf(alice, 'fake_device_2');
    await alice.getByLabel('Microphone', { exact: true }).selectOption({ label: 'Fake Audio Input 1' });
    await alice.getByLabel('Speaker', { exact: true }).selectOption({ label: 'Fake Audio Output 1' });
    await expect.poll(() => openDevices(alice, 'audio')).toEqual(['Fake Audio Input 1']);
    await expect.poll(() => alice.getByTestId('level').getAttribute('data-level')).not.toBe('0');

    await alice.getByTestId('join').click();
    await framesFlow(bob, 1);
    await soundFlows(bob);
    expect(await openDevices(alice, 'video')).toEqual(['fake_device_2']);
    await expect.poll(() => speakersOf(alice)).toEqual(['Fake Audio Output 1']);

    await alice.getByTestId('devices').click();
    await alice.getByRole('menuitemradio', { name: 'Fake Audio Output 2' }).click();
    await expect.poll(() => speakersOf(alice)).toEqual(['Fake Audio Output 2']);
    await alice.keyboard.press('Escape');

    // The next one, and after the last one the first.
    await chooseMore(alice, 'switch-camera');
    await cameraOf(alice, 'fake_device_0');
    await framesFlow(bob, 1);
    await chooseMore(alice, 'switch-camera');
    // A depth camera, of which there is nothing to be seen.
    await cameraOf(alice, 'fake_device_1');
  });

  test('of a call of two are chosen and looked at before it, and changed in it', async () => {
    const [alice, bob] = await Promise.all([people.signedIn('alice'), people.peer('bob')]);
    await alice.goto('/user/videochat');
    await alice.getByRole('link', { name: 'Camera and audio' }).click();
    await self(alice).waitFor();
    await alice.getByLabel('Camera', { exact: true }).selectOption({ label: 'fake_device_2' });
    await cameraOf(alice, 'fake_device_2');
    await alice.getByLabel('Microphone', { exact: true }).selectOption({ label: 'Fake Audio Input 1' });
    await until(
      'it is the microphone',
      async () => (await openDevices(alice, 'audio')).join() === 'Fake Audio Input 1',
    );
    await until(
      'it is heard',
      async () => (await alice.getByTestId('level').getAttribute('data-level')) !== '0',
    );
    await alice.getByRole('button', { name: 'Done' }).click();
    // Nothing is open when no one is called.
    await until('the camera is closed', async () => (await openDevices(alice, 'video')).length === 0);
    await alice.getByRole('button', { name: 'Call Bob' }).click();
    await bob.answer();
    await bob.receives('video');
    expect(await openDevices(alice, 'video')).toEqual(['fake_device_2']);
    expect(await openDevices(alice, 'audio')).toEqual(['Fake Audio Input 1']);
    await chooseMore(alice, 'switch-camera');
    await cameraOf(alice, 'fake_device_0');
    await bob.receives('video');
  });

  test('are said to be blocked before a call, and start by themselves when they are allowed', async () => {
    const alice = await people.person('alice');
    await permit(alice, 'notifications');
    await openGroup(alice);
    await alice.getByText('The camera is blocked. Allow it in the address bar.').waitFor();
    await alice.getByText(/Select the icon at the left end of the address bar/).waitFor();
    await permit(alice, 'camera', 'microphone');
    await self(alice).waitFor();
    await expect.poll(() => alice.getByTestId('level').getAttribute('data-level')).not.toBe('0');
    await alice.getByText(/address bar/).waitFor({ state: 'detached' });
  });

  test('are said to be missing where the machine has none, and one takes part all the same', async () => {
    const browser = await launchBrowser({ realPermissions: true, cameras: 0 });
    try {
      const alice = await openPage(browser, { url: people.system.url });
      await comeOnline(alice, people.system.account('alice'));
      await openGroup(alice);
      await people.extra(alice, 'Ann');
      await alice.getByText('No camera found. The others can’t see you.').waitFor();
      await alice.getByText('No microphone was found. Plug one in.').waitFor();
      for (const device of ['Camera', 'Microphone'])
        expect(await alice.getByLabel(device, { exact: true }).isDisabled()).toBe(true);
      await alice.getByTestId('join').click();
      await framesFlow(alice, 1);
      await alice.getByTestId('microphone-problem').getByText('No microphone was found.').waitFor();
    } finally {
      await browser.close();
    }
  });

  test('of a group call that are unplugged are replaced, and what is lost is said', async () => {
    const [alice, bob] = await both();
    const removed = alice.getByTestId('device-removed');
    await unplug(alice, 'video');
    await removed.getByText(/Your camera was disconnected. Now using fake_device_\d./).waitFor();
    await framesFlow(bob, 1);

    await failDevices(alice, { video: 'NotReadableError' });
    await unplug(alice, 'video');
    await alice.getByText('Another app is using your camera. Close that app.').waitFor();
    await bob.locator('video[data-kind=remote]').waitFor({ state: 'detached' });
    await failDevices(alice, { audio: 'NotFoundError' });
    await devicesChanged(alice);
    await alice.getByTestId('camera-problem').waitFor({ state: 'detached' });
    await framesFlow(bob, 1);

    await unplug(alice, 'audio');
    await removed.getByText('Your microphone was disconnected.').waitFor();
    await alice.getByText('No microphone was found. Plug one in.').waitFor();
    await bob.getByTestId('muted').waitFor();
    await failDevices(alice, {});
    await devicesChanged(alice);
    await alice.getByTestId('microphone-problem').waitFor({ state: 'detached' });
    await soundFlows(bob);

    // Withdrawn by the person, in the browser.
    await permit(alice, 'microphone');
    await alice.getByText('The camera is blocked. Allow it in the address bar.').waitFor();
    await soundFlows(bob);
    await permit(alice, 'camera', 'microphone');
    await alice.getByTestId('camera-problem').waitFor({ state: 'detached' });
    await framesFlow(bob, 1);
  });

  test('of a call of two that are unplugged are replaced, and what is lost is said', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.peer('bob')]);
    await callPair(alice, 'Bob');
    await bob.answer();
    await Promise.all([bob.receives('audio'), bob.receives('video')]);
    const removed = alice.getByTestId('device-removed');
    await unplug(alice, 'audio');
    await removed.getByText(/Your microphone was disconnected. Now using Fake /).waitFor();
    await bob.receives('audio');
    await unplug(alice, 'video');
    await removed.getByText(/Your camera was disconnected. Now using fake_device_\d./).waitFor();
    await bob.receives('video');

    await failDevices(alice, { audio: 'NotReadableError' });
    await unplug(alice, 'audio');
    const countdown = alice.getByTestId('microphone-countdown');
    await countdown.getByText('Another app is using your microphone. Close that app.').waitFor();
    await failDevices(alice, {});
    await devicesChanged(alice);
    await countdown.waitFor({ state: 'detached' });
    await bob.receives('audio');
  });
});
