import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Below the first rows of a list: leads to all of them. */
export const ListFoot = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <chakra.span
    display="flex"
    alignItems="center"
    justifyContent="space-between"
    gap="3"
    minH="12"
    px={{ base: '4', md: '5' }}
    borderTop="1px solid"
    borderColor="line"
    borderBottomRadius="inherit"
    color="link"
    textStyle="control"
    fontSize="0.875rem"
    textDecoration="none"
    _hover={{ bg: 'contents.hover', textDecoration: 'underline' }}
    _focusVisible={{ outlineOffset: '-3px' }}
    asChild
  >
    <Link to={to}>
      {children}
      <ChevronRight size={18} aria-hidden />
    </Link>
  </chakra.span>
);
