import type { Page } from 'playwright';

declare global {
  interface Window {
    /** How many audio elements could be heard at one time, at most. */
    __mostAudible: number;
  }
}

/** Counts what can be heard, from before the page's own code. */
export const watchAudible = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.__mostAudible = 0;
    const played = new Set<HTMLAudioElement>();
    const count = () => {
      const audible = [...played].filter(({ muted, srcObject }) => !muted && srcObject !== null);
      window.__mostAudible = Math.max(window.__mostAudible, audible.length);
    };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function playAndCount() {
      if (this instanceof HTMLAudioElement) played.add(this);
      count();
      return play.call(this);
    };
    const muted = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'muted');
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      ...muted,
      set(this: HTMLMediaElement, on: boolean) {
        muted?.set?.call(this, on);
        count();
      },
    });
    const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      ...source,
      set(this: HTMLMediaElement, stream: MediaProvider | null) {
        source?.set?.call(this, stream);
        count();
      },
    });
  });

export const mostAudible = (page: Page): Promise<number> => page.evaluate(() => window.__mostAudible);
