import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { findingsOfAxe } from './support/axe.ts';
import { framesFlow, soundFlows } from './support/frames.ts';
import { changeDevice, devicePath, kioskReady, openKiosk, setUpPath, touchStart } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';
import { until } from './support/until.ts';

declare global {
  interface Window {
    __locks: WakeLockSentinel[];
  }
}

describe('a kiosk', () => {
  const people = setUpPeople({ customerPerTest: true });

  /** A browser that stands somewhere, set up as a manager does it. */
  const setUp = async (url: string = people.system.url): Promise<Page> => {
    const kiosk = await people.stranger(url);
    await openKiosk(kiosk, setUpPath(people));
    return kiosk;
  };
  const change = (body: object) => changeDevice(people, body);
  /** A group of Alice's. */
  const makeGroup = async (name: string, memberPairs: readonly (string | undefined)[]): Promise<string> => {
    const { id } = (await people.system.write('alice', 'POST', '/groups', { name, memberPairs })) as {
      readonly id: string;
    };
    return id;
  };

  test('is set up by its link, keeps nothing of it in the address, and comes back by itself', async () => {
    const kiosk = await setUp();
    expect(new URL(kiosk.url()).pathname + new URL(kiosk.url()).hash).toBe('/device');
    await kiosk.getByText(people.system.device.printed).waitFor();
    await openKiosk(kiosk);
    // Power came back in the middle of a call: it calls no one.
    await kiosk.goto('/device/videochat/talk?pair=01999999-0000-7000-8000-000000000000');
    await kiosk.waitForURL('**/device');
    // No way out.
    await kiosk.goto('/device/anything');
    await kiosk.waitForURL('**/device');
  });

  test('rings, is answered by a touch, sees and hears, and goes home when the call is over', async () => {
    const [kiosk, alice] = await Promise.all([setUp(), people.peer('alice')]);
    await alice.call('Reception');
    await kiosk.getByTestId('kiosk-accept').click();
    await Promise.all([framesFlow(kiosk, 1), alice.receives('video')]);
    await Promise.all([soundFlows(kiosk), alice.receives('audio')]);
    await alice.hangUp();
    await kiosk.getByText('Alice ended the call').waitFor();
    await kiosk.waitForURL('**/device');
  });

  test('answers by itself when it is set so, after saying it', async () => {
    const kiosk = await setUp();
    await change({ answersByItself: true });
    await kiosk.getByText('Ready, answers automatically').waitFor();
    const alice = await people.peer('alice');
    await alice.call('Reception');
    await kiosk.getByText(/Answering automatically in/).waitFor();
    await Promise.all([framesFlow(kiosk, 1), alice.receives('video')]);
    await kiosk.getByRole('button', { name: 'End call' }).click();
  });

  test('approves and refuses who would like to call it', async () => {
    const kiosk = await setUp();
    const { serial } = people.system.device;
    await people.system.write('bob', 'POST', '/pairs', { serialLong: serial });
    await kiosk.getByRole('button', { name: 'Approve Bob' }).click();
    await kiosk.getByRole('button', { name: 'Call Bob' }).waitFor();
    await people.system.write('carol', 'POST', '/pairs', { serialLong: serial });
    await kiosk.getByRole('button', { name: 'Decline Carol' }).click();
    await kiosk.getByTestId('kiosk-request').waitFor({ state: 'detached' });
    expect(await kiosk.getByRole('button', { name: 'Call Carol' }).count()).toBe(0);
  });

  test("joins a group's call by a touch, and is home again when it leaves", async () => {
    const kiosk = await setUp();
    const pairs = (await people.system.read('alice', '/pairs')) as {
      readonly 'hydra:member': readonly { readonly '@id': string; readonly serialPrinted: string | null }[];
    };
    const reception = pairs['hydra:member'].find(
      ({ serialPrinted }) => serialPrinted === people.system.device.printed,
    );
    await makeGroup('Front desk', [reception?.['@id']]);
    await kiosk.getByRole('button', { name: 'Join Front desk' }).click();
    const join = kiosk.getByTestId('join');
    await join.or(kiosk.getByTestId('alone')).first().waitFor();
    if (await join.isVisible()) await join.click();
    await kiosk.getByTestId('alone').waitFor();
    await kiosk.getByTestId('leave').click();
    await kiosk.waitForURL('**/device');
  });

  test('rings when it is invited into the call of a group, and joins by itself when it is set so (G14)', async () => {
    const group = await makeGroup('Lobby', []);
    const kiosk = await setUp();
    const alice = await people.signedIn('alice');
    await alice.goto(`/user/groupchat/talk?group=${group}`);
    await alice.getByTestId('join').click();
    await alice.getByTestId('alone').waitFor();
    await alice.keyboard.press('p');
    const ring = async () => {
      await alice.getByTestId('people-panel').getByTestId('add-person').click();
      await alice.getByRole('button', { name: 'Add Reception' }).click();
      await alice.getByTestId('rung-person').filter({ hasText: 'Calling…' }).waitFor();
      await kiosk.getByRole('alertdialog', { name: 'Alice' }).waitFor();
    };
    await ring();
    await kiosk.getByText('invites you to “Lobby”').waitFor();
    await kiosk.getByTestId('kiosk-accept').click();
    await Promise.all([framesFlow(kiosk, 1), framesFlow(alice, 1)]);

    // Removed by mistake, and called back before the kiosk has gone home.
    await alice.getByRole('button', { name: 'More options for Reception' }).click();
    await alice.getByRole('menuitem', { name: 'Remove from the call' }).click();
    await alice.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await kiosk.getByTestId('group-call-over').waitFor();
    await ring();
    await kiosk.getByTestId('kiosk-accept').click();
    await Promise.all([framesFlow(kiosk, 1), framesFlow(alice, 1)]);
    await kiosk.getByTestId('leave').click();
    await kiosk.waitForURL('**/device');
    await kioskReady(kiosk);

    await change({ answersByItself: true });
    await kiosk.getByText('Ready, answers automatically').waitFor();
    await alice.getByTestId('alone').waitFor();
    await ring();
    await kiosk.getByText(/Joining automatically in/).waitFor();
    await Promise.all([framesFlow(kiosk, 1), framesFlow(alice, 1)]);
  });

  test('says that it is disabled, and comes back by itself when it is enabled again', async () => {
    const kiosk = await setUp();
    await change({ state: 'DISABLED' });
    await kiosk.getByTestId('kiosk-disabled').waitFor();
    await change({ state: 'ENABLED' });
    await kioskReady(kiosk);
  });

  test('says that the server is away, and comes back by itself', async () => {
    const proxy = await startTcpProxy(people.system.port);
    try {
      const kiosk = await setUp(proxy.url);
      proxy.cut();
      await kiosk.getByText('Can’t reach the server. The device reconnects automatically.').waitFor();
      proxy.mend();
      await kioskReady(kiosk);
    } finally {
      await proxy.close();
    }
  });

  test('keeps the screen on, and does so again whenever it is seen again', async () => {
    const kiosk = await people.stranger();
    await kiosk.addInitScript(() => {
      window.__locks = [];
      // A headless browser has no screen that could be kept on.
      navigator.wakeLock.request = async () => {
        const lock: WakeLockSentinel = Object.assign(new EventTarget(), {
          released: false,
          type: 'screen' as const,
          onrelease: null,
          async release() {
            Object.assign(lock, { released: true });
            lock.dispatchEvent(new Event('release'));
          },
        });
        window.__locks.push(lock);
        return lock;
      };
    });
    await openKiosk(kiosk, setUpPath(people));
    const held = () => kiosk.evaluate(() => window.__locks.filter(({ released }) => !released).length);
    await until('the screen stays on', async () => (await held()) === 1);
    // As the browser does with a page that is hidden, and seen again later (W3C Screen Wake Lock, 6.1).
    await kiosk.evaluate(async () => {
      for (const lock of window.__locks) await lock.release();
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await until('the screen stays on again', async () => (await held()) === 1);
  });

  test('has screens that are accessible, in both themes', async () => {
    const kiosk = await setUp();
    const stranger = await people.stranger();
    expect([
      ...(await findingsOfAxe(kiosk, [
        {
          path: '/device',
          ready: (page) => page.getByTestId('kiosk-home').or(page.getByTestId('kiosk-start')),
        },
      ])),
      ...(await findingsOfAxe(stranger, [
        { path: '/device', ready: (page) => page.getByTestId('kiosk-not-set-up') },
      ])),
    ]).toEqual([]);
  });

  test('is set up by a link that is pasted', async () => {
    const kiosk = await people.stranger();
    await kiosk.goto('/device');
    const field = kiosk.getByLabel('Set-up link');
    const submit = kiosk.getByRole('button', { name: 'Set up', exact: true });
    await field.fill(people.system.device.printed);
    await submit.click();
    await kiosk.getByText(/This isn’t a set-up link/).waitFor();
    await field.fill(people.system.device.url);
    await submit.click();
    await touchStart(kiosk);
  });

  test('is set up by a QR code, where the browser reads them', async () => {
    const kiosk = await people.stranger();
    await kiosk.addInitScript((link) => {
      // Chromium on Linux reads no codes.
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async (video: HTMLVideoElement) => (video.videoWidth > 0 ? [{ rawValue: link }] : []);
      }
      Object.assign(window, { BarcodeDetector });
    }, people.system.device.url);
    await kiosk.goto('/device');
    await kiosk.getByRole('button', { name: 'Scan QR code' }).click();
    await touchStart(kiosk);
  });

  test('guards its settings and approvals with a PIN, which a set-up link resets', async () => {
    const kiosk = await setUp();
    const gear = kiosk.getByRole('button', { name: 'Settings of this device' });
    const enter = async (pin: string, then: string) => {
      for (const digit of pin) await kiosk.getByRole('button', { name: digit, exact: true }).click();
      await kiosk.getByRole('button', { name: then }).click();
    };
    await gear.click();
    await enter('2718', 'Set PIN');
    await kiosk.getByTestId('kiosk-devices').getByLabel('Microphone').waitFor();
    await kiosk.getByRole('button', { name: 'Done' }).click();
    await gear.click();
    await enter('0000', 'Continue');
    await kiosk.getByText('The PIN is wrong.').waitFor();
    expect(await kiosk.getByText('Answer automatically').count()).toBe(0);
    await enter('2718', 'Continue');
    await kiosk.getByText('Answer automatically').waitFor();
    await kiosk.getByRole('button', { name: 'Done' }).click();

    await people.system.write('carol', 'POST', '/pairs', { serialLong: people.system.device.serial });
    await kiosk.getByRole('button', { name: 'Approve Carol' }).click();
    await enter('2718', 'Continue');
    await kiosk.getByRole('button', { name: 'Call Carol' }).waitFor();

    await openKiosk(kiosk, setUpPath(people));
    await gear.click();
    await kiosk.getByRole('button', { name: 'Not now' }).click();
    await kiosk.getByText('Answer automatically').waitFor();
  });

  test('keeps the secret that works when a wrong set-up link is opened', async () => {
    const kiosk = await setUp();
    const wrong = setUpPath(people).replace(/secret=[^&]*/, 'secret=wrong');
    for (const open of [
      () => kiosk.goto(wrong),
      () => kiosk.evaluate((hash) => location.assign(hash), new URL(wrong, people.system.url).hash),
    ]) {
      await open();
      await kiosk.getByText('This set-up link isn’t valid').waitFor();
      expect(new URL(kiosk.url()).hash).toBe('');
      await kioskReady(kiosk);
    }
    await openKiosk(kiosk);
  });

  test('says that its secret is not good any more', async () => {
    const kiosk = await setUp();
    await people.system.write('manager', 'POST', `${await devicePath(people)}/secret`, {});
    await kiosk.getByTestId('kiosk-refused').waitFor();
  });
});
