import { chakra, defineRecipe, type HTMLChakraProps } from '@chakra-ui/react';
import type { ReactNode, Ref } from 'react';
import { Spinner } from './spinner.tsx';

const buttonRecipe = defineRecipe({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    flexShrink: '0',
    position: 'relative',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'md',
    textStyle: 'control',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    userSelect: 'none',
    transition: 'background-color, border-color, color, box-shadow, transform',
    transitionDuration: 'fast',
    transitionTimingFunction: 'out',
    _active: { transform: 'translateY(1px)' },
    _disabled: { opacity: '0.5', transform: 'none' },
    '& svg': { flexShrink: '0', width: '1.25em', height: '1.25em' },
  },
  variants: {
    /** `solid`: the one thing to do here. `danger`: cannot be undone, or hangs up. */
    variant: {
      solid: {
        bg: 'primary',
        color: 'primary.contrast',
        boxShadow: 'sm',
        _hover: { bg: 'primary.hover' },
        _active: { bg: 'primary.active' },
      },
      soft: {
        bg: 'primary.subtle',
        color: 'primary.onSubtle',
        _hover: { bg: 'primary.subtleHover' },
      },
      outline: {
        bg: 'contents',
        color: 'ink',
        borderColor: 'line.strong',
        _hover: { bg: 'contents.hover', borderColor: 'line.control' },
      },
      ghost: { color: 'ink', _hover: { bg: 'primary.subtle', color: 'primary.onSubtle' } },
      danger: { bg: 'danger.solid', color: 'danger.contrast', _hover: { bg: 'danger.hover' } },
      dangerSoft: { bg: 'danger.subtle', color: 'danger', _hover: { borderColor: 'danger' } },
      /** On the dark stage of a call. */
      stage: { bg: 'stage.control', color: 'stage.ink', _hover: { bg: 'stage.controlHover' } },
      /** On the stage, for a state that is the exception: muted, sharing. */
      stageActive: {
        bg: 'stage.ink',
        color: 'stage',
        _hover: { bg: 'stage.muted' },
        _highContrast: { forcedColorAdjust: 'none', bg: 'SelectedItem', color: 'SelectedItemText' },
      },
    },
    /** 36, 44 and 52 px high; nothing on a phone is smaller than 44 (WCAG 2.5.5). */
    size: {
      sm: { minH: { base: '10', md: '9' }, px: '3.5', fontSize: '0.875rem' },
      md: { minH: '11', px: '5' },
      lg: { minH: '3.25rem', px: '6', fontSize: '1rem' },
    },
    shape: {
      text: {},
      /** As wide as high. */
      square: { px: '0', aspectRatio: '1' },
      round: { px: '0', aspectRatio: '1', borderRadius: 'full' },
      pill: { borderRadius: 'full' },
    },
  },
  defaultVariants: { variant: 'solid', size: 'md', shape: 'text' },
});

const ButtonBase = chakra('button', buttonRecipe);

export interface ButtonProps extends HTMLChakraProps<'button'> {
  readonly variant?:
    | 'solid'
    | 'soft'
    | 'outline'
    | 'ghost'
    | 'danger'
    | 'dangerSoft'
    | 'stage'
    | 'stageActive';
  readonly size?: 'sm' | 'md' | 'lg';
  readonly shape?: 'text' | 'square' | 'round' | 'pill';
  /** Keeps its width, shows a spinner, takes no clicks; stays focusable, so that focus is not lost. */
  readonly loading?: boolean;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** With `asChild`, its one child, a link, looks like a button. */
export const Button = ({ loading = false, children, onClick, asChild, ...props }: ButtonProps) => {
  if (asChild) {
    return (
      <ButtonBase asChild {...props}>
        {children}
      </ButtonBase>
    );
  }
  return (
    <ButtonBase
      type="button"
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {loading && (
        <chakra.span position="absolute" inset="0" display="grid" placeItems="center">
          <Spinner size="1.25em" />
        </chakra.span>
      )}
      {/* Hidden by opacity only, so that the button keeps its accessible name. */}
      <chakra.span
        display={loading ? 'inherit' : 'contents'}
        alignItems="inherit"
        gap="inherit"
        opacity={loading ? '0' : undefined}
      >
        {children}
      </chakra.span>
    </ButtonBase>
  );
};
