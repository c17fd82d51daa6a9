/** A phone or a tablet without mouse and keyboard: shortcuts are not shown there. */
export const TOUCH_ONLY = '(hover: none) and (pointer: coarse)';
