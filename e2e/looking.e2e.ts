import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { callPair, chooseMore } from './support/calls.ts';
import { breakableDevices } from './support/devices.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** How far the camera's own lens is zoomed. */
const lens = (page: Page) =>
  page.evaluate(() => {
    const camera = window.__devices.tracks.findLast(
      ({ kind, readyState }) => kind === 'video' && readyState === 'live',
    );
    const settings: (MediaTrackSettings & { readonly zoom?: number }) | undefined = camera?.getSettings();
    return settings?.zoom;
  });

/** What the browser asks a person for together with the camera. Playwright has no name for it, and it lasts as long as the session. */
const permitZoom = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.send('Browser.grantPermissions', {
    permissions: ['videoCapture', 'audioCapture', 'cameraPanTiltZoom'],
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
};

describe('in a call one looks', () => {
  const people = setUpPeople({ prepare: breakableDevices });

  test('on the whole screen, in a small window over all others, and nearer by the camera itself', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);

    const isFull = () => alice.evaluate(() => document.fullscreenElement !== null);
    await chooseMore(alice, 'fullscreen');
    await expect.poll(isFull).toBe(true);
    await alice.keyboard.press('f');
    await expect.poll(isFull).toBe(false);

    const small = () =>
      alice.evaluate(() => {
        const video = document.pictureInPictureElement;
        return video instanceof HTMLVideoElement ? video.getVideoPlaybackQuality().totalVideoFrames : null;
      });
    await chooseMore(alice, 'picture-in-picture');
    await expect.poll(small).toBeGreaterThan(5);
    await chooseMore(alice, 'picture-in-picture');
    await expect.poll(small).toBeNull();

    // A camera shows what it can only to who may zoom it.
    await chooseMore(bob, 'camera-zoom');
    await bob.getByTestId('camera-zoom').getByText('This camera can’t zoom.').waitFor();
    await permitZoom(alice);
    await chooseMore(alice, 'camera-zoom');
    const slider = alice.getByTestId('camera-zoom').getByRole('slider');
    await slider.fill(String(await slider.getAttribute('max')));
    await expect.poll(() => lens(alice)).toBe(400);
    await framesFlow(bob, 1);
  });
});
