import { chakra } from '@chakra-ui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { SlidersHorizontal, X } from 'lucide-react';
import { memo, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FilterField } from './filter-field.tsx';
import { FilterText } from './filter-text.tsx';
import type { FilterDefinition } from './list-definition.ts';
import { parametersOf } from './table-address.ts';
import type { ListAddress } from './use-table-address.ts';

export interface FiltersProps {
  readonly address: ListAddress;
}

/** What narrows the list: a button for all filters, and those in force, each of which can be taken off. */
export const Filters = memo(({ address }: FiltersProps) => {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { filters } = address.definition;
  if (filters.length === 0) return null;
  const inForce = filters.filter((filter) => isInForce(filter, address));
  return (
    <>
      <Button variant="outline" size="sm" px="3" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        <Trans>Filters</Trans>
      </Button>
      {inForce.map((filter) => (
        <Chip key={filter.name} filter={filter} address={address} />
      ))}
      {address.isFiltered && (
        <Button variant="ghost" size="sm" px="3" onClick={address.clear}>
          <Trans>Clear</Trans>
        </Button>
      )}
      {open && (
        <Dialog
          title={t`Filters`}
          onClose={() => setOpen(false)}
          actions={
            <Button onClick={() => setOpen(false)}>
              <Trans>Done</Trans>
            </Button>
          }
        >
          <chakra.div display="grid" gap="5" color="ink">
            {filters.map((filter) => (
              <FilterField key={filter.name} filter={filter} address={address} />
            ))}
          </chakra.div>
        </Dialog>
      )}
    </>
  );
});

const isInForce = (filter: FilterDefinition, { filters }: ListAddress): boolean =>
  parametersOf(filter).some((name) => (filters[name]?.length ?? 0) > 0);

interface ChipProps {
  readonly filter: FilterDefinition;
  readonly address: ListAddress;
}

const Chip = ({ filter, address }: ChipProps) => {
  const { t, i18n } = useLingui();
  const name = i18n._(filter.label);
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1"
      minH={{ base: '11', md: '8' }}
      maxW="full"
      ps="3"
      pe="1"
      borderRadius="full"
      bg="primary.subtle"
      color="primary.onSubtle"
      textStyle="caption"
      fontWeight="medium"
    >
      <chakra.span truncate>
        <FilterText filter={filter} filters={address.filters} />
      </chakra.span>
      <chakra.button
        type="button"
        aria-label={t`Remove the filter: ${name}`}
        display="grid"
        placeItems="center"
        flexShrink="0"
        width={{ base: '9', md: '6' }}
        height={{ base: '9', md: '6' }}
        borderRadius="full"
        _hover={{ bg: 'primary.subtleHover' }}
        onClick={() => address.setFilters(Object.fromEntries(parametersOf(filter).map((each) => [each, []])))}
      >
        <X size={14} aria-hidden />
      </chakra.button>
    </chakra.span>
  );
};
