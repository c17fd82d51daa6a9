import type { I18n } from '@lingui/core';

/** Counts as the language writes them, `12,500`, for sentences that name them: `{first}–{last} of {total}`. */
export const counted = <Name extends string>(
  i18n: I18n,
  counts: Readonly<Record<Name, number>>,
): Record<Name, string> => {
  const texts = { ...counts } as Record<Name, number | string>;
  for (const name in counts) texts[name] = i18n.number(counts[name]);
  return texts as Record<Name, string>;
};
