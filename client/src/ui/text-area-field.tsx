import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { controlRecipe, Field, type FieldProps } from './field.tsx';

const TextArea = chakra('textarea', controlRecipe);

export interface TextAreaFieldProps extends FieldProps, Omit<HTMLChakraProps<'textarea'>, 'id'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text; grows with them where the browser can. */
export const TextAreaField = ({ label, hint, error, aside, reserve, ...area }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside} reserve={reserve}>
    {(control) => (
      <TextArea
        rows={3}
        py="2.5"
        resize="vertical"
        css={{ fieldSizing: 'content' }}
        maxH="48"
        {...area}
        {...control}
      />
    )}
  </Field>
);
