import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { controlRecipe, Field, type FieldProps } from './field.tsx';

export const Input = chakra('input', controlRecipe);

export interface TextFieldProps extends FieldProps, Omit<HTMLChakraProps<'input'>, 'id'> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text; pass it what `field` of a validated form returns (forms/use-validated-form.ts). */
export const TextField = ({ label, hint, error, aside, reserve, ...input }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} reserve={reserve}>
    {(control) => <Input type="text" {...input} {...control} />}
  </Field>
);
