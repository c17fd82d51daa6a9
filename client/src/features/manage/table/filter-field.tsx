import { chakra } from '@chakra-ui/react';
import { useLingui } from '@lingui/react/macro';
import { startTransition, useOptimistic } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { FilterText } from './filter-text.tsx';
import type { FilterDefinition } from './list-definition.ts';
import type { ListAddress } from './use-table-address.ts';

export interface FilterFieldProps {
  readonly filter: FilterDefinition;
  readonly address: ListAddress;
}

/** Sets one filter; the list follows at once. */
export const FilterField = ({ filter, address }: FilterFieldProps) => {
  const { t, i18n } = useLingui();
  const label = i18n._(filter.label);
  // The field shows at once what was chosen; the list may take a moment longer.
  const [values, show] = useOptimistic(address.filters[filter.name] ?? []);
  const set = (next: readonly string[]) =>
    startTransition(() => {
      show(next);
      address.setFilters({ [filter.name]: next });
    });
  switch (filter.kind) {
    case 'choice':
      return (
        <SelectField
          label={label}
          options={[
            { value: '', label: t`Any` },
            ...filter.options.map((option) => ({ value: option.value, label: i18n._(option.label) })),
          ]}
          value={values[0] ?? ''}
          onChange={({ target }) => set(target.value === '' ? [] : [target.value])}
        />
      );
    case 'choices':
      return (
        <Group label={label}>
          {filter.options.map((option) => (
            <Checkbox
              key={option.value}
              checked={values.includes(option.value)}
              onChange={({ target }) =>
                set(
                  target.checked
                    ? [...values, option.value]
                    : values.filter((value) => value !== option.value),
                )
              }
            >
              {i18n._(option.label)}
            </Checkbox>
          ))}
        </Group>
      );
    case 'days': {
      const [after, before] = [`${filter.name}.after`, `${filter.name}.before`];
      return (
        <Group label={label}>
          <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
            <Day label={t`From`} parameter={after} address={address} />
            <Day label={t`To`} parameter={before} address={address} />
          </chakra.div>
        </Group>
      );
    }
    case 'reference':
      return values.length === 0 ? null : (
        <p>
          <FilterText filter={filter} filters={address.filters} />
        </p>
      );
  }
};

interface DayProps {
  readonly label: string;
  readonly parameter: string;
  readonly address: ListAddress;
}

const Day = ({ label, parameter, address }: DayProps) => (
  <TextField
    type="date"
    label={label}
    reserve={false}
    // While a year is being typed the date is none, or one of long ago.
    defaultValue={address.filters[parameter]?.[0] ?? ''}
    onChange={({ target }) => address.setFilters({ [parameter]: target.value === '' ? [] : [target.value] })}
  />
);

interface GroupProps {
  readonly label: string;
  readonly children: React.ReactNode;
}

const Group = ({ label, children }: GroupProps) => (
  <chakra.fieldset border="0" p="0" m="0" minW="0">
    <chakra.legend textStyle="label" p="0" mb="1">
      {label}
    </chakra.legend>
    {children}
  </chakra.fieldset>
);
