import type { Page } from 'playwright';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { joinGroup } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { GOOD_LINE } from './support/lossy-proxy.ts';
import { receivedMedia } from './support/media-stats.ts';
import { setUpSystem } from './support/set-up.ts';
import { onlyTurn, startTurnLine, type TurnLine } from './support/turn-line.ts';
import { until } from './support/until.ts';

/** Less than the two pictures and the speech of others take, even at the few frames of these cameras. */
const NARROW_KBPS = 70;
/** Speech has to have suffered for some readings, or a picture to have been held back for seconds. */
const OFFERED_WITHIN_MS = 60_000;

const pictures = (page: Page) => page.locator('[data-testid=tile] video');

/** Nothing new of any picture, while sound goes on. */
const picturesRest = (page: Page) =>
  until('no picture moves', async () => {
    const before = await receivedMedia(page);
    await soundFlows(page, 0.001);
    const after = await receivedMedia(page);
    return Object.entries(after.frames).every(([track, frames]) => frames === before.frames[track]);
  });

describe('a group call over a line that carries little', () => {
  let line: TurnLine | undefined;
  const people = setUpSystem(
    async () => {
      line = await startTurnLine();
      return { name: 'narrow-link', environment: line.environment };
    },
    { prepare: onlyTurn },
  );
  afterEach(() => line?.set(GOOD_LINE));
  afterAll(() => line?.stop());

  test('offers to go on with sound alone, and brings the pictures back', async () => {
    const [alice, bob] = [await people.person('alice'), await people.person('bob')];
    for (const page of [alice, bob]) await joinGroup(page);
    await framesFlow(alice, 1);
    line?.set({ loss: 0, delayMs: 20, kbps: NARROW_KBPS });
    const offered = alice.getByTestId('audio-only-offered');
    await offered.waitFor({ timeout: OFFERED_WITHIN_MS });
    await offered.getByRole('button', { name: 'Audio only' }).click();
    await alice.getByTestId('audio-only-on').waitFor();
    await picturesRest(alice);
    await pictures(alice).first().waitFor({ state: 'detached' });
    await alice.getByRole('button', { name: 'Turn camera on' }).waitFor();
    await soundFlows(bob);

    line?.set(GOOD_LINE);
    await alice.getByTestId('audio-only-on').getByRole('button', { name: 'Show video' }).click();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await alice.getByTestId('audio-only-on').waitFor({ state: 'detached' });
    expect(await pictures(alice).count()).toBeGreaterThan(0);
  });
});
