import { shortened } from '#protocol/text.ts';
import { changesOf } from '#server/audit-changes.ts';
import type { FieldChange } from '#server/db/log-details.ts';
import { type Patch, reversalOf } from '#server/rest/tasks/patch.ts';

/** Maximum length of a value, in UTF-16 units. Names are shorter. */
const MAX_VALUE_LENGTH = 200;

/** The fields that an import's row changes of an item, as text. */
export const importChanges = (shown: object, patch: Patch): readonly FieldChange[] =>
  changesOf(reversalOf(shown, patch), patch, Object.keys(patch)).map(({ field, before, after }) => ({
    field,
    before: textOf(before),
    after: textOf(after),
  }));

// References stay as they are: a text of the file that looks like one must not lead to the name of someone else's object.
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return shortened(typeof value === 'string' ? value : JSON.stringify(value), MAX_VALUE_LENGTH);
};
