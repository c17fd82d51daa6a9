import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { inspectSteps } from './support/axe.ts';
import { joinGroup, talk } from './support/calls.ts';
import { framesFlow, sees } from './support/frames.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

const WIDE = { width: 1280, height: 800 };

describe('calls in progress in the console', () => {
  const people = setUpPeople({ prepare: (page) => page.setViewportSize(WIDE) });
  const { person, peer } = people;

  const watch = async (): Promise<Page> => {
    const page = await people.signedIn('manager');
    await page.goto('/manager/live');
    await page.getByText('Live', { exact: true }).waitFor();
    return page;
  };
  const call = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });

  test('shows a 1-to-1 call as it begins, and ends it for both, who read why', async () => {
    const manager = await watch();
    await manager.getByText('No calls in progress').waitFor();
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await talk(alice, bob, 'Bob');
    const row = call(manager, 'Alice and Bob');
    await row.getByText('Peer to peer').waitFor();
    await row.getByText(/^(Not measured yet|Good connection)$/).waitFor();
    expect(await row.getByRole('timer').textContent()).toMatch(/^\d+:\d\d$/);

    await row.getByRole('button', { name: 'End call Alice and Bob' }).click();
    const question = manager.getByRole('alertdialog', { name: 'End this call?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await framesFlow(alice, 1);
    await row.getByRole('button', { name: 'End call Alice and Bob' }).click();
    await question.getByRole('button', { name: 'End call' }).click();
    // Before its notice comes, too.
    await manager.getByText('The call has ended.', { exact: true }).waitFor();
    expect(await row.getByRole('button', { name: 'End call Alice and Bob' }).count()).toBe(0);
    for (const page of [alice, bob]) await page.getByText('A manager ended the call').first().waitFor();
    // It stays in sight for a while, and is gone then.
    await manager.getByText('Ended', { exact: true }).waitFor();
    await manager.mouse.move(0, 0);
    await manager.getByText('No calls in progress').waitFor();
    // Both browsers say how the call was.
    const setUpTimes = async () => {
      const { 'hydra:member': ended } = (await people.system.read('manager', '/connections')) as {
        'hydra:member': readonly { setUpTime: number | null }[];
      };
      return ended.map(({ setUpTime }) => setUpTime);
    };
    await expect.poll(setUpTimes).toEqual([expect.any(Number), expect.any(Number)]);
    await manager.goto('/manager/statics?kind=bysetup&span=7');
    await manager.getByText(/^Median: \d/).waitFor();
    await manager.goto('/manager/connections');
    await manager
      .getByRole('cell', { name: /(Good|Fair|Poor) connection/ })
      .first()
      .waitFor();
  });

  test('shows who is in a group call, puts one out and ends it', async () => {
    const manager = await watch();
    const [alice, bob] = await Promise.all([person('alice'), person('bob')]);
    await joinGroup(alice);
    await joinGroup(bob);
    await Promise.all([sees(alice, 1), sees(bob, 1)]);
    await manager.emulateMedia({ reducedMotion: 'reduce' });
    const inspection = inspectSteps();
    await call(manager, 'Demo group').waitFor();
    // Without opening it.
    await call(manager, 'Demo group')
      .getByText(/(Good|Fair|Poor) connection/)
      .waitFor();
    await inspection.look(manager, 'the list');
    await call(manager, 'Demo group').getByRole('link', { name: 'Demo group' }).click();
    await manager.getByRole('heading', { name: 'Demo group' }).waitFor();
    const member = (name: string) => manager.getByRole('row').filter({ hasText: name });
    await member('Alice').getByText('Microphone, Camera').waitFor();
    await member('Alice').getByText('Owner').waitFor();
    await member('Bob')
      .getByText(/connection · \d+ ms/)
      .waitFor();
    await inspection.look(manager, 'the call');
    expect(inspection.wrong).toEqual([]);

    await member('Bob').getByRole('button', { name: 'Remove Bob' }).click();
    await manager
      .getByRole('alertdialog', { name: 'Remove Bob from the call?' })
      .getByRole('button', { name: 'Remove' })
      .click();
    await bob.getByText(/A manager removed you/).waitFor();
    await member('Bob').waitFor({ state: 'detached' });
    await manager.getByRole('button', { name: 'End call' }).click();
    await manager.getByRole('alertdialog').getByRole('button', { name: 'End call' }).click();
    await manager.getByText('The call has ended.', { exact: true }).waitFor();
    expect(await manager.getByText('In the call', { exact: true }).count()).toBe(0);
    await alice.getByText('A manager ended the call').first().waitFor();
    await manager.getByText('The call has ended. This is how it was last.').waitFor();
    await manager.getByRole('link', { name: 'Show it in the call history' }).waitFor();
    expect(await member('Alice').count()).toBe(1);
    await manager.reload();
    await manager.getByRole('heading', { name: 'Call not in progress' }).waitFor();
    await inspection.look(manager, 'the address of an ended call');
    expect(inspection.wrong).toEqual([]);
    await manager.getByRole('link', { name: 'Show it in the call history' }).click();
    await manager.getByRole('row').filter({ hasText: 'Demo group' }).first().waitFor();
  });

  test('stands still when that is wished, and says when its figures are old', async () => {
    const manager = await watch();
    await manager.getByRole('button', { name: 'Pause' }).click();
    await manager.getByText(/^Paused at/).waitFor();
    const [alice, bob] = await Promise.all([peer('alice'), peer('bob')]);
    await alice.call('Bob');
    await bob.answer();
    await manager.getByText('No calls in progress').waitFor();
    await manager.getByRole('button', { name: 'Resume' }).click();
    await call(manager, 'Alice and Bob').waitFor();
    await manager.context().setOffline(true);
    await manager.getByText(/^No connection. As of/).waitFor();
    const timer = call(manager, 'Alice and Bob').getByRole('cell').nth(1);
    const stopped = await timer.textContent();
    await manager.context().setOffline(false);
    await manager.getByText('Live', { exact: true }).waitFor();
    await until('the time goes on', async () => (await timer.textContent()) !== stopped);
  });

  test('shows administrators every customer’s calls and the media nodes, and asks before it drains the last', async () => {
    const admin = await people.stranger();
    const refused: string[] = [];
    admin.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    admin.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"forbidden"')) refused.push(String(payload));
      }),
    );
    const { mail, password } = people.system.account('admin');
    await admin.goto('/manager/signin?redirect=/manager/nodes');
    await admin.getByLabel('E-mail address').fill(mail);
    await admin.getByLabel('Password', { exact: true }).fill(password);
    await admin.locator('form').getByRole('button', { name: 'Sign in' }).click();
    const node = admin.getByRole('row').filter({ hasText: 'Takes new calls' });
    const version = node.getByText(/^\d+\.\d+\.\d+\+\d{4}-\d\d-\d\d(\.[0-9a-f]{12})?$/);
    await version.waitFor();
    const cut = await node
      .getByRole('cell')
      .evaluateAll(
        (cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(cut).toBe(0);
    const { width = 0, height = 0 } = admin.viewportSize() ?? {};
    await admin.setViewportSize({ width: 768, height });
    await version.scrollIntoViewIfNeeded();
    await admin.setViewportSize({ width, height });
    await node.getByRole('button', { name: /^Drain/ }).click();
    const inspection = inspectSteps();
    const question = admin.getByRole('alertdialog');
    await question.getByText(/^No other media node takes new calls/).waitFor();
    await admin.emulateMedia({ reducedMotion: 'reduce' });
    await inspection.look(admin, 'the question');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await inspection.look(admin, 'the nodes');
    expect(inspection.wrong).toEqual([]);
    await admin.goto('/manager/live');
    await admin.getByText('Live', { exact: true }).waitFor();
    await admin.goto('/manager');
    await admin.getByText('You manage all customers.').waitFor();
    expect(refused).toEqual([]);
  });

  test('shows no media nodes to managers', async () => {
    const page = await people.signedIn('manager');
    await page.goto('/manager/nodes');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });
});
