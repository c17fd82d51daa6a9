import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { callPair } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';

/** Nothing leads from this browser to another one. Media nodes tell their addresses in their descriptions alone. */
const cutOff = (page: Page) =>
  page.addInitScript(() => {
    RTCPeerConnection.prototype.addIceCandidate = async () => {};
  });

describe('a 1-to-1 call between browsers that do not reach each other', () => {
  const people = setUpPeople({ prepare: cutOff });

  test('goes on over the media node', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    await callPair(alice, 'Bob');
    await bob.getByTestId('accept').click();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1), soundFlows(alice), soundFlows(bob)]);
    await alice.getByTestId('leave').click();
    await bob.getByTestId('group-call-over').waitFor();
    expect(await bob.getByTestId('call-length').count()).toBe(1);
  });
});
