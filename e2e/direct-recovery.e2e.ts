import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { talk } from './support/calls.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('a 1-to-1 call in which something goes wrong', () => {
  // Permissions can be withdrawn here, and that ends tracks.
  const { person } = setUpPeople({ browser: { realPermissions: true } });

  const usernameFragment = (page: Page) =>
    page.evaluate(
      () => /ice-ufrag:(\S+)/.exec(window.__peerConnections.at(-1)?.localDescription?.sdp ?? '')?.[1],
    );

  test('finds its way again when the network has changed, and counts down while the microphone is blocked', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const before = await usernameFragment(alice);
    // What browsers fire when a machine is in another network.
    await alice.evaluate(() => window.dispatchEvent(new Event('online')));
    await until('ICE has restarted', async () => (await usernameFragment(alice)) !== before);
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);

    await alice.context().clearPermissions();
    await alice.context().grantPermissions(['camera']);
    await alice.getByTestId('microphone-countdown').waitFor();
    expect(await alice.getByTestId('microphone-countdown').textContent()).toMatch(
      /The call ends in 0:[0-3]\d/,
    );
    await bob.getByTestId('peer-muted').waitFor();
    await alice.context().grantPermissions(['camera', 'microphone']);
    await alice.getByTestId('microphone-countdown').waitFor({ state: 'detached' });
    await soundFlows(bob);
  });
});
