import { AppError } from '#protocol/app-error.ts';
import { violationTable } from '#protocol/error-titles.ts';
import type { Violation } from '#protocol/errors.ts';
import { isBlank } from '#protocol/text.ts';

/** Bidirectional embeddings, overrides and isolates (UAX #9), and control characters except tab and line breaks. */
const REMOVED = /[\u202a-\u202e\u2066-\u2069\p{Cc}]/gu;
const NOTHING_VISIBLE: Violation = {
  propertyPath: 'text',
  code: 'required',
  message: violationTable.required,
};
const KEPT_CONTROLS = /[\t\n\r]/;

/**
 * The text of a chat message as everyone reads it: without the characters that show an address as another one, and trimmed.
 *
 * @throws `invalid-payload` if nothing visible is left
 */
export function chatText(text: string): string {
  const clean = text.replace(REMOVED, (removed) => (KEPT_CONTROLS.test(removed) ? removed : '')).trim();
  if (isBlank(clean)) throw new AppError('invalid-payload', { violations: [NOTHING_VISIBLE] });
  return clean;
}
