import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';

/** The dialog's name in the address: on the page of a user or device `edit` is that one's own. */
export const EDIT_PAIR = 'pair';

export interface EditPairLinkProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Opens the dialog of a pair above the list as it is. */
export const EditPairLink = ({ id, children }: EditPairLinkProps) => {
  const [query] = useSearchParams();
  const next = new URLSearchParams(query);
  next.set(EDIT_PAIR, id);
  return <Link to={{ search: `?${next}` }}>{children}</Link>;
};
