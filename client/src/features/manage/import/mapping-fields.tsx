import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { SelectField } from '#client/ui/select-field.tsx';
import type { ColumnMapping } from './column-mapping.ts';
import type { FileTable } from './file-table.ts';
import type { ImportKind } from './import-kinds.ts';

/** Values shown of a column. */
const EXAMPLES = 2;
const NONE = '';

export interface MappingFieldsProps {
  readonly kind: ImportKind;
  readonly table: FileTable;
  readonly mapping: ColumnMapping;
  readonly onMapping: (mapping: ColumnMapping) => void;
}

/** Says for each field which column of the file it is read from, with the first values of that column. */
export const MappingFields = ({ kind, table, mapping, onMapping }: MappingFieldsProps) => {
  const { t, i18n } = useLingui();
  const options = [
    { value: NONE, label: t`Not in the file` },
    ...table.headings.map((heading, at) => ({
      value: String(at),
      label: heading.trim() === '' ? t`Column ${at + 1}` : heading,
    })),
  ];
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: '1fr', md: 'repeat(2, minmax(0, 1fr))' }}>
      {kind.fields.map(({ name, label, hint, required }) => {
        const column = mapping[name] ?? null;
        const examples =
          column === null ? [] : table.rows.slice(0, EXAMPLES).map((row) => row[column]?.trim() ?? '');
        const shown = examples.filter((text) => text !== '').join(', ');
        return (
          <SelectField
            key={name}
            label={i18n._(label)}
            hint={shown === '' ? hint && i18n._(hint) : t`For example ${shown}`}
            error={required && column === null ? t`Choose a column.` : undefined}
            value={column === null ? NONE : String(column)}
            onChange={({ currentTarget: { value } }) =>
              onMapping({ ...mapping, [name]: value === NONE ? null : Number(value) })
            }
            options={options}
          />
        );
      })}
    </chakra.div>
  );
};
