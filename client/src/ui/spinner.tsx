import { chakra } from '@chakra-ui/react';

export interface SpinnerProps {
  /** CSS length; 1.5rem by default. */
  readonly size?: string;
  /** What is being waited for, for screen readers; without it the spinner is decoration. */
  readonly label?: string | undefined;
}

/** An open ring that turns. */
export const Spinner = ({ size = '1.5rem', label }: SpinnerProps) => (
  <chakra.span
    role={label ? 'status' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    display="inline-block"
    flexShrink="0"
    width={size}
    height={size}
    borderRadius="full"
    border="2px solid currentColor"
    borderBottomColor="transparent"
    opacity="0.85"
    animation="spin 0.8s linear infinite"
  />
);
