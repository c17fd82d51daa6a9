import { Field, type FieldProps } from './field.tsx';
import { Select, type SelectProps } from './select.tsx';

export interface SelectFieldProps extends FieldProps, Omit<SelectProps, 'id'> {}

export const SelectField = ({ label, hint, error, aside, ...select }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} reserve={false}>
    {(control) => <Select {...select} {...control} />}
  </Field>
);
