import { chakra } from '@chakra-ui/react';

export interface LogoProps {
  /** `light`: ink on a light ground; `dark`: for a dark one; `auto`: follows the theme. */
  readonly variant?: 'light' | 'dark' | 'auto';
  /** CSS length, or one a breakpoint; 100 px on a phone and 132 px otherwise by default (specification U4). */
  readonly width?: string | { readonly base: string; readonly md: string };
}

const inks = {
  light: { ink: '#27427D', text: '#1E1D1B', heart: '#C9371C' },
  dark: { ink: '#A9BCF2', text: '#ECE9E2', heart: '#FF7A5C' },
} as const;

/** The mark: a struck point and the rings that it sends out, each open a little further round. */
const Mark = ({ variant }: { readonly variant: 'light' | 'dark' }) => (
  <g fill="none" strokeLinecap="round" stroke={inks[variant].ink}>
    <circle cx="17" cy="17" r="3.4" fill={inks[variant].heart} stroke="none" />
    <path d="M21.6 11.2 A7.4 7.4 0 1 1 12.4 11.2" strokeWidth="2.6" />
    <path
      d="M29.0 19.2 A12.2 12.2 0 1 1 23.6 6.7"
      strokeWidth="2.1"
      opacity="0.72"
      transform="rotate(28 17 17)"
    />
    <path
      d="M17 0.9 A16.1 16.1 0 0 1 33.1 17"
      strokeWidth="1.6"
      opacity="0.45"
      transform="rotate(100 17 17)"
    />
  </g>
);

/** `Hibiki`, drawn with one pen. */
const Word = ({ variant }: { readonly variant: 'light' | 'dark' }) => (
  <g
    fill="none"
    stroke={inks[variant].text}
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    transform="translate(45 0)"
  >
    <path d="M1.5 8 V26 M14.5 8 V26 M1.5 16.6 H14.5" />
    <path d="M22 14 V26" />
    <path d="M30 7 V26" />
    <circle cx="35.7" cy="20.2" r="5.7" />
    <path d="M49 14 V26" />
    <path d="M57 7 V26 M66 14.2 L57.4 20.6 M60.6 18.4 L66.6 26" />
    <path d="M74 14 V26" />
    <g fill={inks[variant].text} stroke="none">
      <circle cx="22" cy="8.8" r="1.75" />
      <circle cx="49" cy="8.8" r="1.75" fill={inks[variant].heart} />
      <circle cx="74" cy="8.8" r="1.75" />
    </g>
  </g>
);

const Drawing = ({ variant }: { readonly variant: 'light' | 'dark' }) => (
  <svg viewBox="0 0 122 34" width="100%" role="img" aria-label="Hibiki">
    <title>Hibiki</title>
    <Mark variant={variant} />
    <Word variant={variant} />
  </svg>
);

export const Logo = ({ variant = 'auto', width = { base: '100px', md: '132px' } }: LogoProps) => (
  <chakra.span display="inline-block" flexShrink="0" width={width} lineHeight="0">
    {variant === 'auto' ? (
      <>
        <chakra.span display={{ base: 'inline', _dark: 'none' }}>
          <Drawing variant="light" />
        </chakra.span>
        <chakra.span display={{ base: 'none', _dark: 'inline' }}>
          <Drawing variant="dark" />
        </chakra.span>
      </>
    ) : (
      <Drawing variant={variant} />
    )}
  </chakra.span>
);
