import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Selection } from './selection.ts';

export interface ChooseAllProps {
  readonly selection: Selection;
  /** Of the rows on this page. */
  readonly ids: readonly string[];
}

/** Chooses the rows of the page, and no others. */
export const ChooseAll = ({ selection, ids }: ChooseAllProps) => {
  const { t } = useLingui();
  const ref = useRef<HTMLInputElement>(null);
  useSyncExternalStore(selection.subscribe, selection.get);
  const count = ids.filter(selection.has).length;
  const all = ids.length > 0 && count === ids.length;
  const some = count > 0 && !all;
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some;
  }, [some]);
  return (
    <label className="choose">
      <input
        ref={ref}
        type="checkbox"
        aria-label={t`Select all rows of this page`}
        checked={all}
        onChange={() => selection.setMany(ids, !all)}
      />
    </label>
  );
};
