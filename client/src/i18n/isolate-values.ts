import type { I18n, MessageDescriptor, MessageOptions } from '@lingui/core';
import { isolated } from '#protocol/isolated.ts';

type Values = Record<string, unknown>;

/** Names, and all else that people have typed, turn the direction of nothing in the sentence around them. */
const isolatedValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value) : value,
    ]),
  );

/** Makes that so for every text. Lingui has no hook for values. */
export function isolateValues(i18n: I18n): void {
  const translate = i18n._.bind(i18n);
  const isolating = (text: MessageDescriptor | string, values?: Values, options?: MessageOptions): string =>
    typeof text === 'string'
      ? translate(text, values && isolatedValues(values), options)
      : translate(text.values ? { ...text, values: isolatedValues(text.values) } : text);
  i18n._ = isolating;
  i18n.t = isolating;
}
