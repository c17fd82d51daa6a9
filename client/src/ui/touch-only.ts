/** A phone or a tablet with neither mouse nor keyboard: what keys do is of no use to anyone who holds it. */
export const TOUCH_ONLY = '(hover: none) and (pointer: coarse)';
