import { chakra } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Group = chakra('fieldset', {
  base: { border: '0', p: '0', m: '0', minW: '0' },
});

const Segments = chakra('div', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: '1',
    p: '1',
    bg: 'editor',
    borderWidth: '1px',
    borderColor: 'line.control',
    borderRadius: 'md',
  },
});

const Segment = chakra('label', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minH: '10',
    px: '2',
    borderRadius: '6px',
    textStyle: 'small',
    fontWeight: 'medium',
    textAlign: 'center',
    lineHeight: '1.25',
    color: 'ink.muted',
    cursor: 'pointer',
    transition: 'background-color 120ms, color 120ms',
    '&:hover:not(:has(:checked))': { color: 'ink' },
    '&:has(:checked)': { bg: 'primary', color: 'primary.contrast' },
    // In forced colors, the choice has the system's selection colors.
    _highContrast: {
      '&:has(:checked)': { forcedColorAdjust: 'none', bg: 'SelectedItem', color: 'SelectedItemText' },
    },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '2px' },
    '&:has(:disabled)': { cursor: 'not-allowed', opacity: '0.6' },
  },
});

export interface SegmentedProps<Value extends string> {
  /** Of the form's field. */
  readonly name: string;
  readonly label: string;
  /** For screen readers alone. */
  readonly labelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly defaultValue?: Value;
  readonly value?: Value;
  readonly onChange?: (value: Value) => void;
}

/** One of a few, all visible: radio buttons side by side. */
export const Segmented = <Value extends string>({
  name,
  label,
  labelHidden = false,
  hint,
  options,
  defaultValue,
  value,
  onChange,
}: SegmentedProps<Value>) => {
  const hintId = useId();
  return (
    <Group aria-describedby={hint ? hintId : undefined}>
      <chakra.legend textStyle="label" p="0" srOnly={labelHidden}>
        {label}
      </chakra.legend>
      <Segments mt={labelHidden ? '0' : '1.5'}>
        {options.map((option) => (
          <Segment key={option.value} lang={option.lang}>
            <chakra.input
              type="radio"
              name={name}
              value={option.value}
              position="absolute"
              inset="0"
              opacity="0"
              cursor="inherit"
              {...(value === undefined
                ? { defaultChecked: option.value === defaultValue }
                : { checked: option.value === value })}
              onChange={() => onChange?.(option.value)}
            />
            {option.label}
          </Segment>
        ))}
      </Segments>
      {hint && (
        <chakra.div id={hintId} mt="1.5" textStyle="caption" color="ink.subtle">
          {hint}
        </chakra.div>
      )}
    </Group>
  );
};
