import type { TLocalizedValidationError } from 'typebox/error';
import { API_PREFIX, TIME_PATTERN, UUID_ALONE } from '#protocol/rest/field.ts';

export const TIME_TEXT = 'The value must be a time such as 2026-11-25T09:30:00Z.';
const UUID_TEXT = 'The value must be a UUID.';

/** What the schema says is wrong with a value whose violation has the general code. `all`: every error of the body. */
export function violationText(
  error: TLocalizedValidationError,
  all: readonly TLocalizedValidationError[],
): string {
  // The alternatives of a union fail one by one.
  const beside = all.filter(({ instancePath }) => instancePath === error.instancePath);
  switch (error.keyword) {
    case 'maxLength':
      return `The value must have ${error.params.limit} or fewer characters.`;
    case 'minLength':
      return `The value must have ${error.params.limit} or more characters.`;
    case 'maximum':
      return `The value must be ${error.params.limit} or less.`;
    case 'minimum':
      return `The value must be ${error.params.limit} or more.`;
    case 'maxItems':
      return `The list must have ${error.params.limit} or fewer items.`;
    case 'minItems':
      return `The list must have ${error.params.limit} or more items.`;
    case 'uniqueItems':
      return 'The list must not have an item twice.';
    case 'type':
      return `The value must be of the type ${typesOf(beside).join(' or ')}.`;
    case 'enum':
      return oneOf(error.params.allowedValues);
    case 'const':
      return oneOf(beside.flatMap((each) => (each.keyword === 'const' ? [each.params.allowedValue] : [])));
    case 'format':
    case 'pattern':
      return formText(error, beside);
    case 'maxProperties':
      return `The object must have ${error.params.limit} or fewer fields.`;
    default:
      return schemaText(error);
  }
}

/** Other rules are worded by the library: `must be a multiple of 5`. */
const schemaText = ({ message }: TLocalizedValidationError): string => `The value ${message}.`;

const oneOf = (values: readonly unknown[]): string => `The value must be one of: ${values.join(', ')}.`;

const typesOf = (errors: readonly TLocalizedValidationError[]): readonly string[] => [
  ...new Set(errors.flatMap((each) => (each.keyword === 'type' ? each.params.type : []))),
];

/** The paths in the pattern of a `Reference`. */
const REFERENCED = new RegExp(`^\\^${API_PREFIX}/\\(([a-z_|]+)\\)/`);

function formText(error: TLocalizedValidationError, errors: readonly TLocalizedValidationError[]): string {
  const formats = errors.flatMap((each) => (each.keyword === 'format' ? [each.params.format] : []));
  const patterns = errors.flatMap((each) =>
    each.keyword === 'pattern' ? [String(each.params.pattern)] : [],
  );
  // A date that no calendar has, such as February 30, matches the pattern.
  if (patterns.includes(TIME_PATTERN) || formats.includes('date-time')) return TIME_TEXT;
  if (patterns.includes(UUID_ALONE) || formats.includes('uuid')) return UUID_TEXT;
  const paths = patterns.flatMap((pattern) => REFERENCED.exec(pattern)?.[1]?.split('|') ?? []);
  if (paths.length > 0) {
    const examples = paths.map((path) => `${API_PREFIX}/${path}/UUID`);
    return `The value must be an address such as ${examples.join(' or ')}.`;
  }
  const [pattern] = patterns;
  return pattern === undefined ? schemaText(error) : `The value must match ${pattern}`;
}
