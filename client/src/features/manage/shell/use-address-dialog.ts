import { useSearchParams } from 'react-router-dom';

export interface AddressDialog {
  /** What it is about, an id; empty where it needs none. Null: closed. */
  readonly value: string | null;
  readonly open: (value?: string) => void;
  /** After `close` the way back leads past it. */
  readonly close: () => void;
}

/**
 * A dialog that is a destination: it has an address, the way back closes it, and a link opens it.
 *
 * @param name of the parameter: `add`, `edit`
 */
export function useAddressDialog(name: string): AddressDialog {
  const [query, setQuery] = useSearchParams();
  const set = (value: string | null, replace: boolean) => {
    // What is rendered may be older: a search that has just been sent stays.
    const next = new URLSearchParams(window.location.search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace });
  };
  return {
    value: query.get(name),
    open: (value = '') => set(value, false),
    close: () => set(null, true),
  };
}
