/** What the control bar is asked for: beside an open panel there is less room for it than the window is wide. */
export const BAR_NAME = 'call-controls';
/** Room for all its buttons; else some of them are in its menu. */
export const ROOMY_BAR = `@container ${BAR_NAME} (width >= 44rem)`;
export const NARROW_BAR = `@container ${BAR_NAME} (width < 44rem)`;
