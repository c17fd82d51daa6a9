import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Track = chakra('input', {
  base: {
    appearance: 'none',
    position: 'relative',
    flexShrink: '0',
    width: '2.75rem',
    height: '1.625rem',
    m: '0',
    borderRadius: 'full',
    bg: 'editor',
    borderWidth: '1.5px',
    borderColor: 'line.control',
    cursor: 'pointer',
    transition: 'background-color, border-color',
    transitionDuration: 'fast',
    _before: {
      content: '""',
      position: 'absolute',
      insetBlock: '0.1875rem',
      insetStart: '0.1875rem',
      aspectRatio: '1',
      borderRadius: 'full',
      bg: 'line.control',
      transition: 'transform 160ms, background-color 120ms',
    },
    _checked: {
      bg: 'primary',
      borderColor: 'primary',
      _before: { transform: 'translateX(1.125rem)', bg: 'primary.contrast' },
    },
    _disabled: { cursor: 'not-allowed', opacity: 0.5 },
    _highContrast: {
      forcedColorAdjust: 'none',
      bg: 'Canvas',
      borderColor: 'CanvasText',
      _before: { bg: 'CanvasText' },
      _checked: { bg: 'SelectedItem', borderColor: 'SelectedItem', _before: { bg: 'SelectedItemText' } },
      _disabled: { borderColor: 'GrayText', _before: { bg: 'GrayText' } },
    },
  },
});

export interface SwitchProps {
  readonly label: string;
  /** For screen readers alone. */
  readonly labelHidden?: boolean;
  readonly details?: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export const Switch = ({
  label,
  labelHidden = false,
  details,
  checked,
  disabled = false,
  onChange,
}: SwitchProps) => {
  const id = useId();
  return (
    <chakra.div display="flex" alignItems="center" gap="4" minH="11">
      <chakra.label htmlFor={id} flex="1" minW="0" cursor="pointer" py="1">
        <chakra.span display="block" textStyle="label" srOnly={labelHidden}>
          {label}
        </chakra.span>
        {details && (
          <chakra.span display="block" textStyle="small" color="ink.muted">
            {details}
          </chakra.span>
        )}
      </chakra.label>
      <Track
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </chakra.div>
  );
};
