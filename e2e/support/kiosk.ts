import type { Page } from 'playwright';
import type { People } from './set-up.ts';
import { until } from './until.ts';

const readyState = (kiosk: Page) => kiosk.locator('[data-testid=kiosk-state][data-connected=true]');

/** It can be rung. */
export const kioskReady = (kiosk: Page): Promise<void> => readyState(kiosk).waitFor();

const START = '[data-testid=kiosk-start-button]';

/** The one touch after power-up, where the browser wants it; then the kiosk can be rung. */
export const touchStart = async (kiosk: Page): Promise<void> => {
  await until('the kiosk can be rung', async () => {
    // In one go: a busy machine starts its sound late, and the button goes by itself then. Counts as a person's touch.
    // While its page is being loaded, the kiosk has no button to press.
    await kiosk
      .evaluate((start) => document.querySelector<HTMLElement>(start)?.click(), START)
      .catch(() => {});
    return readyState(kiosk).isVisible();
  });
};

/** Loads the kiosk's page, or a set-up link, and waits until it can be rung. */
export const openKiosk = async (kiosk: Page, path = '/device'): Promise<void> => {
  await kiosk.goto(path);
  await touchStart(kiosk);
};

/** The path of the set-up link that a manager is shown. */
export const setUpPath = ({ system }: People): string => system.device.url.replace(system.url, '');

/** Changes the device as its manager does. */
export const changeDevice = async ({ system }: People, body: object): Promise<void> => {
  await system.write('manager', 'PATCH', await devicePath({ system }), body);
};

/** Of the one device that there is, below `/api/v1`. */
export const devicePath = async ({ system }: Pick<People, 'system'>): Promise<string> => {
  const list = (await system.read('manager', '/devices')) as {
    readonly 'hydra:member': readonly { readonly '@id': string }[];
  };
  return list['hydra:member'][0]?.['@id'].replace('/api/v1', '') ?? '';
};
