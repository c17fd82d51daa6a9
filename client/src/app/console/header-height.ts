/** CSS length of the console's header, below which everything that stays in place begins. */
export const HEADER_HEIGHT = 'calc(3rem + env(safe-area-inset-top))';
