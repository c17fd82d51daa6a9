import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Box = chakra('input', {
  base: {
    appearance: 'none',
    flexShrink: '0',
    width: '1.375rem',
    height: '1.375rem',
    m: '0',
    bg: 'editor',
    borderWidth: '1.5px',
    borderColor: 'line.control',
    borderRadius: '6px',
    display: 'grid',
    placeItems: 'center',
    transition: 'background-color, border-color',
    transitionDuration: 'fast',
    _before: {
      content: '""',
      width: '0.75rem',
      height: '0.4rem',
      mt: '-0.15rem',
      borderColor: 'primary.contrast',
      borderStyle: 'solid',
      borderWidth: '0 0 2px 2px',
      transform: 'rotate(-45deg) scale(0)',
      transition: 'transform 120ms',
    },
    _checked: { bg: 'primary', borderColor: 'primary', _before: { transform: 'rotate(-45deg)' } },
    _highContrast: {
      forcedColorAdjust: 'none',
      bg: 'Canvas',
      borderColor: 'CanvasText',
      _before: { borderColor: 'SelectedItemText' },
      _checked: { bg: 'SelectedItem', borderColor: 'SelectedItem' },
    },
    _disabled: { opacity: '0.5' },
    _invalid: { borderColor: 'danger' },
  },
});

export interface CheckboxProps extends Omit<HTMLChakraProps<'input'>, 'id' | 'type' | 'children'> {
  readonly children: ReactNode;
  /** Below the label. */
  readonly details?: ReactNode;
  readonly error?: string | undefined;
}

/** A box to tick. The label is its target too. */
export const Checkbox = ({ children, details, error, ...input }: CheckboxProps) => {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div>
      <chakra.label
        htmlFor={id}
        display="flex"
        gap="3"
        alignItems="flex-start"
        minH="11"
        py="2.5"
        cursor="pointer"
      >
        <Box
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? messageId : undefined}
          {...input}
        />
        <chakra.span minW="0" flex="1">
          {children}
          {details && (
            <chakra.span display="block" textStyle="small" color="ink.muted">
              {details}
            </chakra.span>
          )}
        </chakra.span>
      </chakra.label>
      <chakra.div id={messageId} textStyle="caption" color="danger" aria-live="polite">
        {error}
      </chakra.div>
    </div>
  );
};
