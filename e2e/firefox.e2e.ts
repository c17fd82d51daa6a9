import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { joinGroup } from './support/calls.ts';
import { type FirefoxPage, findFirefox, startFirefox } from './support/firefox.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

const binary = findFirefox();
// Said where it is read: a run without Firefox proves nothing about Firefox.
if (!binary)
  process.stderr.write(
    'No Firefox was found: install firefox-esr, or name one in FIREFOX_BIN. Its tests are skipped.\n',
  );

/** Firefox reaches no media on 127.0.0.1: its own candidates are those of the network alone. */
const networkAddress = Object.values(networkInterfaces())
  .flat()
  .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address;

describe.skipIf(!binary)('Firefox ESR', () => {
  const people = setUpSystem(() => ({
    name: 'firefox',
    environment: networkAddress ? { SFU_LISTEN_IP: networkAddress } : {},
  }));
  let alice: FirefoxPage | undefined;

  beforeAll(async () => {
    if (binary) alice = await startFirefox(binary);
    const page = signedIn();
    const { mail, password } = people.system.account('alice');
    await page.goto(`${people.system.url}/signin`);
    await page.fill('E-mail address', mail);
    await page.fill('Password', password);
    // The header has one of that name too; the form's own takes what was typed.
    await page.evaluate(() => document.forms[0]?.requestSubmit());
    await until('Firefox has signed in', () => page.evaluate(() => window.location.pathname === '/user'));
  });
  afterAll(() => alice?.close());

  const signedIn = (): FirefoxPage => {
    if (!alice) throw new Error('Firefox has not started');
    return alice;
  };

  test('calls a Chromium, and each sees and hears the other', async () => {
    const page = signedIn();
    const bob = await people.person('bob');
    await page.goto(`${people.system.url}/user`);
    // Someone whose own page is still connecting is not rung.
    await until('Bob is online', () => page.evaluate(() => /Bob\s*Online/.test(document.body.textContent)));
    await page.click('Call Bob');
    await bob.getByRole('button', { name: 'Answer', exact: true }).click();
    await Promise.all([framesFlow(page, 1), framesFlow(bob, 1)]);
    await Promise.all([soundFlows(page), soundFlows(bob)]);
    await page.click('End call');
    await bob.getByText('Alice ended the call').waitFor();
  });

  test('is called by a Chromium and answers', async () => {
    const page = signedIn();
    await page.goto(`${people.system.url}/user`);
    const bob = await people.person('bob');
    await bob.getByRole('button', { name: 'Call Alice' }).click();
    await page.click('Answer');
    await Promise.all([framesFlow(page, 1), framesFlow(bob, 1)]);
    await bob.getByRole('button', { name: 'End call' }).click();
  });

  test.skipIf(!networkAddress)('takes part in a group call with two Chromiums', async () => {
    const page = signedIn();
    const [bob, carol] = await Promise.all([people.person('bob'), people.person('carol')]);
    await joinGroup(bob);
    await joinGroup(carol);
    await page.goto(`${people.system.url}/user/groupchat`);
    await page.click('Join Demo group');
    await page.click('join');
    await Promise.all([framesFlow(page, 2), framesFlow(bob, 2), framesFlow(carol, 2)]);
    await Promise.all([soundFlows(page), soundFlows(bob)]);
    await page.click('Leave');
  });
});
