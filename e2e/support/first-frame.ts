import type { Page } from 'playwright';

declare global {
  interface Window {
    /** The last press of a button, and the first picture of someone else that was drawn after it; by `Date.now()`. */
    __firstFrame: { pressedAt: number; drawnAt: number | null };
  }
}

/** From before the page's own code: notes presses of buttons, and when the first picture of someone else is drawn after each. */
export const watchFirstFrame = (page: Page) =>
  page.addInitScript(() => {
    const now = () => performance.timeOrigin + performance.now();
    window.__firstFrame = { pressedAt: now(), drawnAt: null };
    const press = () => {
      window.__firstFrame = { pressedAt: now(), drawnAt: null };
    };
    document.addEventListener('click', press, { capture: true });
    const watched = new WeakSet<HTMLVideoElement>();
    const watch = () => {
      for (const video of document.querySelectorAll<HTMLVideoElement>('video[data-kind="remote"]')) {
        if (watched.has(video)) continue;
        watched.add(video);
        video.requestVideoFrameCallback(() => {
          window.__firstFrame.drawnAt ??= now();
        });
      }
    };
    new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  });
