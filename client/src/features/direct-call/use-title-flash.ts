import { useEffect } from 'react';

const FLASH_MS = 1_000;

/** Shows a text in the tab's title by turns with what stands there, so that it is noticed from other tabs. */
export const useTitleFlash = (text: string): void => {
  useEffect(() => {
    const before = document.title;
    document.title = `☎ ${text}`;
    let on = true;
    const timer = setInterval(() => {
      on = !on;
      document.title = on ? `☎ ${text}` : before;
    }, FLASH_MS);
    return () => {
      clearInterval(timer);
      document.title = before;
    };
  }, [text]);
};
