import { type Language, localeTag } from './language.ts';

/** A formatter takes a thousand times as long to make as to use: a year has three for each of its days. */
function keep<Options extends object, Format>(
  make: (locale: string, options: Options) => Format,
): (locale: string, options: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const format = make(locale, options);
    made.set(key, format);
    return format;
  };
}

/** One of each kind, kept. Options are few: never those that a person types. */
export const numberFormat = keep(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const listFormat = keep((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
export const dateFormat = keep(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(localeTag(locale), options),
);

/** `A, B and C`; in Japanese `A、B、C`. */
export const namesInList = (names: readonly string[], language: Language): string =>
  listFormat(localeTag(language), { type: 'conjunction' }).format(names);
