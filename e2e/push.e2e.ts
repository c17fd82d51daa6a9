import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Pushed, startPushService, type TestPushService } from '#server/push/testing/push-service.ts';
import { framesFlow } from './support/frames.ts';
import { installed } from './support/offline.ts';
import type { Peer } from './support/peer.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

// Of a service worker, which the types of a page do not have.
declare const registration: ServiceWorkerRegistration;
declare const clients: {
  openWindow(url: string): Promise<unknown>;
  matchAll(options: {
    readonly type: 'window';
    readonly includeUncontrolled: boolean;
  }): Promise<readonly unknown[]>;
};
declare const ExtendableEvent: { readonly prototype: { waitUntil(done: Promise<unknown>): void } };
declare global {
  var handledEvents: number;
}
declare const NotificationEvent: new (type: string, init: { readonly notification: Notification }) => Event;

const LABEL = 'Ring this device when Hibiki is closed';

/**
 * A browser subscribes with the push service of its maker, which tests do not reach: `pushManager` hands out the address and
 * the keys of a push service of the test's own. That one decrypts what the server sends, and Chromium delivers it to the real
 * service worker.
 */
describe('a device whose pages are closed', () => {
  const people = setUpPeople({ serviceWorker: true, browser: { desktop: true } });
  let service: TestPushService;
  let alice: Peer;
  let bob: Page;
  beforeEach(async () => {
    service = await startPushService();
    [alice, bob] = await Promise.all([people.peer('alice'), people.person('bob')]);
  });
  afterEach(() => service.close());

  const subscribeWith = (page: Page) =>
    page.addInitScript(({ endpoint, p256dh, auth }) => {
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
          .buffer;
      const KEY = 'test.subscription';
      const subscription = (key: string) => ({
        endpoint,
        options: { applicationServerKey: bytes(key) },
        getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
        unsubscribe: async () => localStorage.removeItem(KEY),
      });
      const kept = () => {
        const key = localStorage.getItem(KEY);
        return key === null ? null : subscription(key);
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => kept(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem(KEY, applicationServerKey);
          return kept();
        },
      });
    }, service.subscription);
  const isSubscribed = () => bob.evaluate(() => localStorage.getItem('test.subscription') !== null);
  const toggle = () => bob.getByRole('switch', { name: LABEL });
  const switchOn = async () => {
    await bob.context().grantPermissions(['notifications', 'camera', 'microphone']);
    await subscribeWith(bob);
    // A service worker that starts while a page is loaded does not get hold of that page.
    await installed(bob);
    await bob.goto('/user/settings');
    await toggle().check();
    await until('it is on', async () => (await toggle().isEnabled()) && (await toggle().isChecked()));
  };

  const worker = () => {
    const [found] = bob.context().serviceWorkers();
    if (!found) throw new Error('There is no service worker');
    return found;
  };
  const shown = () =>
    worker().evaluate(async () =>
      (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })),
    );
  const closePages = async () => {
    await bob.goto('about:blank');
    // The browser counts a page that is left among those in sight for a moment, beside which nothing is shown.
    await until('no page is left', () =>
      worker().evaluate(
        async () => (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length === 0,
      ),
    );
  };
  /** Hands a message to the service worker, as the browser does when its push service has one. */
  const makeDelivery = async () => {
    const devtools = await bob.context().newCDPSession(bob);
    const ids: string[] = [];
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      for (const { registrationId, isDeleted } of registrations) if (!isDeleted) ids.push(registrationId);
    });
    await devtools.send('ServiceWorker.enable');
    await until('the registration is known', () => ids.length > 0);
    await worker().evaluate(() => {
      globalThis.handledEvents = 0;
      const { prototype } = ExtendableEvent;
      const { waitUntil } = prototype;
      prototype.waitUntil = function (done) {
        void done.finally(() => globalThis.handledEvents++);
        waitUntil.call(this, done);
      };
    });
    const handled = () => worker().evaluate(() => globalThis.handledEvents);
    return async ({ message }: Pushed) => {
      const before = await handled();
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: people.system.url,
        registrationId: ids.at(-1) ?? '',
        data: JSON.stringify(message),
      });
      // Asked once, not polled: Chromium may take one that is not in sight yet for closed.
      await until('the message is handled', async () => (await handled()) > before);
    };
  };

  test('rings, opens a page by a click, and the call is answered there', async () => {
    await switchOn();
    const deliver = await makeDelivery();
    await closePages();
    await alice.call('Bob');
    const ring = await service.message('ring');
    await deliver(ring);
    const ringing = { title: 'Alice is calling', body: 'Open Hibiki to answer', tag: ring.message.tag };
    expect(await shown()).toEqual([ringing]);

    // Headless there is nothing to click on, and only a real click may open a window: the worker is told of one.
    const opened = await worker().evaluate(async () => {
      const [notification] = await registration.getNotifications();
      if (!notification) throw new Error('There is no notification');
      const paths: string[] = [];
      clients.openWindow = async (path) => void paths.push(path);
      const event = new NotificationEvent('notificationclick', { notification });
      const done = new Promise((resolve) =>
        Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => resolve(work) }),
      );
      dispatchEvent(event);
      await done;
      return paths;
    });
    expect(opened).toEqual(['/user']);
    expect(await shown()).toEqual([]);
    await bob.goto('/user');
    await bob.getByTestId('accept').click();
    await Promise.all([alice.receives('video'), framesFlow(bob, 1)]);
  });

  test('says in the same place that the call was missed', async () => {
    await switchOn();
    const deliver = await makeDelivery();
    await closePages();
    await alice.call('Bob');
    await deliver(await service.message('ring'));
    expect(await shown()).toHaveLength(1);
    await alice.hangUp();
    const missed = await service.message('missed');
    await deliver(missed);
    const said = { title: 'Missed call from Alice', body: '', tag: missed.message.tag };
    expect(await shown()).toEqual([said]);
  });

  test('shows no notification beside a page that is in sight and rings by itself', async () => {
    await switchOn();
    const deliver = await makeDelivery();
    await alice.call('Bob');
    await bob.getByTestId('accept').waitFor();
    const { message, ...rest } = await service.message('ring');
    await deliver({ ...rest, message });
    await closePages();
    await deliver({ ...rest, message: { ...message, tag: 'later', title: 'Later' } });
    expect((await shown()).map(({ title }) => title)).toEqual(['Later']);
  });

  test('rings no more once it is switched off, or one signs out', async () => {
    await switchOn();
    await toggle().uncheck();
    await until('it is off', async () => (await toggle().isEnabled()) && !(await toggle().isChecked()));
    expect(await isSubscribed()).toBe(false);
    await toggle().check();
    await until('it is on', async () => (await toggle().isEnabled()) && (await toggle().isChecked()));
    // Wide enough for the button not to stand in the menu.
    await bob.setViewportSize({ width: 1440, height: 900 });
    await bob.getByRole('button', { name: 'Sign out' }).click();
    await bob.waitForURL(/signin/);
    await until('the browser takes no messages', async () => !(await isSubscribed()));
  });

  test('is told again by the page where the server has lost it', async () => {
    await switchOn();
    const saved = bob.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/push_subscription'),
    );
    await bob.goto('/user');
    expect((await (await saved).response())?.status()).toBe(204);
  });

  test('is not offered where notifications are blocked, and says what to do', async () => {
    // A headless browser blocks what was not granted.
    await bob.goto('/user/settings');
    await bob.getByText('Notifications are blocked for this site.').waitFor();
    expect(await toggle().isDisabled()).toBe(true);
  });
});
