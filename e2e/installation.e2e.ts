import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { buildClientIfStale } from '#scripts/client-build.ts';
import { untilReachable } from './support/browser.ts';
import { joinGroup } from './support/calls.ts';
import { framesFlow } from './support/frames.ts';
import { kioskReady, openKiosk, setUpPath } from './support/kiosk.ts';
import { goOffline, installed, kept } from './support/offline.ts';
import { setUpSystem } from './support/set-up.ts';
import { until } from './support/until.ts';

// Of a service worker, which the types of a page do not have.
declare const registration: ServiceWorkerRegistration;
declare const NotificationEvent: new (
  type: string,
  init: { readonly notification: Notification; readonly action: string },
) => Event;
interface ActionableNotification extends Notification {
  readonly actions: readonly { readonly action: string }[];
}

declare global {
  interface Window {
    /** Titles of the notifications that the page has shown. */
    __notified: string[];
  }
}

const BUILD = join(import.meta.dirname, '../dist/client');

/** Which of the two depends on what the browser knows of its network. */
const OFFLINE = {
  en: /You’re offline|Can’t reach the server/,
  ja: /オフラインです|サーバーに接続できません/,
};

describe('the installed application', () => {
  /** What the server serves; a test may put a newer version into it. */
  let client = '';
  let version = 0;
  const people = setUpSystem(
    async () => {
      await buildClientIfStale();
      client = await mkdtemp(join(tmpdir(), 'hibiki-client-'));
      await cp(BUILD, client, { recursive: true });
      return { name: 'installation', environment: { CLIENT_DIR: client } };
    },
    { serviceWorker: true, browser: { desktop: true }, customerPerTest: true },
  );
  afterAll(() => rm(client, { recursive: true, force: true }));

  /**
   * As a deployment leaves it: another page, and another service worker, whose version is the hash of the build. A browser that asks
   * meanwhile gets either the one before or the whole new one.
   */
  const deploy = async (changed = (serviceWorker: string) => serviceWorker): Promise<string> => {
    const name = `build-${++version}`;
    for (const [file, change] of [
      [
        'service-worker.js',
        (text: string) =>
          changed(
            text.replace(/(VERSION = ["'`])\w{16}/, (_, start) => start + String(version).padStart(16, '0')),
          ),
      ],
      [
        'index.html',
        (text: string) => text.replace('</head>', `<meta name="build" content="${name}"></head>`),
      ],
    ] as const) {
      const built = await readFile(join(BUILD, file), 'utf8');
      const text = change(built);
      expect(text).not.toBe(built);
      const path = join(client, file);
      await writeFile(`${path}.new`, text);
      for (const compressed of ['br', 'gz']) await rm(`${path}.${compressed}`, { force: true });
      await rename(`${path}.new`, path);
    }
    return name;
  };
  const buildOf = (page: Page) =>
    page.evaluate(() => document.querySelector('meta[name=build]')?.getAttribute('content'));
  /** As the browser does by itself now and then; waits until the newer version is there. */
  const lookForUpdate = (page: Page) =>
    until('a newer version waits', () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
        return registration?.waiting != null;
      }),
    );

  test('has a manifest in the language that is read, whose pictures are there', async () => {
    const page = await people.stranger();
    await page.goto('/signin');
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await page.request.get(href ?? '')).json();
    expect(manifest).toMatchObject({ lang: 'en', display: 'standalone', start_url: '/user' });
    for (const { src } of manifest.icons) expect((await page.request.get(src)).status()).toBe(200);
    await page.evaluate(() => localStorage.setItem('hibiki.lang', 'ja'));
    await page.reload();
    expect(await page.locator('link[rel=manifest]').getAttribute('href')).toBe('/manifest.ja.webmanifest');
  });

  test('says after one visit already, in either language, that there is no network, and comes back by itself', async () => {
    const page = await people.stranger();
    await page.goto('/signin');
    await installed(page);
    const urls = await page.evaluate(async () => {
      const urls: string[] = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
      }
      return urls;
    });
    expect(urls).toContain('/index.html');
    expect(urls.filter((path) => path.startsWith('/api'))).toEqual([]);
    await goOffline(page);
    await page.goto('/user');
    await page.getByRole('heading', { name: OFFLINE.en }).waitFor();
    await page.evaluate(() => localStorage.setItem('hibiki.lang', 'ja'));
    await page.reload();
    await page.getByRole('heading', { name: OFFLINE.ja }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'サインイン' }).waitFor();
  });

  test('says to someone who is signed in, too, that there is no network', async () => {
    const page = await people.person('carol');
    await installed(page);
    // The second visit has all of the home page from the cache; whose it is, only the server knows.
    await page.reload();
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    await kept(page);
    await goOffline(page);
    await page.reload();
    await page.getByRole('heading', { name: OFFLINE.en }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
  });

  describe('a newer version', () => {
    const offer = (page: Page) => page.getByTestId('new-version');

    test('is offered in words, and loaded when one wants it', async () => {
      const page = await people.stranger();
      await page.goto('/about');
      await installed(page);
      const build = await deploy();
      await lookForUpdate(page);
      await offer(page).getByText('A new version is available.').waitFor();
      expect(await buildOf(page)).not.toBe(build);
      await offer(page).getByRole('button', { name: 'Update' }).click();
      await until('the newer page is there', async () => (await buildOf(page).catch(() => null)) === build);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await offer(page).count()).toBe(0);
      // It is the one that comes up without a network, too.
      await goOffline(page);
      await page.reload();
      expect(await buildOf(page)).toBe(build);
    });

    test('is loaded when one wants it, also while its service worker has to wait', async () => {
      const page = await people.stranger();
      await page.goto('/about');
      await installed(page);
      const build = await deploy((serviceWorker) => serviceWorker.replace('"take-over"', '"not yet"'));
      await lookForUpdate(page);
      await offer(page).getByRole('button', { name: 'Update' }).click();
      await until('the newer page is there', async () => (await buildOf(page).catch(() => null)) === build);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(
        true,
      );
    });

    test('waits for the end of a call, and leaves that of another tab alone', async () => {
      const page = await people.person('alice');
      await installed(page);
      await joinGroup(page);
      await page.getByTestId('alone').waitFor();
      const build = await deploy();
      await lookForUpdate(page);
      const other = await page.context().newPage();
      await other.goto('/about');
      await offer(other).getByRole('button', { name: 'Update' }).click();
      await until('the newer page is there', async () => (await buildOf(other).catch(() => null)) === build);
      // The call continues, with its own version.
      expect(await offer(page).count()).toBe(0);
      expect(await buildOf(page)).not.toBe(build);
      await page.getByTestId('leave').click();
      await page.getByTestId('back').click();
      await offer(page).getByRole('button', { name: 'Update' }).click();
      await until('the newer page is there', async () => (await buildOf(page).catch(() => null)) === build);
    });
  });

  test('of a kiosk that starts without a network says so, and comes back by itself', async () => {
    const kiosk = await people.stranger();
    await openKiosk(kiosk, setUpPath(people));
    await installed(kiosk);
    // Of the second load the service worker keeps everything.
    await openKiosk(kiosk);
    await kept(kiosk);
    await goOffline(kiosk);
    await kiosk.reload();
    await kiosk.getByTestId('kiosk-unreachable').getByText('Can’t reach the server').waitFor();
    await kiosk.context().setOffline(false);
    await kioskReady(kiosk);
  });

  test('of a kiosk takes a newer version by itself', async () => {
    const kiosk = await people.stranger();
    await kiosk.goto('/device');
    await kiosk.getByTestId('kiosk-not-set-up').waitFor();
    await installed(kiosk);
    const build = await deploy();
    await kiosk.evaluate(
      async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
    );
    await until('the newer page is there', async () => (await buildOf(kiosk).catch(() => null)) === build);
    await kiosk.getByTestId('kiosk-not-set-up').waitFor();
  });

  test('notifies of a call: until the ringing is over, and with buttons that decline and answer', async () => {
    const [alice, bob] = await Promise.all([people.peer('alice'), people.person('bob')]);
    // A service worker that starts while a page is loaded does not get hold of that page.
    await installed(bob);
    await bob.context().grantPermissions(['notifications', 'camera', 'microphone']);
    await bob.addInitScript(() => {
      // Headless Chromium reports every page as visible. This page must count as hidden.
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      window.__notified = [];
      const { prototype } = ServiceWorkerRegistration;
      const { showNotification } = prototype;
      prototype.showNotification = async function (title, options) {
        await showNotification.call(this, title, options);
        window.__notified.push(title);
      };
    });
    await untilReachable(bob, () => bob.goto('/user'));

    const shown = () =>
      bob.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return (await registration?.getNotifications())?.map(({ title }) => title) ?? [];
      });
    const ring = async () => {
      const before = await bob.evaluate(() => window.__notified.length);
      await alice.call('Bob');
      // Asked once, not polled: Chromium may take one that is not in sight yet for closed.
      await until('a notification', () => bob.evaluate((count) => window.__notified.length > count, before));
      expect(await shown()).toEqual(['Alice is calling']);
    };
    /** What the browser tells the service worker when someone clicks; headless, there is nothing to click on. */
    const click = async (action: 'answer' | 'decline') => {
      const [worker] = bob.context().serviceWorkers();
      await worker?.evaluate(async (chosen) => {
        const [notification] = (await registration.getNotifications()) as ActionableNotification[];
        if (!notification) throw new Error('There is no notification');
        if (!notification.actions.some((offered) => offered.action === chosen))
          throw new Error(`It does not offer to ${chosen}`);
        const event = new NotificationEvent('notificationclick', { notification, action: chosen });
        // Only a real click may keep the worker alive and bring a window to the front.
        Object.defineProperty(event, 'waitUntil', {
          value: (done: Promise<unknown>) => void done.catch(() => {}),
        });
        dispatchEvent(event);
      }, action);
    };
    const disappears = () => until('no notification', async () => (await shown()).length === 0);

    await ring();
    await alice.hangUp();
    await disappears();

    await ring();
    await click('decline');
    expect(await alice.ended()).toBe('declined');
    await disappears();

    await ring();
    await click('answer');
    await Promise.all([alice.receives('video'), framesFlow(bob, 1)]);
    expect(await shown()).toEqual([]);
  });
});
