import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType } from 'react';

export interface FilterOption {
  readonly value: string;
  readonly label: MessageDescriptor;
}

/** Options in the words that the list has for its values, in this order. */
export const optionsOf = <Value extends string>(
  words: Readonly<Record<Value, MessageDescriptor>>,
  ...values: readonly Value[]
): readonly FilterOption[] => values.map((value) => ({ value, label: words[value] }));

interface FilterBase {
  /** In the address and, but for days, at the API. */
  readonly name: string;
  readonly label: MessageDescriptor;
}

/** What narrows a list. */
export type FilterDefinition =
  /** One of a few. */
  | (FilterBase & { readonly kind: 'choice'; readonly options: readonly FilterOption[] })
  /** Any of a few. */
  | (FilterBase & { readonly kind: 'choices'; readonly options: readonly FilterOption[] })
  /** From one day to another, both included, in the customer's time zone: `name.after` and `name.before` of the address. */
  | (FilterBase & { readonly kind: 'days' })
  /** An object, by its id; chosen elsewhere, shown and taken off here. */
  | (FilterBase & {
      readonly kind: 'reference';
      readonly Name?: ComponentType<{ readonly id: string }>;
    });

/** What can be asked of a list, by its address. */
export interface ListDefinition {
  /** Under which its columns are remembered. */
  readonly name: string;
  /** The fields that it can be sorted by. */
  readonly sorts: readonly string[];
  readonly filters: readonly FilterDefinition[];
}
