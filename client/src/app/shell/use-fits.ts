import { type RefObject, useLayoutEffect, useState } from 'react';

/** What did not fit, and the width that it needs. */
interface Overflow {
  readonly what: string;
  readonly width: number;
}

/**
 * Whether all of `what` fits into a line. It is taken to fit until it was laid out once and did not; from then on the line has to
 * be as wide as that was.
 *
 * @param what names the contents: others may need less room
 */
export const useFits = (line: RefObject<HTMLElement | null>, what: string): boolean => {
  const [overflow, setOverflow] = useState<Overflow | null>(null);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => {
      setWidth(element.clientWidth);
      if (element.scrollWidth > element.clientWidth) setOverflow({ what, width: element.scrollWidth });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, what]);
  return overflow?.what !== what || width >= overflow.width;
};
