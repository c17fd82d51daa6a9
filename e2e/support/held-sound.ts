import type { Page } from 'playwright';
import { untilReachable } from './browser.ts';

/**
 * Plays nothing before the button for it is pressed. Chromium itself refuses no page that Playwright looks at: what is run in
 * it counts as a touch.
 */
export const holdSoundBack = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    let touched = false;
    const touch = ({ target }: Event) => {
      touched ||= target instanceof Element && target.closest('[data-testid=sound-unlock]') !== null;
    };
    document.addEventListener('click', touch, { capture: true });
    const { play } = HTMLAudioElement.prototype;
    HTMLAudioElement.prototype.play = async function (this: HTMLAudioElement) {
      if (!touched) throw new DOMException('As a page that nobody has touched', 'NotAllowedError');
      await play.call(this);
    };
  });
  await untilReachable(page, () => page.reload());
};

/** Of everything that one hears, whether it plays. */
export const soundsPlaying = (page: Page): Promise<boolean[]> =>
  page.evaluate(() => [...document.querySelectorAll('audio')].map(({ paused }) => !paused));
