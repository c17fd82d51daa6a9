import { readFile } from 'node:fs/promises';
import { ALL_FORMATS, BlobSource, Input } from 'mediabunny';
import type { Download, Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { mostAudible, watchAudible } from './support/audible.ts';
import { callPair, chooseMore, talkedFor } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

/** How far one stands above the other, in pixels. */
const gapBetween = async (upper: Locator, lower: Locator): Promise<number> => {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
  return above && below ? below.y - (above.y + above.height) : Number.NaN;
};

describe('a call between two that moves to the media node', () => {
  const people = setUpSystem(() => ({ name: 'moving', environment: { RECORDING_MIN_FREE_MB: '0' } }), {
    prepare: watchAudible,
  });
  const { person } = people;

  const talk = async (): Promise<readonly [Page, Page]> => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await Promise.all([alice, bob].map((page) => Promise.all([framesFlow(page, 1), soundFlows(page)])));
    return [alice, bob];
  };
  const inRoom = (page: Page) => page.waitForURL('**/user/groupchat/talk?call=*');
  const peerConnections = (page: Page) =>
    page.evaluate(
      () => window.__peerConnections.filter(({ connectionState }) => connectionState !== 'closed').length,
    );

  // `npm run bench -- web-moving` measures what is missed meanwhile.
  test('lets a third person in, and then drops its own connection (D12, D13)', async () => {
    const [alice, bob] = await talk();
    const carol = await person('carol');
    await alice.getByTestId('more').click();
    await alice.getByTestId('more-add-person').getByRole('menuitem').click();
    await alice.getByRole('button', { name: 'Add Carol' }).click();
    await carol.getByText('invites you to a call with Bob').waitFor();
    await Promise.all([inRoom(alice), inRoom(bob)]);
    await carol.getByTestId('accept').click();
    await inRoom(carol);
    await Promise.all([alice, bob, carol].map((page) => framesFlow(page, 2)));
    await Promise.all([alice, bob, carol].map(soundFlows));
    // Two transports to the media node are left, and the connection between the two is gone.
    for (const page of [alice, bob]) {
      await until('the peer-to-peer connection is closed', async () => (await peerConnections(page)) === 2);
    }
    // The recording of the call is for the two whose call it is (R1).
    for (const [page, offers] of [
      [alice, 1],
      [carol, 0],
    ] as const) {
      await page.getByTestId('more').click();
      await page.getByTestId('more-shortcuts').waitFor();
      expect(await page.getByTestId('more-record-on-server').count()).toBe(offers);
      await page.keyboard.press('Escape');
    }
    await carol.getByTestId('leave').click();
    await framesFlow(alice, 1);
  });

  test('is recorded in the room: it looks as before, its time runs on, and each hears the other once', async () => {
    const [alice, bob] = await talk();
    await until('they have talked for some seconds', async () => (await talkedFor(alice)) >= 5);
    await chooseMore(alice, 'record-on-server');
    await Promise.all([inRoom(alice), inRoom(bob)]);
    for (const page of [alice, bob]) {
      await page.locator('[data-testid=grid][data-layout=facing]').waitFor();
      expect(await talkedFor(page)).toBeGreaterThanOrEqual(5);
    }
    for (const page of [alice, bob]) {
      await until('the peer-to-peer connection is closed', async () => (await peerConnections(page)) === 2);
      await Promise.all([framesFlow(page, 1), soundFlows(page)]);
      expect(await mostAudible(page)).toBe(1);
    }
    await bob
      .getByLabel(/record/i)
      .first()
      .waitFor();
  });

  test('is recorded also where the page that asked for it is reloaded at once, which says so', async () => {
    const [alice, bob] = await talk();
    await chooseMore(alice, 'record-on-server');
    await alice.reload();
    await Promise.all([
      alice.getByText('This call and its chat are being recorded on the server.').waitFor(),
      bob.getByLabel('This call is being recorded').first().waitFor(),
    ]);
  });

  test('goes on being recorded in a browser: one file of both its parts, and it is said in the room', async () => {
    const [alice, bob] = await talk();
    await chooseMore(bob, 'record');
    await bob.getByTestId('recording').waitFor();
    const recordedFrom = performance.now();
    const saved: Download[] = [];
    bob.on('download', (download) => saved.push(download));
    await chooseMore(alice, 'record-on-server');
    await Promise.all([inRoom(alice), inRoom(bob)]);
    const firstPartMs = performance.now() - recordedFrom;
    await alice.getByTestId('recorded-by').getByText('Bob is recording this call.').waitFor();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    const told = bob.getByText(/^Recording saved as/);
    // Watched from before the click: a busy browser may answer the click after the message has gone.
    const isSeen = told.waitFor().then(() =>
      expect
        // Not even for a moment over the way out.
        .poll(() => gapBetween(told, bob.getByRole('group', { name: 'Call controls' })))
        .toBeGreaterThan(0),
    );
    await Promise.all([
      isSeen,
      bob.getByTestId('recording').getByRole('button', { name: 'Stop and save' }).click(),
    ]);
    const [download] = saved;
    if (!download) throw new Error('Nothing was saved');
    expect(saved).toHaveLength(1);
    const recording = new Input({
      formats: ALL_FORMATS,
      source: new BlobSource(new Blob([await readFile(await download.path())])),
    });
    expect(1_000 * (await recording.computeDuration())).toBeGreaterThan(firstPartMs);
    await alice.getByTestId('recorded-by').waitFor({ state: 'detached' });
  });

  test('goes on from browser to browser until the page of the room has been loaded (D13)', async () => {
    const [alice, bob] = await talk();
    const held = Promise.withResolvers<void>();
    await alice.route('**/assets/group-call-page*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await alice.getByTestId('more').click();
    await alice.getByTestId('more-record-on-server').getByRole('menuitem').click();
    await inRoom(bob);
    await until('the room’s media is there for alice', async () => (await peerConnections(alice)) === 3);
    await Promise.all([framesFlow(alice, 2), framesFlow(bob, 2)]);
    expect(await peerConnections(bob)).toBe(3);
    held.resolve();
    await inRoom(alice);
    for (const page of [alice, bob]) {
      await until('the peer-to-peer connection is closed', async () => (await peerConnections(page)) === 2);
      await Promise.all([framesFlow(page, 1), soundFlows(page)]);
      expect(await mostAudible(page)).toBe(1);
    }
  });

  test('goes on in the room when the third person declines, and the inviter is told so', async () => {
    const [alice, bob] = await talk();
    const carol = await person('carol');
    await alice.getByTestId('more').click();
    await alice.getByTestId('more-add-person').getByRole('menuitem').click();
    await alice.getByRole('button', { name: 'Add Carol' }).click();
    await carol.getByTestId('decline').click();
    await alice.getByTestId('invitation-refused').getByText('Carol declined the call').waitFor();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await bob.getByTestId('leave').click();
    await alice.getByTestId('group-call-over').getByText('The call has ended').waitFor();
  });

  test('stays where it is when no media node takes it, and says so', async () => {
    const [alice, bob] = await talk();
    const carol = await person('carol');
    // It drains; the signal again ends that.
    const nodes = await people.system.mediaNodes();
    for (const node of nodes) process.kill(node, 'SIGUSR2');
    try {
      await alice.getByTestId('more').click();
      await alice.getByTestId('more-add-person').getByRole('menuitem').click();
      await alice.getByRole('button', { name: 'Add Carol' }).click();
      await alice.getByTestId('move-failed').waitFor();
      await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
      await carol.getByTestId('decline').click();
    } finally {
      for (const node of nodes) process.kill(node, 'SIGUSR2');
    }
  });
});
