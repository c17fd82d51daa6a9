import type { Locator, Page } from 'playwright';
import { describe, test } from 'vitest';
import { demoGroup } from './support/demo-group.ts';
import { makeGroupLink } from './support/guest-links.ts';
import { openKiosk, setUpPath } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';

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
