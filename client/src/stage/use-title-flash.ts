import { useEffect } from 'react';
import { whileVisible } from '#client/ui/while-visible.ts';

const FLASH_MS = 1_000;

/** Shows a text in the tab's title: by turns with what stands there, and all the time where another tab is looked at. */
export const useTitleFlash = (text: string): void => {
  useEffect(() => {
    const before = document.title;
    const flashed = `☎ ${text}`;
    const show = () => {
      document.title = flashed;
    };
    show();
    const stop = whileVisible(() => {
      document.title = document.title === flashed ? before : flashed;
    }, FLASH_MS);
    document.addEventListener('visibilitychange', show);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', show);
      document.title = before;
    };
  }, [text]);
};
