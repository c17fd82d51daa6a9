import type { I18n, MessageDescriptor } from '@lingui/core';
import type { ExportedColumn, ManageColumn } from './manage-column.ts';

/** What is known of a column without a row: what an export has in its place. */
export type ColumnToExport = Pick<ManageColumn<never>, 'id' | 'label' | 'sortBy' | 'exported'>;

/** Words for values in the reader's language, as `words` of a column has them. */
export const wordsOf = (
  i18n: I18n,
  texts: Readonly<Record<string, MessageDescriptor>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([value, text]) => [value, i18n._(text)]));

/** Of a column that does not say itself what an export has in its place. */
function fieldOf({ id, sortBy }: ColumnToExport, row: object): ExportedColumn | undefined {
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
export const exportedColumns = (
  columns: readonly ColumnToExport[],
  shown: readonly string[],
  row: object,
): (ExportedColumn & { readonly heading: string })[] =>
  shown.flatMap((id) => {
    const column = columns.find((each) => each.id === id);
    const exported = column && (column.exported ?? fieldOf(column, row));
    if (!column || !exported) return [];
    return [exported].flat().map((each) => ({ heading: column.label, ...each }));
  });
