import { useLocation, useSearchParams } from 'react-router-dom';

/** A dialog about one object. */
export interface AddressDialog {
  /** The id of the object. Null: closed. */
  readonly value: string | null;
  readonly open: (value: string) => void;
  /** After `close` the way back leads past it. */
  readonly close: () => void;
}

/** A dialog that is about no object yet, such as a form for a new one. */
export interface PlainDialog {
  readonly isOpen: boolean;
  readonly open: () => void;
  /** After `close` the way back leads past it. */
  readonly close: () => void;
}

function useParameter(name: string) {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const set = (value: string | null, replace: boolean) => {
    // A dialog of a screen that has been left, such as the page of what was just deleted, would lead back to it.
    if (window.location.pathname !== pathname) return;
    // What is rendered may be older: a search that has just been sent stays.
    const next = new URLSearchParams(window.location.search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace });
  };
  return { value: query.get(name), set };
}

/**
 * A dialog that is a destination: it has an address, the way back closes it, and a link opens it. An empty parameter counts as none.
 *
 * @param name of the parameter that has the id: `edit`, `delete`
 */
export function useAddressDialog(name: string): AddressDialog {
  const { value, set } = useParameter(name);
  return { value: value || null, open: (id) => set(id, false), close: () => set(null, true) };
}

/**
 * Like `useAddressDialog`, for a dialog that needs no id.
 *
 * @param name of the parameter, whose value does not matter: `add`
 */
export function usePlainDialog(name: string): PlainDialog {
  const { value, set } = useParameter(name);
  return { isOpen: value !== null, open: () => set('', false), close: () => set(null, true) };
}
