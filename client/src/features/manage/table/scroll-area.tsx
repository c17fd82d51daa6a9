import { chakra } from '@chakra-ui/react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { hiddenSidesOf, NOTHING_HIDDEN } from './hidden-sides.ts';

/** Lies on the table, so that it moves nothing. */
const Edge = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    bottom: '0',
    width: '4',
    zIndex: '4',
    pointerEvents: 'none',
    '--shade': 'color-mix(in srgb, var(--h-colors-ink) 16%, transparent)',
  },
  variants: {
    side: {
      start: {
        borderInlineStart: '1px solid',
        borderColor: 'line.control',
        bgImage: 'linear-gradient(to right, var(--shade), transparent)',
      },
      end: {
        borderInlineEnd: '1px solid',
        borderColor: 'line.control',
        bgImage: 'linear-gradient(to left, var(--shade), transparent)',
      },
    },
  },
});

const Area = chakra('div', { base: { minH: '0', minW: '0' } });

export interface ScrollAreaProps extends ComponentProps<typeof Area> {
  /** Makes it a stop of Tab, so that keys scroll it: for a table without links and buttons (WCAG 2.1.1). */
  readonly label?: string;
}

/** Scrolls a table that is wider than its place. A shaded edge shows on which side columns are hidden. */
export const ScrollArea = ({ label, children, ...props }: ScrollAreaProps) => {
  const area = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState(NOTHING_HIDDEN);
  useEffect(() => {
    const { current } = area;
    if (!current) return;
    const measure = () =>
      setHidden((before) => {
        const now = hiddenSidesOf(current);
        return now.start === before.start && now.end === before.end ? before : now;
      });
    // The table grows with its columns, the area with the window.
    const observer = new ResizeObserver(measure);
    for (const observed of [current, ...current.children]) observer.observe(observed);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, []);
  return (
    <chakra.div
      position="relative"
      isolation="isolate"
      display="flex"
      flexDirection="column"
      minH="0"
      minW="0"
    >
      <Area
        ref={area}
        overflow={{ md: 'auto' }}
        {...(label !== undefined && { role: 'region', 'aria-label': label, tabIndex: 0 })}
        {...props}
      >
        {children}
      </Area>
      {hidden.start !== null && <Edge side="start" data-hidden="start" style={{ left: hidden.start }} />}
      {hidden.end !== null && <Edge side="end" data-hidden="end" style={{ right: hidden.end }} />}
    </chakra.div>
  );
};
