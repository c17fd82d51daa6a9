/** The name of the control bar as a container, whose width the queries below ask for. */
export const BAR_NAME = 'call-controls';
/** How large its buttons are: six stand side by side on the narrowest phone (WCAG 1.4.10: 320 px). */
export const BAR_BUTTON = 'clamp(2.5rem, 13cqi, 3.25rem)';
export const BAR_GAP = 'clamp(0.375rem, 2.6cqi, 0.75rem)';
/** Wide enough for all its buttons; else some of them are in its menu. */
export const WIDE_BAR = `@container ${BAR_NAME} (width >= 46rem)`;
export const NARROW_BAR = `@container ${BAR_NAME} (width < 46rem)`;
/** Wide enough for a word below each icon, of a group call in either language. */
export const LABELLED_BAR = `@container ${BAR_NAME} (width >= 61rem)`;
/** On a kiosk the button that ends the call gets a line of its own. */
export const TALL_KIOSK_BAR = `@container ${BAR_NAME} (width < 48rem)`;
/** A window that is magnified to 400 % (WCAG 1.4.10), or a phone on its side with its keyboard open. */
export const LOW_WINDOW = '@media (max-height: 22rem)';
