import * as v from 'valibot';
import type { ViolationCode } from '#protocol/errors.ts';
import { MAX_CALL_GUESTS } from '#protocol/limits.ts';

const invalid: ViolationCode = 'invalid';

/** How many guests a link lets in at once, as a form has it. */
export const linkLimitRule = v.pipe(
  v.string(),
  v.transform(Number),
  v.integer(invalid),
  v.minValue(1, invalid),
  v.maxValue(MAX_CALL_GUESTS, invalid),
);
