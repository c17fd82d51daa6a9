import { useEffect } from 'react';

/** Grows with both sides of the screen: 20 px at 1280 × 800, 29 px at 1920 × 1080, 58 px at 3840 × 2160, never smaller than usual. */
const KIOSK_FONT_SIZE = 'clamp(100%, 1vw + 0.9vh, 400%)';

/** Made to be read at arm's length, or across a room: everything on the page is measured in rem, and so grows as one, calls too. */
export function useLargeType(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.fontSize;
    style.fontSize = KIOSK_FONT_SIZE;
    return () => {
      style.fontSize = before;
    };
  }, []);
}
