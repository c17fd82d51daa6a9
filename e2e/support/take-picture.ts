import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { motionEnds } from './motion.ts';

/** Of one picture; a README with all of them loads in a second or two. */
const MAX_BYTES = 120_000;
/** Of WebP, the best first. */
const QUALITIES = [88, 80, 70, 60, 50] as const;

/** Without a font for them, all kanji look alike: an empty box. */
const showsJapanese = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const drawn = (text: string): string => {
      const canvas = document.createElement('canvas');
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser cannot draw');
      drawing.font = '40px sans-serif';
      drawing.fillText(text, 10, 60);
      return canvas.toDataURL();
    };
    return drawn('日') !== drawn('鬱');
  });

/**
 * Writes `FOLDER/NAME.webp`, what the page shows, in the best quality that fits into MAX_BYTES.
 *
 * @returns its bytes. Throws if even the lowest quality is too large.
 */
export async function takePicture(page: Page, folder: string, name: string): Promise<number> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // No caret in the picture.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // No tooltip of what was clicked last.
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'hidden' });
  if (!(await showsJapanese(page))) throw new Error('No font has Japanese: install fonts-noto-cjk');
  await motionEnds(page);
  const session = await page.context().newCDPSession(page);
  try {
    for (const quality of QUALITIES) {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length > MAX_BYTES) continue;
      await writeFile(join(folder, `${name}.webp`), bytes);
      return bytes.length;
    }
  } finally {
    await session.detach();
  }
  throw new Error(`${name} is larger than ${MAX_BYTES} bytes in any quality`);
}
