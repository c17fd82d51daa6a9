import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Scroll positions of the visit, by the key of their history entry. */
const positions = new Map<string, number>();

/** Stands beside the screen, within its Suspense: what it does happens when the screen is there. */
export const ScreenArrival = () => {
  useScroll();
  useFocus();
  return null;
};

/** A new screen begins at its top; going back leads to where one was. */
const useScroll = () => {
  const { key, hash } = useLocation();
  const type = useNavigationType();
  /** As of the last scrolling: to read it in the middle of a change would lay the page out for that alone. */
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    const follow = () => {
      scrolled.current = window.scrollY;
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  useLayoutEffect(() => {
    const position = type === 'POP' ? positions.get(key) : hash === '' ? 0 : undefined;
    if (position !== undefined && position !== scrolled.current) window.scrollTo(0, position);
    return () => {
      positions.set(key, scrolled.current);
    };
  }, [key, hash, type]);
};

/**
 * After a navigation the focus goes to the new screen's heading, so that screen readers say where one is and the Tab key
 * continues from there. Not at the first screen, which the browser announces itself.
 */
const useFocus = () => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    const active = document.activeElement;
    // What the screen itself has focused, the first field of a form, stays focused.
    if (active !== main && main?.contains(active)) return;
    const heading = main?.querySelector<HTMLElement>('[data-page-heading]');
    (heading ?? main)?.focus({ preventScroll: true });
  }, [pathname]);
};
