import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { framesFlow } from './support/frames.ts';
import { openKiosk, setUpPath } from './support/kiosk.ts';
import { setUpPeople } from './support/set-up.ts';
import { until } from './support/until.ts';

interface Pair {
  readonly '@id': string;
  readonly name: string;
}

declare global {
  interface Window {
    __rest?: () => void;
  }
}

/** Without a touch, until a kiosk rests. */
const REST_AFTER_MS = 120_000;
const SCREENS = [
  { width: 3840, height: 2160 },
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 600 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
] as const;
const IN_CALL = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 800, height: 1280 },
] as const;
const LONG_NAME = '東京都立中央総合受付案内担当者用会議室'.repeat(6).slice(0, 100);

/**
 * The kiosk's time without a touch is over when `__rest` is called. (With a clock of the test's own its connection would be
 * taken for silent, which wakes it.)
 */
const restAtWill = (kiosk: Page): Promise<unknown> =>
  kiosk.addInitScript((restAfterMs) => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply(target, self, [work, ms, ...others]) {
        if (ms === restAfterMs && typeof work === 'function') window.__rest = () => work();
        return Reflect.apply(target, self, [work, ms, ...others]);
      },
    });
  }, REST_AFTER_MS);

describe('a kiosk at a distance', () => {
  const people = setUpPeople();

  /** A kiosk that can call so many: the server's own answer, with its one pair as often as that. */
  const kioskOf = async (count: number, name?: string): Promise<Page> => {
    const kiosk = await people.stranger();
    await kiosk.route(/\/pairs\/[^/]+\/availables/, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as { 'hydra:member': readonly Pair[] };
      const pair = list['hydra:member'][0];
      if (!pair) throw new Error('The device has no pair');
      const member = Array.from({ length: count }, (_, index) => ({
        ...pair,
        ...(index > 0 && {
          id: `01999999-0000-7000-8000-${String(index).padStart(12, '0')}`,
          name: `Person ${index}`,
          nickname: null,
        }),
        ...(name !== undefined && { name, nickname: null }),
      }));
      await route.fulfill({ response: answer, json: { ...list, 'hydra:member': member } });
    });
    await openKiosk(kiosk, setUpPath(people));
    return kiosk;
  };
  const tiles = (kiosk: Page) => kiosk.getByTestId('kiosk-tile');
  const shares = (kiosk: Page): Promise<readonly number[]> =>
    tiles(kiosk).evaluateAll((buttons) =>
      buttons.map((button) => {
        const { width, height } = button.getBoundingClientRect();
        return (width * height) / (innerWidth * innerHeight);
      }),
    );
  const overflows = (kiosk: Page): Promise<boolean> =>
    kiosk.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  const focused = (kiosk: Page) => kiosk.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  test('gives most of the page to the one whom it can call', async () => {
    const kiosk = await kioskOf(1);
    for (const screen of SCREENS) {
      await kiosk.setViewportSize(screen);
      await until(
        `it fills most of ${screen.width} × ${screen.height}`,
        async () => ((await shares(kiosk))[0] ?? 0) > 0.55,
      );
    }
  });

  test('is read from the other end of the room on a large screen', async () => {
    const kiosk = await kioskOf(2);
    await kiosk.setViewportSize(SCREENS[0]);
    const heightShare = (testId: string) =>
      kiosk
        .getByTestId(testId)
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize) / innerHeight);
    expect(await heightShare('kiosk-tile-name')).toBeGreaterThan(0.06);
    expect(await heightShare('kiosk-state')).toBeGreaterThan(0.03);
    expect(await heightShare('kiosk-serial')).toBeGreaterThan(0.018);
  });

  test.each([2, 5, 12])('shows %i to call as large tiles, however long their names are', async (count) => {
    const kiosk = await kioskOf(count, LONG_NAME);
    for (const screen of SCREENS) {
      await kiosk.setViewportSize(screen);
      const at = `at ${screen.width} × ${screen.height}`;
      expect.soft(await overflows(kiosk), at).toBe(false);
      for (const share of await shares(kiosk))
        expect.soft(share, at).toBeGreaterThan(count > 6 ? 0.045 : 0.08);
    }
  });

  test('reaches the last of 50 with the arrow keys, and calls with Enter', async () => {
    const kiosk = await kioskOf(50);
    await kiosk.setViewportSize({ width: 1280, height: 800 });
    const last = tiles(kiosk).nth(49);
    await last.waitFor();
    await kiosk.keyboard.press('ArrowDown');
    expect(await focused(kiosk)).toBe(await tiles(kiosk).first().getAttribute('aria-label'));
    await kiosk.keyboard.press('ArrowRight');
    expect(await focused(kiosk)).toBe(await tiles(kiosk).nth(1).getAttribute('aria-label'));
    for (let row = 0; row < 12; row++) await kiosk.keyboard.press('ArrowDown');
    expect(await focused(kiosk)).toBe(await last.getAttribute('aria-label'));
    const box = await last.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 800).toBe(true);
    await kiosk.keyboard.press('Enter');
    await kiosk.waitForURL('**/device/videochat/talk?pair=*');
  });

  test('calls no one with the touch or the key that wakes it', async () => {
    const kiosk = await people.stranger();
    await restAtWill(kiosk);
    await openKiosk(kiosk, setUpPath(people));
    const rest = kiosk.getByTestId('kiosk-rest');
    await tiles(kiosk).first().waitFor();
    const center = await tiles(kiosk).first().boundingBox();
    if (!center) throw new Error('Nobody can be called');
    const session = await kiosk.context().newCDPSession(kiosk);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const at = { x: center.x + center.width / 2, y: center.y + center.height / 2 };
    const wakes: readonly (() => Promise<unknown>)[] = [
      async () => {
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      },
      async () => {
        await tiles(kiosk).first().focus();
        await kiosk.keyboard.press('Enter');
      },
    ];
    for (const wake of wakes) {
      await kiosk.evaluate(() => window.__rest?.());
      await rest.waitFor();
      await wake();
      await rest.waitFor({ state: 'detached' });
      expect(new URL(kiosk.url()).pathname).toBe('/device');
    }
    await kiosk.keyboard.press('Enter');
    await kiosk.waitForURL('**/device/videochat/talk?pair=*');
  });

  test('rings over a dialog that someone has left open, with two places to touch that fill its foot', async () => {
    const kiosk = await people.stranger();
    await openKiosk(kiosk, setUpPath(people));
    await kiosk.setViewportSize(SCREENS[0]);
    await kiosk.getByRole('button', { name: 'Settings of this device' }).click();
    await kiosk.getByTestId('pin-form').waitFor();
    const alice = await people.peer('alice');
    await alice.call('Reception');
    const accept = kiosk.getByTestId('kiosk-accept');
    await accept.waitFor();
    const box = await accept.boundingBox();
    expect(((box?.width ?? 0) * (box?.height ?? 0)) / (3840 * 2160)).toBeGreaterThan(0.08);
    await kiosk.keyboard.press('ArrowRight');
    await kiosk.keyboard.press('ArrowRight');
    expect(await accept.evaluate((element) => element === document.activeElement)).toBe(true);
    await kiosk.keyboard.press('Enter');
    await kiosk.waitForURL('**/device/videochat/talk?*');
  });

  test.each(['en', 'ja'] as const)(
    'has words on all buttons of a call, and nothing overlaps (%s)',
    async (lang) => {
      const kiosk = await people.stranger();
      await kiosk.addInitScript((value) => localStorage.setItem('hibiki.lang', value), lang);
      await openKiosk(kiosk, setUpPath(people));
      const alice = await people.peer('alice');
      await alice.call('Reception');
      await kiosk.getByTestId('kiosk-accept').click();
      await framesFlow(kiosk, 1);
      const controls = kiosk.getByTestId('hang-up').locator('xpath=ancestor::*[@role="group"][1]');
      for (const screen of IN_CALL) {
        await kiosk.setViewportSize(screen);
        const at = `at ${screen.width} × ${screen.height}`;
        const seen = await controls.evaluate((bar) => {
          const boxOf = (element: Element) => element.getBoundingClientRect();
          const buttons = [...bar.querySelectorAll('button')];
          const [end] = buttons.slice(-1);
          if (!end) throw new Error('There is no button');
          return {
            buttons: buttons.map((button) => {
              const word = button.querySelector('[data-testid=control-word]');
              const [outer, inner] = [boxOf(button), boxOf(word ?? button)];
              return {
                word: word?.textContent ?? '',
                name: button.getAttribute('aria-label') ?? '',
                textPx: word ? Number.parseFloat(getComputedStyle(word).fontSize) : 0,
                isInside:
                  inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom,
                isOnScreen: outer.left >= 0 && outer.right <= innerWidth && outer.bottom <= innerHeight,
                box: { left: outer.left, right: outer.right, top: outer.top, bottom: outer.bottom },
              };
            }),
            endShare:
              boxOf(end).width / Math.max(...buttons.slice(0, -1).map((button) => boxOf(button).width)),
            pictureBottom: Math.max(
              ...[...document.querySelectorAll('video')].map((video) => boxOf(video).bottom),
            ),
            barTop: boxOf(bar).top,
          };
        });
        for (const [index, { word, name, textPx, isInside, isOnScreen, box }] of seen.buttons.entries()) {
          expect.soft(word, at).not.toBe('');
          expect.soft(name.toLowerCase(), at).toContain(word.toLowerCase());
          expect.soft(textPx / screen.height, at).toBeGreaterThan(0.014);
          expect.soft({ word, isInside, isOnScreen }, at).toEqual({ word, isInside: true, isOnScreen: true });
          for (const other of seen.buttons.slice(index + 1)) {
            const apart =
              box.right <= other.box.left ||
              other.box.right <= box.left ||
              box.bottom <= other.box.top ||
              other.box.bottom <= box.top;
            expect.soft(apart, `${word} and ${other.word} ${at}`).toBe(true);
          }
        }
        expect.soft(seen.endShare, at).toBeGreaterThan(1.5);
        expect.soft(seen.pictureBottom, at).toBeLessThanOrEqual(seen.barTop + 1);
      }
      // A touch on the word of an open menu's button closes the menu, and it stays closed.
      const more = kiosk.getByTestId('more');
      const word = more.getByTestId('control-word');
      await word.click();
      await kiosk.getByRole('menu').first().waitFor();
      await word.click();
      await kiosk.getByRole('menu').first().waitFor({ state: 'detached' });
      expect(await more.getAttribute('aria-expanded')).toBe('false');
      await kiosk.getByTestId('hang-up').click();
      await kiosk.waitForURL('**/device');
    },
  );
});
