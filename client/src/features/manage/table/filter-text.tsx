import { Trans, useLingui } from '@lingui/react/macro';
import type { FilterDefinition } from './list-definition.ts';
import type { TableAddress } from './table-address.ts';

export interface FilterTextProps {
  readonly filter: FilterDefinition;
  readonly filters: TableAddress['filters'];
}

/** A filter in force, in words: its name, and its values. */
export const FilterText = ({ filter, filters }: FilterTextProps) => {
  const { i18n } = useLingui();
  const label = i18n._(filter.label);
  switch (filter.kind) {
    case 'choice':
    case 'choices': {
      const chosen = filter.options.filter(({ value }) => filters[filter.name]?.includes(value));
      const values = chosen.map((option) => i18n._(option.label)).join(', ');
      return (
        <Trans>
          {label}: {values}
        </Trans>
      );
    }
    case 'days': {
      const [after] = filters[`${filter.name}.after`] ?? [];
      const [before] = filters[`${filter.name}.before`] ?? [];
      const values = after === before ? after : `${after ?? ''} – ${before ?? ''}`;
      return (
        <Trans>
          {label}: {values}
        </Trans>
      );
    }
    case 'reference': {
      const [id = ''] = filters[filter.name] ?? [];
      const { Name } = filter;
      return (
        <>
          {label}: {Name ? <Name id={id} /> : id}
        </>
      );
    }
  }
};
