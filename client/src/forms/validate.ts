import * as v from 'valibot';
import { isViolationCode, type ViolationCode } from '#protocol/errors.ts';

export type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
export type FieldName<Schema extends FormSchema> = keyof Schema['entries'] & string;
/** What is wrong, field by field; a field without an entry is right. */
export type FieldErrors = Readonly<Record<string, ViolationCode | undefined>>;

export type Verdict<Schema extends FormSchema> =
  | { readonly valid: true; readonly values: v.InferOutput<Schema> }
  | { readonly valid: false; readonly errors: FieldErrors };

/** What is wrong with several fields together, of their texts. */
export type AcrossFields = (texts: Readonly<Record<string, unknown>>) => FieldErrors;

/** Checks a form's texts. Of each field the first thing that is wrong counts; what has no words of ours is `invalid`. */
export function validate<const Schema extends FormSchema>(
  schema: Schema,
  texts: Readonly<Record<string, unknown>>,
  across: AcrossFields = () => ({}),
): Verdict<Schema> {
  const result = v.safeParse(schema, texts);
  const together = across(texts);
  if (result.success && Object.keys(together).length === 0) return { valid: true, values: result.output };
  const errors: Record<string, ViolationCode | undefined> = {};
  for (const issue of result.issues ?? []) {
    const field = v.getDotPath(issue) ?? '';
    errors[field] ??= isViolationCode(issue.message) ? issue.message : 'invalid';
  }
  return { valid: false, errors: { ...together, ...errors } };
}
