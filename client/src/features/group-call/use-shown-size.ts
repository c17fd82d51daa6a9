import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Whole steps, so that an animation does not ask for another layer at every frame. */
const STEP_PX = 16;
const step = (pixels: number): number => Math.ceil(pixels / STEP_PX) * STEP_PX;

/** Tells at which size an element is seen; null while it is out of sight, and when it goes away. */
export function useShownSize(
  ref: RefObject<HTMLElement | null>,
  onChange: (size: { readonly width: number; readonly height: number } | null) => void,
): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let seen = true;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      report(seen && width > 0 && height > 0 ? { width: step(width), height: step(height) } : null);
    };
    const resizing = new ResizeObserver(measure);
    const crossing = new IntersectionObserver((entries) => {
      // The newest is last: on a busy page it has come and gone in one batch, and the first would be out of date for good.
      seen = entries.at(-1)?.isIntersecting ?? true;
      measure();
    });
    resizing.observe(element);
    crossing.observe(element);
    return () => {
      resizing.disconnect();
      crossing.disconnect();
      report(null);
    };
  }, [ref]);
}
