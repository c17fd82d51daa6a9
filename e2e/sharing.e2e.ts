import { readFile } from 'node:fs/promises';
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { callPair, chooseMore as choose, joinGroup, openGroup, toggleScreen } from './support/calls.ts';
import { makeFilm } from './support/film.ts';
import { framesFlow, soundFlows, soundStops } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

/** Audio energy of half of a tone at half its volume. */
const LOUD = 0.01;
/** What someone else shares, with a picture. */
const shared = (page: Page) => page.locator('video[data-member="shared"][data-ready=true]');

describe('in a call', () => {
  const people = setUpPeople();
  const { person } = people;

  const connected = async (): Promise<readonly [Page, Page]> => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByRole('button', { name: 'Answer', exact: true }).click();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    return [alice, bob];
  };

  test('of two a screen is shared and zoomed beside the camera, then a file is played, or it says why not', async () => {
    const [alice, bob] = await connected();
    await toggleScreen(alice);
    await alice.getByTestId('sharing-screen').waitFor();
    await shared(bob).waitFor();
    await framesFlow(bob, 2);

    const picture = bob.getByTestId('zoomable').first();
    await picture.hover();
    await bob.mouse.wheel(0, -400);
    await expect.poll(() => picture.getAttribute('data-zoom')).toBe('2.00');
    await bob.keyboard.press('+');
    await expect.poll(() => picture.getAttribute('data-zoom')).toBe('2.50');
    await picture.dblclick();
    await expect.poll(() => picture.getAttribute('data-zoom')).toBe('1.00');

    await alice.getByTestId('sharing-screen').getByRole('button', { name: 'Stop sharing' }).click();
    await shared(bob).waitFor({ state: 'detached' });
    await framesFlow(bob, 1);

    const buffer = await makeFilm(alice);
    const file = alice.getByTestId('playback-file');
    await file.setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer });
    const player = alice.getByTestId('player');
    await player.getByRole('button', { name: 'Pause' }).click();
    await shared(bob).waitFor();
    // A browser's own recording does not say how long it is: that was found out.
    await expect
      .poll(async () => Number(await player.getByRole('slider', { name: 'Position' }).getAttribute('max')))
      .toBeGreaterThan(3);
    const position = player.getByRole('slider', { name: 'Position' });
    const film = shared(bob);
    const pictures = () =>
      film.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);

    // A film that stands still is moved, and the others see where to.
    const before = await pictures();
    await position.fill('0.5');
    expect(await position.inputValue()).toBe('0.5');
    await expect.poll(pictures).toBeGreaterThan(before);
    expect(await position.inputValue()).toBe('0.5');

    // Of the two microphones and the film nothing is to be heard but the film.
    await alice.getByRole('button', { name: 'Mute', exact: true }).click();
    await soundStops(bob);
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await soundFlows(bob, LOUD);
    await player.getByRole('button', { name: 'Mute file' }).click();
    await soundStops(bob);
    await player.getByRole('slider', { name: 'Volume for everyone' }).fill('0.5');
    await position.fill('0');
    // On a busy machine the film has ended meanwhile.
    const play = player.getByRole('button', { name: 'Play', exact: true });
    if (await play.isVisible()) await play.click();
    await soundFlows(bob, LOUD);

    await file.setInputFiles({ name: 'x.webm', mimeType: 'video/webm', buffer: Buffer.from('no film') });
    await alice.getByTestId('playback-problem').waitFor();
    await shared(bob).waitFor({ state: 'detached' });
  });

  test('of two a recording is seen by the other, guarded, and saved as a file with a duration', async () => {
    const [alice, bob] = await connected();
    await choose(bob, 'record');
    await bob.getByTestId('recording').waitFor();
    await alice.getByTestId('recorded-by').waitFor();
    await framesFlow(bob, 1);
    await bob.getByRole('button', { name: 'End call' }).click();
    const question = bob.getByRole('alertdialog');
    await question.getByText(/the recording will be lost/).waitFor();
    await question.getByRole('button', { name: 'Stay in the call' }).click();
    // Looking at another page ends neither the call nor the recording.
    await bob.goBack();
    await bob.getByTestId('return-to-call').click();
    await bob.getByTestId('recording').waitFor();
    await bob.getByRole('button', { name: 'End call' }).click();
    const saved = bob.waitForEvent('download');
    await question.getByRole('button', { name: 'Save and end' }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^\d{17}0\.webm$/);
    const recording = new Input({
      formats: ALL_FORMATS,
      source: new BlobSource(new Blob([await readFile(await download.path())])),
    });
    expect(await recording.computeDuration()).toBeGreaterThan(0);
    const kinds = (await recording.getTracks()).map(({ type }) => type);
    expect(kinds.sort()).toEqual(['audio', 'video']);
    await alice.getByText('Bob ended the call').waitFor();
  });

  test('of a group one sees oneself first, and comes in as one has chosen', async () => {
    const alice = await person('alice');
    await openGroup(alice);
    await alice.locator('video[data-kind="self"][data-ready=true]').waitFor();
    await expect.poll(() => alice.getByTestId('level').getAttribute('data-level')).not.toBe('0');
    await expect.poll(() => alice.getByLabel('Camera').locator('option').count()).toBeGreaterThan(0);
    await alice.getByTestId('preview-microphone').click();
    const track = () =>
      alice
        .locator('video[data-kind="self"]')
        .first()
        .evaluate((video: HTMLVideoElement) =>
          video.srcObject instanceof MediaStream ? video.srcObject.getVideoTracks()[0]?.id : null,
        );
    const before = await track();
    await alice.getByTestId('join').click();
    await alice.getByTestId('participants').waitFor();
    // The camera was not opened a second time, and the microphone stays silent.
    expect(await track()).toBe(before);
    await alice.getByRole('button', { name: 'Unmute' }).waitFor();
    await alice.keyboard.press('?');
    const sheet = alice.getByTestId('help-sheet');
    await sheet.getByText('Mute or unmute').waitFor();

    // Speech input presses single keys by accident: switched off, M does nothing, and the button does (WCAG 2.1.4).
    await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await alice.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });
    await alice.keyboard.press('m');
    const unmute = alice.getByRole('button', { name: 'Unmute' });
    expect(await unmute.getAttribute('aria-keyshortcuts')).toBe(null);
    await unmute.click();
    await alice.getByRole('button', { name: 'Mute', exact: true }).waitFor();
  });

  test('of a group a screen reaches everyone, and a file also the person who plays it', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await framesFlow(bob, 1);
    await toggleScreen(alice);
    await alice
      .getByTestId('sharing-screen')
      .getByText('You’re sharing your screen and its audio.')
      .waitFor();
    await framesFlow(bob, 2);
    // Her voice and her screen's sound.
    await expect.poll(() => bob.locator('audio').count()).toBe(2);
    await alice.getByTestId('sharing-screen').getByRole('button', { name: 'Stop sharing' }).click();
    await alice.getByTestId('sharing-screen').waitFor({ state: 'detached' });
    await framesFlow(bob, 1);

    const buffer = await makeFilm(alice);
    await alice
      .getByTestId('playback-file')
      .setInputFiles({ name: 'film.webm', mimeType: 'video/webm', buffer });
    const film = (page: Page) =>
      page.locator('[data-source=playback][data-front=true] video[data-ready=true]');
    const player = alice.getByTestId('player');
    const play = player.getByRole('button', { name: 'Play', exact: true });
    await until('both see the film', async () => {
      // A film that has ended before the other side was ready for it is played again.
      if (await play.isVisible()) await play.click();
      return (await film(alice).isVisible()) && (await film(bob).isVisible());
    });
    // As it is, and not as in a mirror.
    expect(await film(alice).evaluate(({ style }) => style.transform)).toBe('');
    await player.getByRole('button', { name: 'Stop' }).click();
    for (const page of [alice, bob]) await film(page).waitFor({ state: 'detached' });
  });
});
