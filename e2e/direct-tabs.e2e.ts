import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { untilReachable } from './support/browser.ts';
import { callPair, talk, talkWithPeer } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

describe('1-to-1 calls that meet', () => {
  /** What the pages say to the server while it is held back; null: nothing is. */
  let held: (() => void)[] | null = null;
  /** What the server says to one page while that is held back. */
  let heldBack: { readonly from: Page; readonly messages: (() => void)[] } | null = null;
  /** Pages to which the server has said something on their newest socket. */
  const connected = new Set<Page>();
  const people = setUpPeople({
    prepare: (page) =>
      page.routeWebSocket('**/api/v1/signal', (socket) => {
        const server = socket.connectToServer();
        connected.delete(page);
        server.onMessage((message) => {
          connected.add(page);
          if (heldBack?.from === page) heldBack.messages.push(() => socket.send(message));
          else socket.send(message);
        });
        socket.onMessage((message) => {
          const pass = () => server.send(message);
          if (held) held.push(pass);
          else pass();
        });
      }),
  });
  const { person, peer } = people;

  const anotherTab = async (page: Page): Promise<Page> => {
    const tab = await page.context().newPage();
    await untilReachable(tab, () => tab.goto('/user'));
    return tab;
  };

  test('ring in both tabs, are answered in one, and the other one says where (D3)', async () => {
    const [alice, bob] = await Promise.all([peer('alice'), person('bob')]);
    const otherTab = await anotherTab(bob);
    await alice.call('Bob');
    await otherTab.getByTestId('incoming-call').waitFor();
    await bob.getByTestId('accept').click();
    await otherTab.getByText('The call was answered on another device').waitFor();
    expect(await otherTab.getByTestId('incoming-call').count()).toBe(0);
    await framesFlow(bob, 1);
  });

  test('are answered on two devices at the same moment, and the later one says where (D3)', async () => {
    const [alice, bob, phone] = await Promise.all([peer('alice'), person('bob'), person('bob')]);
    await alice.call('Bob');
    await phone.getByTestId('accept').waitFor();
    const messages: (() => void)[] = [];
    heldBack = { from: phone, messages };
    await bob.getByTestId('accept').click();
    await framesFlow(bob, 1);
    await phone.getByTestId('accept').click();
    heldBack = null;
    for (const pass of messages) pass();
    await phone.getByTestId('call-ended').getByText('The call was answered on another device').waitFor();
    await framesFlow(bob, 1);
  });

  test('are not begun in a second tab while the first is in one, which the second tab says', async () => {
    const [alice, bob] = await Promise.all([person('alice'), peer('bob')]);
    await peer('carol');
    await talkWithPeer(alice, bob, 'Bob');
    const otherTab = await anotherTab(alice);
    await callPair(otherTab, 'Carol');
    await otherTab.getByTestId('call-ended').getByText('You’re in a call in another tab').waitFor();
    await framesFlow(alice, 1);
    await alice.getByTestId('hang-up').click();
    await alice.getByTestId('call-ended').waitFor();
    await otherTab.getByTestId('call-again').click();
    await otherTab.getByTestId('call-phase').getByText('Ringing…').waitFor();
  });

  test('are one call when both call each other at the same moment (D5)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    // Neither has heard of the other's call when it makes its own.
    await until('both are connected', () => connected.has(alice) && connected.has(bob));
    const waiting: (() => void)[] = [];
    held = waiting;
    const call = async (page: Page, name: string) => {
      await page.getByRole('button', { name: `Call ${name}` }).click();
      await page.getByTestId('call-phase').getByText('Calling…').waitFor();
    };
    await Promise.all([call(alice, 'Bob'), call(bob, 'Alice')]);
    held = null;
    for (const pass of waiting) pass();
    await Promise.all([framesFlow(alice, 1), framesFlow(bob, 1)]);
    await alice.getByTestId('hang-up').click();
    await bob.getByTestId('call-ended').getByText('Alice ended the call').waitFor();
  });

  test('move once when both want them recorded at the same moment (D12, R2)', async () => {
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const both = [alice, bob];
    await Promise.all(both.map((page) => page.getByTestId('more').click()));
    await Promise.all(
      both.map((page) => page.getByTestId('more-record-on-server').getByRole('menuitem').click()),
    );
    await Promise.all(both.map((page) => page.waitForURL('**/user/groupchat/talk?call=*')));
    await Promise.all(both.map((page) => framesFlow(page, 1)));
    for (const page of both) {
      await until('only the room is left', () =>
        page.evaluate(
          () =>
            window.__peerConnections.filter(({ connectionState }) => connectionState !== 'closed').length ===
            2,
        ),
      );
    }
    // It belongs to whichever was first.
    const started = async (name: 'alice' | 'bob') => {
      const list = (await people.system.read(name, '/recordings')) as { readonly 'hydra:totalItems': number };
      return list['hydra:totalItems'];
    };
    expect((await started('alice')) + (await started('bob'))).toBe(1);
  });
});
