import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type * as v from 'valibot';
import { useValidatedForm, type ValidatedForm } from '#client/forms/use-validated-form.ts';
import type { AcrossFields, FieldName, FormSchema } from '#client/forms/validate.ts';
import { violationsOf } from '#client/i18n/error-text.ts';
import { useLeaveGuard } from '#client/ui/leave-guard.ts';

export interface SendForm<Schema extends FormSchema> extends Omit<ValidatedForm<Schema>, 'formProps'> {
  readonly formProps: ValidatedForm<Schema>['formProps'] & { readonly onInput: () => void };
  readonly busy: boolean;
  /** What the server answered, where no field shows it. */
  readonly failure: Error | null;
  /** Something was entered: leaving asks. */
  readonly dirty: boolean;
}

export interface SendFormOptions<Schema extends FormSchema> {
  readonly schema: Schema;
  /** Resolves once it is stored; what it throws is shown, violations at their fields. */
  readonly send: (values: v.InferOutput<Schema>, form: HTMLFormElement) => Promise<unknown>;
  /** Fields for properties of other names; the others are at the fields of their own. */
  readonly fields?: Readonly<Record<string, FieldName<Schema>>>;
  readonly across?: AcrossFields | undefined;
}

/** A form that is sent to the server: checked before, the violations of the answer at its fields, and a question before it is left. */
export function useSendForm<const Schema extends FormSchema>({
  schema,
  send,
  fields = {},
  across,
}: SendFormOptions<Schema>): SendForm<Schema> {
  const [dirty, setDirty] = useState(false);
  const own = Object.fromEntries(fieldNames(schema).map((name) => [name, name]));
  const known: Readonly<Record<string, FieldName<Schema>>> = { ...own, ...fields };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (values: v.InferOutput<Schema>) => {
      const { current: element } = form.formProps.ref;
      if (element) await send(values, element);
      setDirty(false);
    },
    onError: (failure) => form.showViolations(failure, known),
  });
  const form = useValidatedForm(schema, (values) => mutate(values), across);
  useLeaveGuard(dirty, 'dialog');
  const shown = violationsOf(error).some(({ propertyPath }) => known[propertyPath] !== undefined);
  return {
    ...form,
    formProps: { ...form.formProps, onInput: () => setDirty(true) },
    busy: isPending,
    failure: shown ? null : error,
    dirty,
  };
}

const fieldNames = <Schema extends FormSchema>(schema: Schema): readonly FieldName<Schema>[] => {
  const names: FieldName<Schema>[] = [];
  for (const name in schema.entries) names.push(name);
  return names;
};
