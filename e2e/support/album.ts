import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openPage, signIn } from './browser.ts';
import { drawCamera } from './drawn-camera.ts';
import { motionEnds } from './motion.ts';
import { settled } from './settled.ts';
import type { System } from './system.ts';

export interface Look {
  readonly language: 'ja' | 'en';
  readonly dark: boolean;
}

export const LOOKS: readonly Look[] = [
  { language: 'ja', dark: false },
  { language: 'ja', dark: true },
  { language: 'en', dark: false },
  { language: 'en', dark: true },
];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A phone, a tablet, a desktop. */
export const SIZES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];
/** Narrower than this it is held in the hand: touched, with neither mouse nor keyboard. */
const HAND_WIDTH = 600;
export const LARGE: Size = { width: 1920, height: 1080 };

export const nameOfLook = ({ language, dark }: Look): string => `${language}-${dark ? 'dark' : 'light'}`;

/** Where the pictures of one look are put. */
export interface Album {
  readonly look: Look;
  /** What is shown, at each size; of a page that scrolls, with `whole`, what lies below as well. */
  shoot(page: Page, name: string, sizes?: readonly Size[], whole?: boolean): Promise<void>;
}

export interface Studio {
  readonly system: System;
  readonly browser: Browser;
  readonly album: Album;
}

/** Some screens in one look. */
export interface Scene {
  readonly name: string;
  readonly shoot: (studio: Studio) => Promise<void>;
}

export const openAlbum = (folder: string, look: Look, shots: string[]): Album => ({
  look,
  async shoot(page, name, sizes = SIZES, whole = false) {
    const touch = await touchOf(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await touch(size.width < HAND_WIDTH);
      await motionEnds(page);
      const file = join(nameOfLook(look), String(size.width), `${name}.png`);
      await page.screenshot({ path: join(folder, file), animations: 'disabled', fullPage: whole });
      shots.push(file);
    }
  },
});

const touches = new WeakMap<Page, (on: boolean) => Promise<unknown>>();

/** Makes the page one that is touched, or not: what it shows depends on it as on its size. For as long as the page is there. */
async function touchOf(page: Page): Promise<(on: boolean) => Promise<unknown>> {
  const known = touches.get(page);
  if (known) return known;
  const session = await page.context().newCDPSession(page);
  const touch = (enabled: boolean) => session.send('Emulation.setTouchEmulationEnabled', { enabled });
  touches.set(page, touch);
  return touch;
}

export interface Visitor {
  /** A demo account; no one by default. */
  readonly whom?: string;
  /** How the person in front of the camera is drawn. */
  readonly hue?: number;
  readonly look?: Look;
}

/** A browser of someone's own in the album's look. */
export async function enter({ system, browser, album }: Studio, visitor: Visitor = {}): Promise<Page> {
  const { whom, hue, look = album.look } = visitor;
  const page = await openPage(browser, {
    url: system.url,
    locale: look.language === 'ja' ? 'ja-JP' : 'en-US',
  });
  if (hue !== undefined) await drawCamera(page, { hue });
  // The form is found by its English names: the language changes once someone is in.
  await wear(page.context(), { ...look, language: 'en' });
  if (whom !== undefined) await signIn(page, system.account(whom));
  await wear(page.context(), look);
  if (whom !== undefined) await page.goto('/user');
  return page;
}

const wear = (context: BrowserContext, { language, dark }: Look) =>
  context.addInitScript(
    ([lang, theme]) => {
      localStorage.setItem('hibiki.lang', lang);
      localStorage.setItem('hibiki.darkTheme', theme);
    },
    [language, String(dark)] as const,
  );

export const leave = async (...pages: readonly Page[]): Promise<void> => {
  await Promise.all(pages.map((page) => page.context().close()));
};

export async function visit(page: Page, path: string): Promise<void> {
  // A path that differs in its fragment alone would not be reloaded.
  await page.goto('about:blank');
  await page.goto(path);
  await settled(page);
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** So many videos have a picture. That they move on, e2e tests prove. */
export const picturesShow = (page: Page, videos: number): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('video')].filter(({ videoWidth }) => videoWidth > 0).length >= wanted,
    videos,
  );

/** A page that shows all pictures. */
export async function writeIndex(folder: string, shots: readonly string[]): Promise<void> {
  const figures = [...shots]
    .sort()
    .map(
      (file) =>
        `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${file}</figcaption></figure>`,
    );
  const style =
    'body{font:14px system-ui;background:#888;display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:12px;padding:12px}figure{margin:0}img{width:100%;height:320px;object-fit:contain;background:#555}';
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Album</title><style>${style}</style>${figures.join('\n')}`,
  );
}
