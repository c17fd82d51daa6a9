import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { controlRecipe, Field, type FieldProps } from './field.tsx';

const NativeSelect = chakra('select', controlRecipe);

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectFieldProps extends FieldProps, Omit<HTMLChakraProps<'select'>, 'id' | 'children'> {
  readonly options: readonly SelectOption[];
  readonly ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list: what works best on a phone and with a screen reader. */
export const SelectField = ({ label, hint, error, aside, options, ...select }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error} aside={aside}>
    {(control) => (
      <chakra.div position="relative">
        <NativeSelect pe="10" textOverflow="ellipsis" {...select} {...control}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
        <chakra.span
          position="absolute"
          insetEnd="3"
          top="50%"
          transform="translateY(-50%)"
          pointerEvents="none"
          color="ink.muted"
          display="flex"
        >
          <ChevronDown size={18} aria-hidden />
        </chakra.span>
      </chakra.div>
    )}
  </Field>
);
