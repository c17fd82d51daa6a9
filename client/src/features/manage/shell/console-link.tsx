import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useConsolePath } from './use-scope.ts';

export interface ConsoleLinkProps extends Omit<ComponentProps<typeof Link>, 'to'> {
  /** Below `/manager`. */
  readonly to: string;
}

/** A link to another screen of the console, for the same customer. */
export const ConsoleLink = ({ to, ...props }: ConsoleLinkProps) => (
  <Link to={useConsolePath()(to)} {...props} />
);
