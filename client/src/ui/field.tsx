import { chakra, defineRecipe } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The look of inputs and selects; text of 16 px, or iOS zooms in. */
export const controlRecipe = defineRecipe({
  base: {
    appearance: 'none',
    width: 'full',
    minH: '12',
    px: '3.5',
    bg: 'editor',
    color: 'ink',
    font: 'inherit',
    fontSize: '1rem',
    lineHeight: '1.5',
    borderWidth: '1px',
    borderColor: 'line.control',
    borderRadius: 'md',
    transition: 'border-color, box-shadow',
    transitionDuration: 'fast',
    _hover: { borderColor: 'ink.subtle' },
    _focusVisible: { outlineOffset: '0', borderColor: 'focus' },
    _invalid: { borderColor: 'danger', boxShadow: 'inset 0 0 0 1px var(--h-colors-danger)' },
    _disabled: { opacity: '0.6' },
  },
});

export interface FieldProps {
  readonly label: string;
  /** Below the control, always shown. */
  readonly hint?: ReactNode;
  /** What is wrong; announced when it appears. */
  readonly error?: string | undefined;
  /** Keeps the line of the message free, so that nothing jumps when it appears; true by default. */
  readonly reserve?: boolean | undefined;
  /** Beside the label: a link such as 'Forgot password?'. */
  readonly aside?: ReactNode;
}

export interface ControlAttributes {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** Label, control, hint and error, tied together. */
export const Field = ({
  label,
  hint,
  error,
  aside,
  reserve = true,
  children,
}: FieldProps & { readonly children: (control: ControlAttributes) => ReactNode }) => {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    // What stands beside a taller field keeps to the top.
    <chakra.div
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto"
      columnGap="4"
      rowGap="1.5"
      alignItems="baseline"
      alignContent="start"
    >
      <chakra.label htmlFor={id} textStyle="label">
        {label}
      </chakra.label>
      <chakra.div gridArea="2 / 1 / auto / span 2" display="grid">
        {children({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error || hint ? messageId : undefined,
        })}
      </chakra.div>
      {/* By keyboard it comes after the control, which most people want. */}
      {aside && (
        <chakra.span gridArea="1 / 2" textStyle="small">
          {aside}
        </chakra.span>
      )}
      <chakra.div
        id={messageId}
        gridColumn="1 / -1"
        minH={reserve ? '1.25rem' : undefined}
        textStyle="caption"
        aria-live="polite"
      >
        {error ? (
          <chakra.span display="inline-flex" gap="1.5" color="danger" animation="appear 200ms">
            <chakra.span flexShrink="0" pt="0.5">
              <CircleAlert size={15} aria-hidden />
            </chakra.span>
            {error}
          </chakra.span>
        ) : (
          <chakra.span color="ink.subtle">{hint}</chakra.span>
        )}
      </chakra.div>
    </chakra.div>
  );
};
