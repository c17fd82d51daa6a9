import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export interface AuthLinkProps {
  readonly to: string;
  readonly children: ReactNode;
  /** Leaves the form as it is. */
  readonly newWindow?: boolean;
}

export const AuthLink = ({ to, children, newWindow = false }: AuthLinkProps) => (
  <chakra.span
    color="link"
    fontWeight="semibold"
    textDecoration="underline"
    textDecorationThickness="1px"
    textUnderlineOffset="0.2em"
    _hover={{ textDecorationThickness: '2px' }}
    asChild
  >
    <Link to={to} {...(newWindow && { target: '_blank', rel: 'noopener' })}>
      {children}
    </Link>
  </chakra.span>
);
