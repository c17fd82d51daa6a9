import type { SummaryKind } from '#protocol/summary-kinds.ts';
import { type Measure, measuresOf, type StatisticsAddress } from './statistics-address.ts';

/** Any column but the first: a figure, or its share or change. */
export type TableColumn = Measure | 'previous' | 'change' | 'share';

/** Kinds whose lines are parts of all that was measured. */
const SHARED: readonly SummaryKind[] = ['bysetup', 'byquality'];

/** The columns of the table. A comparison comes first, beside its figure, because the last columns may be hidden. */
export function tableColumns({
  kind,
  measure,
  compare,
}: Pick<StatisticsAddress, 'kind' | 'measure' | 'compare'>): readonly TableColumn[] {
  const figures = measuresOf(kind);
  const share: readonly TableColumn[] = SHARED.includes(kind) ? ['share'] : [];
  if (!compare) return [...figures, ...share];
  return [measure, 'previous', 'change', ...share, ...figures.filter((each) => each !== measure)];
}
