import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { untilReachable } from './support/browser.ts';
import { callPair, openGroup, talkWithPeer } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { holdSoundBack, soundsPlaying } from './support/held-sound.ts';
import { receivedMedia } from './support/media-stats.ts';
import { setUpPeople } from './support/set-up.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

describe('a 1-to-1 call', () => {
  const people = setUpPeople();
  const { person, peer } = people;

  /** Rows are written as a call ends, and once more when the browsers have reported. */
  const newestConnection = async (name: string) => {
    const list = await people.system.read(name, '/connections?pageSize=1');
    const [row] = (list as { 'hydra:member': { bytes: number | null }[] })['hydra:member'];
    return row?.bytes ? row : undefined;
  };

  const connect = async (caller: Page, callee: Page): Promise<void> => {
    await callPair(caller, 'Bob');
    await callee.getByRole('button', { name: 'Answer', exact: true }).click();
    await Promise.all([framesFlow(caller, 1), framesFlow(callee, 1)]);
  };

  test('goes peer to peer with video and sound, ends for both, and stands in the history of both', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await connect(alice, bob);
    await Promise.all([soundFlows(alice), soundFlows(bob)]);
    for (const { routes } of await Promise.all([receivedMedia(alice), receivedMedia(bob)])) {
      expect(routes).toHaveLength(1);
      expect(routes[0]).not.toContain('relay');
    }
    await alice.getByRole('button', { name: 'End call' }).click();
    await bob.getByText('Alice ended the call').waitFor();
    await alice.getByText('You ended the call').waitFor();
    for (const [name, peer] of [
      ['alice', 'Bob'],
      ['bob', 'Alice'],
    ] as const) {
      const row = await until(`a row in the history of ${name}`, () => newestConnection(name));
      expect(row).toMatchObject({ kind: 'direct', name: peer, endReason: 'hung-up', relayed: false });
      expect(row.bytes).toBeGreaterThan(0);
    }
  });

  test('says that it was declined', async () => {
    const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
    await callPair(alice, 'Bob');
    await bob.decline();
    await alice
      .getByText(/declined/i)
      .first()
      .waitFor();
  });

  test('is answered from a screen with changes once these are given up, and rings until then', async () => {
    const [alice, bob] = await Promise.all([peer('alice'), person('bob')]);
    await untilReachable(bob, () => bob.goto('/user/settings'));
    await bob.getByLabel('Nickname').fill('Bobby');
    await alice.call('Bob');
    await bob.getByTestId('accept').click();
    const question = bob.getByRole('alertdialog', { name: 'Leave without applying the changes?' });
    await question.getByRole('button', { name: 'Stay on the page' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await bob.getByLabel('Nickname').inputValue()).toBe('Bobby');
    await bob.getByTestId('accept').click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await Promise.all([alice.receives('video'), framesFlow(bob, 1)]);
  });

  test('is answered where another one has ended', async () => {
    const [alice, bob, carol] = await Promise.all([person('alice'), peer('bob'), peer('carol')]);
    await callPair(alice, 'Bob');
    await bob.answer();
    await framesFlow(alice, 1);
    await bob.hangUp();
    await alice.getByTestId('call-ended').waitFor();
    await carol.call('Alice');
    await alice.getByTestId('accept').click();
    await Promise.all([framesFlow(alice, 1), carol.receives('video')]);
    await Promise.all([soundFlows(alice), carol.receives('audio')]);
  });

  test('whose sound the browser holds back says so, and is heard after one button', async () => {
    const [alice, bob] = await Promise.all([peer('alice'), person('bob')]);
    await holdSoundBack(bob);
    await alice.call('Bob');
    await bob.getByTestId('accept').click();
    await framesFlow(bob, 1);
    await bob.getByText('Your browser is blocking audio.').waitFor();
    expect(await soundsPlaying(bob)).toEqual([false]);
    await bob.getByRole('button', { name: 'Turn on audio' }).click();
    await bob.getByTestId('sound-unlock').waitFor({ state: 'detached' });
    expect(await soundsPlaying(bob)).toEqual([true]);
  });

  test('stops ringing when the caller cancels, and gives the focus back', async () => {
    const [alice, bob] = await Promise.all([peer('alice'), person('bob')]);
    const before = bob.getByRole('button', { name: 'Call Alice' });
    await before.focus();
    await alice.call('Bob');
    const accept = bob.getByRole('button', { name: 'Answer', exact: true });
    await accept.waitFor();
    await alice.hangUp();
    await accept.waitFor({ state: 'detached' });
    expect(await before.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('is answered by the first browser, and the other stops ringing (D4)', async () => {
    const [alice, bob, bobsPhone] = await Promise.all([peer('alice'), person('bob'), person('bob')]);
    await alice.call('Bob');
    await bobsPhone.getByRole('button', { name: 'Answer', exact: true }).waitFor();
    await bob.getByRole('button', { name: 'Answer', exact: true }).click();
    await bobsPhone.getByRole('button', { name: 'Answer', exact: true }).waitFor({ state: 'detached' });
    await alice.receives('video');
  });

  test('says busy to a third who calls', async () => {
    const [alice, bob, carol] = await Promise.all([peer('alice'), person('bob'), person('carol')]);
    await alice.call('Bob');
    await bob.getByTestId('accept').click();
    await callPair(carol, 'Bob');
    await carol
      .getByText(/busy|another call/i)
      .first()
      .waitFor();
    // Bob is told that he missed a call.
    await bob.getByRole('region', { name: 'Messages' }).getByText('Carol called you.').waitFor();
    await framesFlow(bob, 1);
  });

  test('rings at the door of a group call too, where nothing that rings is loaded before', async () => {
    const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
    await openGroup(alice);
    await untilReachable(alice, () => alice.reload());
    await alice.getByTestId('preview').waitFor();
    await alice.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const isLoaded = () =>
      alice.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/rings-')),
      );
    expect(await isLoaded()).toBe(false);
    await bob.call('Alice');
    await alice.getByTestId('decline').click();
    expect(await isLoaded()).toBe(true);
    expect(await bob.ended()).toBe('declined');
    await alice.getByTestId('join').waitFor();
  });

  test('goes on while the signalling socket is cut, and still hangs up once it has resumed (S3)', async () => {
    const proxy = await startTcpProxy(people.system.port);
    try {
      const [alice, bob] = await Promise.all([person('alice', proxy.url), peer('bob')]);
      await talkWithPeer(alice, bob, 'Bob');
      proxy.cut();
      await alice.getByTestId('server-lost').waitFor();
      await Promise.all([framesFlow(alice, 1), bob.receives('video')]);
      proxy.mend();
      await alice.getByTestId('server-lost').waitFor({ state: 'detached' });
      await Promise.all([framesFlow(alice, 1), bob.receives('video')]);
      await alice.getByRole('button', { name: 'End call' }).click();
      expect(await bob.ended()).toBe('hung-up');
    } finally {
      await proxy.close();
    }
  });
});
