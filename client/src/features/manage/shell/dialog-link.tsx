import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

export interface DialogLinkProps {
  /** Of the dialog: `edit`. */
  readonly name: string;
  /** What it is about. */
  readonly value: string;
  readonly children: ReactNode;
}

/** Opens a dialog that has an address (use-address-dialog.ts), over the same list. */
export const DialogLink = ({ name, value, children }: DialogLinkProps) => {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set(name, value);
  return <Link to={{ search: `?${next}` }}>{children}</Link>;
};
