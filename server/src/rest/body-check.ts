import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { AppError } from '#protocol/app-error.ts';
import type { Violation, ViolationCode } from '#protocol/errors.ts';
import type { Fields } from '#protocol/rest/field.ts';
import { isBlank, LINE, OPTIONAL_LINE } from '#protocol/text.ts';
import { isSpecific, pathOf, pointerParts, violation } from '#server/errors.ts';
import { violationText } from '#server/violation-text.ts';

/** Checks a body and says what is wrong with it, field by field. Returns nothing when all is well. */
export type BodyCheck = (body: unknown) => readonly Violation[];

export function compileBodyCheck(schema: TSchema, fields: Fields): BodyCheck {
  const validator = Compile(schema);
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) {
      return [{ propertyPath: '', code: 'invalid', message: 'The body has to be a JSON object.' }];
    }
    const unstorable = findUnstorable(body, '');
    if (unstorable) return [violation(unstorable, 'invalid', UNSTORABLE_TEXT)];
    if (validator.Check(body)) return [];
    const errors = validator.Errors(body);
    return distinct(
      errors.flatMap((error) =>
        codesOf(error, fields, body).map(([path, code]) =>
          isSpecific(code) ? violation(path, code) : violation(path, code, violationText(error, errors)),
        ),
      ),
    );
  };
}

export function assertBody(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new AppError('validation-failed', { violations });
}

/** The fields that an error is about, with their codes. */
function codesOf(
  error: TLocalizedValidationError,
  fields: Fields,
  body: object,
): readonly (readonly [path: string, code: ViolationCode])[] {
  const path = pathOf(error.instancePath);
  const within = (name: string) => (path === '' ? name : `${path}.${name}`);
  switch (error.keyword) {
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => [within(name), 'unknown-field']);
    case 'required':
      return error.params.requiredProperties.map((name) => [
        within(name),
        codeOf(fields, within(name), 'required'),
      ]);
    case 'minLength':
      return [[path, codeOf(fields, path, valueAt(body, error.instancePath) === '' ? 'required' : 'short')]];
    case 'maxLength':
      return [[path, fields[fieldOf(path)]?.codes?.invalid ?? 'too-long']];
    case 'pattern': {
      const value = valueAt(body, error.instancePath);
      const isMissing = error.params.pattern === LINE && typeof value === 'string' && isBlank(value);
      if (isMissing) return [[path, codeOf(fields, path, 'required')]];
      const isLine = error.params.pattern === LINE || error.params.pattern === OPTIONAL_LINE;
      return [[path, isLine ? 'invisible-characters' : codeOfValue(fields, path, value)]];
    }
    default:
      return [[path, codeOfValue(fields, path, valueAt(body, error.instancePath))]];
  }
}

/** Null and white space are missing. */
const codeOfValue = (fields: Fields, path: string, value: unknown): ViolationCode =>
  codeOf(
    fields,
    path,
    value === null || (typeof value === 'string' && value.trim() === '') ? 'required' : 'invalid',
  );

/** The field that a path begins with. */
export const fieldOf = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? '';

/** The code that the field names, else that for an invalid value, else the general one. */
function codeOf(fields: Fields, path: string, what: 'required' | 'short' | 'invalid'): ViolationCode {
  const codes = fields[fieldOf(path)]?.codes;
  return codes?.[what] ?? (what === 'required' ? 'required' : (codes?.invalid ?? 'invalid'));
}

/** At most one violation a field and code, and of several for one field the first that is not general. */
function distinct(violations: readonly Violation[]): Violation[] {
  const byPath = new Map<string, Violation>();
  for (const each of violations) {
    const known = byPath.get(each.propertyPath);
    if (!known || rank(each) < rank(known)) byPath.set(each.propertyPath, each);
  }
  return [...byPath.values()];
}

/** What is missing is said before what is too short, and that before what has the wrong form. */
const rank = ({ code }: Violation): number => {
  if (code.endsWith('required')) return 0;
  if (code.endsWith('short')) return 1;
  return code === 'invalid' ? 3 : 2;
};

function valueAt(body: unknown, pointer: string): unknown {
  return pointerParts(pointer).reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    body,
  );
}

/** Nothing of ours is nested deeper; what is would only make checking slow. */
const MAX_DEPTH = 10;

const UNSTORABLE_TEXT = 'The value has characters that cannot be stored, or is nested too deep.';

/** The path of a text, or of a name, that PostgreSQL cannot store: U+0000, or half of a surrogate pair. */
function findUnstorable(value: unknown, path: string, depth = 0): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return path;
  for (const [name, inner] of Object.entries(value)) {
    const innerPath = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (!isStorable(name)) return innerPath;
    const found = findUnstorable(inner, innerPath, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A text that can stand in a query. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();
