import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { joinGroup, talk } from './support/calls.ts';
import { demoGroup } from './support/demo-group.ts';
import { sees } from './support/frames.ts';
import { makeGroupLink } from './support/guest-links.ts';
import { openKiosk, setUpPath } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

/** The page says what is the matter within 5 s, and goes on within 5 s; a busy machine may take longer. */
const SAID_WITHIN_MS = 20_000;
const HEALED_WITHIN_MS = 30_000;

/** How a server that is away answers: not reached, a proxy that has no server behind it, or not at all. */
const MANNERS = ['unreached', 'unavailable', 'silent'] as const;
type Manner = (typeof MANNERS)[number];

const SAID = /Can’t reach the server|This is taking longer than usual/;

/** Stands between a page and the API; the page itself is loaded, as from the service worker. */
const cutOff = async (page: Page, manner: Manner): Promise<() => void> => {
  let away = true;
  await page.route('**/api/**', (route) => {
    if (!away) return route.continue();
    if (manner === 'unreached') return route.abort('connectionrefused');
    if (manner === 'unavailable') return route.fulfill({ status: 503, body: 'Service Unavailable' });
    // Neither answered nor refused.
    return undefined;
  });
  await page.routeWebSocket('**/api/v1/signal', (socket) => {
    if (!away) socket.connectToServer();
    else if (manner !== 'silent') void socket.close();
  });
  return () => {
    // What still waits is left without an answer: the page must ask again.
    away = false;
  };
};

describe('a page that is loaded while the server is away', () => {
  const people = setUpPeople();

  interface Place {
    readonly name: string;
    readonly open: () => Promise<Page>;
    readonly path: () => Promise<string>;
    /** What is there once it goes on. */
    readonly ready: (page: Page) => Locator;
  }
  const places: readonly Place[] = [
    {
      name: 'home',
      open: () => people.signedIn('alice'),
      path: async () => '/user',
      ready: (page) => page.getByRole('heading', { name: /^Hello/ }),
    },
    {
      name: 'the door of a group call',
      open: () => people.signedIn('bob'),
      path: async () => `/user/groupchat/talk?group=${(await demoGroup(people.system)).id}`,
      ready: (page) => page.getByTestId('join'),
    },
    {
      name: 'the page of recordings',
      open: () => people.signedIn('carol'),
      path: async () => '/user/recordings',
      ready: (page) => page.getByRole('heading', { name: 'Recordings' }),
    },
    {
      name: 'the door of a guest',
      open: () => people.stranger(),
      path: async () => new URL((await makeGroupLink(people.system)).url).href.replace(people.system.url, ''),
      ready: (page) => page.locator('form input'),
    },
    {
      name: 'a shared recording',
      open: () => people.stranger(),
      path: async () => '/recordings/shared#token=nonsense',
      ready: (page) => page.getByRole('heading', { name: 'This link doesn’t work' }),
    },
    {
      name: 'the link of a verification mail',
      open: () => people.stranger(),
      path: async () => '/user/verify?token=nonsense&target=1',
      ready: (page) => page.getByRole('link', { name: 'Sign in' }).last(),
    },
    {
      name: 'a kiosk',
      open: async () => {
        const page = await people.stranger();
        await openKiosk(page, setUpPath(people));
        return page;
      },
      path: async () => '/device',
      ready: (page) => page.getByTestId('kiosk-home').or(page.getByTestId('kiosk-start')),
    },
  ];

  for (const manner of MANNERS) {
    test(`says so where it is ${manner}, offers to try now, and goes on by itself`, async () => {
      await Promise.all(
        places.map(async ({ name, open, path, ready }) => {
          const page = await open();
          const mend = await cutOff(page, manner);
          await page.goto(await path());
          try {
            await page.getByText(SAID).first().waitFor({ timeout: SAID_WITHIN_MS });
            await page
              .getByRole('button', { name: /^Try (now|again)$/ })
              .first()
              .waitFor();
            mend();
            await ready(page).waitFor({ timeout: HEALED_WITHIN_MS });
          } catch (error) {
            throw new Error(`${name}: ${String(error)}`, { cause: error });
          }
        }),
      );
    });
  }

  test('says so where its code does not come either, and is loaded once the server is back', async () => {
    const page = await people.stranger();
    let away = true;
    await page.route(/\/assets\/.*\.js$/, (route) => (away ? undefined : route.continue()));
    const mend = await cutOff(page, 'unreached');
    await page.goto('/user/signin', { waitUntil: 'commit' });
    await page.getByText('Can’t reach the server').waitFor({ timeout: SAID_WITHIN_MS });
    away = false;
    mend();
    await page.getByLabel('E-mail address').waitFor({ timeout: HEALED_WITHIN_MS });
  });
});

describe('a call while the server is away', () => {
  const people = setUpPeople();

  /** What its buttons, keys, notices and end need, by the names of the files. */
  const PARTS = [
    ...['menu-parts', 'muted-hint', 'chat-panel', 'new-message', 'help-sheet', 'end-call-dialog'],
    ...['file-playback', 'player-controls', 'share-notices', 'silent-microphone', 'camera-zoom'],
    ...['call-rating', 'call-recordings', 'guest-links-dialog'],
  ];
  const IN_ROOM = ['people-panel', 'volume-dialog', 'ring-person', 'device-notices', 'recording-failed'];

  /** Watches the files of a page. */
  const watchFiles = (page: Page) => {
    const pending = new Set<string>();
    const loaded = new Set<string>();
    page.on('request', (request) => request.url().includes('/assets/') && pending.add(request.url()));
    page.on('requestfinished', (request) => {
      pending.delete(request.url());
      loaded.add(request.url());
    });
    page.on('requestfailed', (request) => pending.delete(request.url()));
    return {
      /** Waits until the page has the parts, then refuses every further file. Returns the addresses refused so far; the list grows. */
      async cutOff(parts: readonly string[]): Promise<readonly string[]> {
        const missing = () =>
          parts.filter((part) => ![...loaded].some((url) => url.includes(`/assets/${part}-`)));
        await until('the parts are loaded', () => missing().length === 0 && pending.size === 0);
        const asked: string[] = [];
        await page.route('**/assets/**', (route) => {
          asked.push(route.request().url());
          return route.abort('connectionrefused');
        });
        return asked;
      },
    };
  };

  const pressAll = async (page: Page) => {
    await page.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByRole('button', { name: 'Unmute', exact: true }).waitFor();
    await page.getByTestId('more').click();
    await page.getByTestId('more-shortcuts').getByRole('menuitem').click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByTestId('chat-toggle').click();
    await page.getByTestId('chat-panel').getByRole('textbox').waitFor();
  };

  test('between two loads nothing for its buttons', async () => {
    const [alice, bob] = await Promise.all([people.person('alice'), people.person('bob')]);
    const files = watchFiles(alice);
    await talk(alice, bob, 'Bob');
    const asked = await files.cutOff([...PARTS, 'invite-person']);
    await pressAll(alice);
    await alice.getByTestId('hang-up').click();
    await alice.getByTestId('hang-up').waitFor({ state: 'detached' });
    expect(asked).toEqual([]);
  });

  test('of a group loads nothing for its buttons', async () => {
    const alice = await people.person('alice');
    const bob = await people.person('bob');
    const files = watchFiles(alice);
    for (const page of [alice, bob]) await joinGroup(page);
    await sees(alice, 1);
    const asked = await files.cutOff([...PARTS, ...IN_ROOM]);
    await pressAll(alice);
    await alice.getByTestId('leave').click();
    await alice.getByTestId('leave').waitFor({ state: 'detached' });
    expect(asked).toEqual([]);
  });
});
