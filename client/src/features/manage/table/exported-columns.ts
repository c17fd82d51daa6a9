import type { I18n, MessageDescriptor } from '@lingui/core';
import type { ExportedColumn, ManageColumn } from './manage-column.ts';

/** Words for values in the reader's language, as `words` of a column has them. */
export const wordsOf = (
  i18n: I18n,
  texts: Readonly<Record<string, MessageDescriptor>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([value, text]) => [value, i18n._(text)]));

/** Of a column that does not say itself what an export has in its place. */
function fieldOf<Row extends object>(
  { id, sortBy }: ManageColumn<Row>,
  row: Row,
): ExportedColumn | undefined {
  // The name of what is referred to says more than its address.
  const field = [`${id}Name`, id, sortBy].find((name) => name !== undefined && Object.hasOwn(row, name));
  return field === undefined ? undefined : { field };
}

/**
 * The columns of an export; without those that stand for no field.
 *
 * @param shown ids, in the order shown
 * @param row one of the list, which has the fields that there are
 */
export const exportedColumns = <Row extends object>(
  columns: readonly ManageColumn<Row>[],
  shown: readonly string[],
  row: Row,
): (ExportedColumn & { readonly heading: string })[] =>
  shown.flatMap((id) => {
    const column = columns.find((each) => each.id === id);
    const exported = column && (column.exported ?? fieldOf(column, row));
    if (!column || !exported) return [];
    return [exported].flat().map((each) => ({ heading: column.label, ...each }));
  });
