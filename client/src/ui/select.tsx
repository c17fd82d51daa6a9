import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { controlRecipe } from './field.tsx';

const Control = chakra('select', controlRecipe);

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps extends Omit<HTMLChakraProps<'select'>, 'children'> {
  readonly options: readonly SelectOption[];
  readonly ref?: Ref<HTMLSelectElement>;
}

/** One of several, in the browser's own list: the best there is on a phone. Without a label: see `SelectField`. */
export const Select = ({ options, width = 'full', ...select }: SelectProps) => (
  <chakra.span position="relative" display="inline-block" width={width}>
    <Control pe="10" textOverflow="ellipsis" {...select}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Control>
    <chakra.span
      position="absolute"
      insetEnd="3"
      top="0"
      bottom="0"
      display="grid"
      placeItems="center"
      color="ink.muted"
      pointerEvents="none"
    >
      <ChevronDown size={18} aria-hidden />
    </chakra.span>
  </chakra.span>
);
