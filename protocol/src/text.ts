/** The beginning of a text, at most so many UTF-16 units long: never half of a surrogate pair, which PostgreSQL refuses. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/**
 * One line of whole characters with something to see in it: no control characters, no half of a surrogate pair (PostgreSQL
 * stores neither U+0000 nor those), and no marks that turn the direction of the text beside it (Unicode UAX #9).
 */
export const WELL_FORMED_LINE =
  '^(?=.*\\S)(?:[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]|[\\ud800-\\udbff][\\udc00-\\udfff])*$';
