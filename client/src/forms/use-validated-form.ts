import { useLingui } from '@lingui/react';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import type * as v from 'valibot';
import { violationsOf, violationText } from '#client/i18n/error-text.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import {
  type AcrossFields,
  type FieldErrors,
  type FieldName,
  type FormSchema,
  validate,
} from './validate.ts';

export interface ValidatedForm<Schema extends FormSchema> {
  /** For the `<form>`. */
  readonly formProps: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly noValidate: true;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  /** For a field of ui/: its name, and its error in the current language. */
  readonly field: (name: FieldName<Schema>) => {
    readonly name: string;
    readonly error: string | undefined;
    readonly onChange: () => void;
  };
  readonly hasErrors: boolean;
  /** Shows what the schema cannot know: what is wrong with several fields together. */
  readonly showErrors: (errors: FieldErrors) => void;
  readonly focus: (name: FieldName<Schema>) => void;
  /**
   * Shows the server's violations at the fields that they name.
   *
   * @param fields which field stands for which property
   */
  readonly showViolations: (error: unknown, fields: Readonly<Record<string, FieldName<Schema>>>) => void;
}

/**
 * An uncontrolled form that a schema checks when it is sent; a field that was wrong is checked again while it is corrected.
 * An unfinished field shows no error.
 *
 * @param onValid is given the schema's output, once everything is right
 */
export function useValidatedForm<const Schema extends FormSchema>(
  schema: Schema,
  onValid: (values: v.InferOutput<Schema>) => void,
  across?: AcrossFields,
): ValidatedForm<Schema> {
  const { i18n } = useLingui();
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});

  const check = (form: HTMLFormElement) => validate(schema, Object.fromEntries(new FormData(form)), across);

  const focus = (name: string) => {
    const control = ref.current?.elements.namedItem(name);
    if (control instanceof HTMLElement) control.focus();
    if (control instanceof HTMLInputElement) control.select();
  };

  const show = (found: FieldErrors) => {
    setErrors(found);
    const [first] = Object.keys(schema.entries).filter((name) => found[name]);
    if (first !== undefined) focus(first);
  };

  const recheck = (name: FieldName<Schema>) => {
    if (!errors[name] || !ref.current) return;
    const verdict = check(ref.current);
    setErrors({ ...errors, [name]: verdict.valid ? undefined : verdict.errors[name] });
  };

  return {
    formProps: {
      ref,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        const verdict = check(event.currentTarget);
        if (!verdict.valid) return show(verdict.errors);
        setErrors({});
        onValid(verdict.values);
      },
    },
    field: (name) => {
      const code: ViolationCode | undefined = errors[name];
      return { name, error: code && i18n._(violationText[code]), onChange: () => recheck(name) };
    },
    hasErrors: Object.values(errors).some((code) => code !== undefined),
    focus,
    showErrors: show,
    showViolations: (error, fields) => {
      const found: Record<string, ViolationCode> = {};
      for (const { propertyPath, code } of violationsOf(error)) {
        const name = fields[propertyPath];
        if (name !== undefined) found[name] ??= code;
      }
      show(found);
    },
  };
}
