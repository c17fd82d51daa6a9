import { chakra } from '@chakra-ui/react';

/** A sheet of paper on the page. */
export const Panel = chakra('section', {
  base: {
    bg: 'contents',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    boxShadow: 'sm',
  },
  variants: {
    padding: { none: {}, md: { p: { base: '4', md: '6' } }, lg: { p: { base: '6', md: '10' } } },
  },
  defaultVariants: { padding: 'md' },
});

/** What the route renders: the width of reading and the space around it. */
export const Page = chakra('div', {
  base: {
    width: 'full',
    mx: 'auto',
    px: { base: '4', md: '8' },
    py: { base: '6', md: '10' },
    animation: 'appear',
    animationDuration: 'moderate',
  },
  variants: {
    width: {
      form: { maxW: 'form' },
      prose: { maxW: 'prose' },
      page: { maxW: 'page' },
      wide: { maxW: 'wide' },
    },
  },
  defaultVariants: { width: 'page' },
});
