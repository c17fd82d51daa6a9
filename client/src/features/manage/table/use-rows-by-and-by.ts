import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react';

/** Of a row and of what is above and below all rows, in px: the least that they take. */
const ROW_HEIGHT = 36;
const AROUND_HEIGHT = 180;

/** As many as the window shows at most. */
const rowsInSight = (): number => Math.ceil((window.innerHeight - AROUND_HEIGHT) / ROW_HEIGHT);

export interface RowsByAndBy<Row> {
  /** To be shown now. */
  readonly first: readonly Row[];
  /** How many follow at once. */
  readonly rest: number;
}

/**
 * Shows a new page of rows in two steps, the visible rows first: rendering all 50 rows takes twice as long as the visible
 * ones. Rows that are already shown are updated in one step.
 */
export function useRowsByAndBy<Row>(rows: readonly Row[], rowId: (row: Row) => string): RowsByAndBy<Row> {
  const [seen, setSeen] = useState<Seen<Row>>({ rows: [], ids: new Set() });
  const [inSight] = useState(rowsInSight);
  const isWhole =
    rows === seen.rows || rows.length <= inSight || rows.some((row) => seen.ids.has(rowId(row)));
  const see = useEffectEvent(() => startTransition(() => setSeen({ rows, ids: new Set(rows.map(rowId)) })));
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are seen again.
  useEffect(() => see(), [rows]);
  return useMemo(
    () =>
      isWhole ? { first: rows, rest: 0 } : { first: rows.slice(0, inSight), rest: rows.length - inSight },
    [isWhole, rows, inSight],
  );
}

interface Seen<Row> {
  readonly rows: readonly Row[];
  readonly ids: ReadonlySet<string>;
}
