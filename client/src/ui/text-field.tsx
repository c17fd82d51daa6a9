import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { controlRecipe, Field, type FieldProps } from './field.tsx';

export const Input = chakra('input', controlRecipe);
const Area = chakra('textarea', controlRecipe);

export interface TextFieldProps extends FieldProps, Omit<HTMLChakraProps<'input'>, 'id'> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text; pass it what react-hook-form's `register` returns. */
export const TextField = ({ label, hint, error, aside, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside}>
    {(control) => <Input type="text" {...input} {...control} />}
  </Field>
);

export interface TextAreaFieldProps extends FieldProps, Omit<HTMLChakraProps<'textarea'>, 'id'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export const TextAreaField = ({ label, hint, error, aside, ...area }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside}>
    {(control) => <Area rows={4} py="2.5" resize="vertical" {...area} {...control} />}
  </Field>
);
