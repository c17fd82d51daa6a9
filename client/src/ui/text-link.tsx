import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link in a line of text, to a screen of this application. */
export const TextLink = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <chakra.span
    color="link"
    fontWeight="semibold"
    textStyle="small"
    textDecoration="underline"
    textDecorationThickness="1px"
    textUnderlineOffset="0.2em"
    _hover={{ textDecorationThickness: '2px' }}
    asChild
  >
    <Link to={to}>{children}</Link>
  </chakra.span>
);
