import type { Item } from '#client/api/api-types.ts';
import { fieldText } from './field-texts.ts';
import type { FieldText, Reader } from './value-texts.ts';

export type ChangedEntry = Pick<Item<'logs'>, 'resource' | 'action' | 'changes'> &
  Partial<Pick<Item<'logs'>, 'references'>>;

export interface ShownChange {
  /** Its name at the API. */
  readonly field: string;
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const NOTHING = '–';

/** What an entry says was changed, in the words and formats of the screens. What these do not know stays as the API says it. */
export const changesInWords = (
  { resource, action, changes, references = [] }: ChangedEntry,
  page: Pick<Reader, 'i18n' | 'zone'>,
): readonly ShownChange[] => {
  const reader = { ...page, references };
  return changes.map(({ field, before, after }) => {
    const text = fieldText(resource, field);
    // What is added had no value before, and what is deleted has none any more; else that is a value too.
    const none = action === 'update' && text?.none ? reader.i18n._(text.none) : NOTHING;
    const shown = (value: string | null) => (value && valueText(value, text, reader)) || none;
    return {
      field,
      label: text ? reader.i18n._(text.label) : field,
      before: shown(before),
      after: shown(after),
    };
  });
};

const valueText = (value: string, text: FieldText | undefined, reader: Reader): string =>
  text?.show?.(value, reader) ?? value;
