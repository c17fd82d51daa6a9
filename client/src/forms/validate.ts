import * as v from 'valibot';
import { isViolationCode, type ViolationCode } from '#protocol/errors.ts';

export type FormSchema = v.ObjectSchema<v.ObjectEntries, undefined>;
export type FieldName<Schema extends FormSchema> = keyof Schema['entries'] & string;
/** What is wrong, field by field; a field without an entry is right. */
export type FieldErrors = Readonly<Record<string, ViolationCode | undefined>>;

export type Verdict<Schema extends FormSchema> =
  | { readonly valid: true; readonly values: v.InferOutput<Schema> }
  | { readonly valid: false; readonly errors: FieldErrors };

/** Checks a form's texts. Of each field the first thing that is wrong counts; what has no words of ours is `invalid`. */
export function validate<const Schema extends FormSchema>(
  schema: Schema,
  texts: Readonly<Record<string, unknown>>,
): Verdict<Schema> {
  const result = v.safeParse(schema, texts);
  if (result.success) return { valid: true, values: result.output };
  const errors: Record<string, ViolationCode> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? '';
    errors[field] ??= isViolationCode(issue.message) ? issue.message : 'invalid';
  }
  return { valid: false, errors };
}
