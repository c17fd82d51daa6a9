import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Item } from '#client/api/api-types.ts';
import { timeZoneText } from '#client/features/manage/customer/time-zones.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { shortTimeText } from '#client/ui/date-text.ts';

export interface Reader {
  /** Its locale is the reader's language. */
  readonly i18n: I18n;
  /** IANA name of the time zone in which times are shown; null: not known yet. */
  readonly zone: string | null;
  /** What the filters of an export refer to. */
  readonly references?: Item<'logs'>['references'];
}

/** A value of the log, which is a text in the words of the API, as screens show it; an unknown one stays as it is. */
export type ShowValue = ((text: string, reader: Reader) => string) & {
  /** By value; `*` stands for any, in a text around it. */
  readonly texts?: Readonly<Record<string, MessageDescriptor | string>>;
};

export interface FieldText {
  /** As on the screens that show the field. */
  readonly label: MessageDescriptor;
  /** As it is by default. */
  readonly show?: ShowValue;
  /** In place of a value that was, or has been, taken off. */
  readonly none?: MessageDescriptor;
}

/** Several values stand one after the other. */
const SEPARATOR = ', ';

/** One or several of a few. */
export const oneOf = (texts: Readonly<Record<string, MessageDescriptor>>) =>
  Object.assign(
    (text: string, { i18n }: Pick<Reader, 'i18n'>): string =>
      text
        .split(SEPARATOR)
        .map((each) => {
          const word = Object.hasOwn(texts, each) ? texts[each] : undefined;
          return word ? i18n._(word) : each;
        })
        .join(SEPARATOR),
    { texts },
  );

export const onOff = oneOf({ true: msg`On`, false: msg`Off` });

export const enabledOrNot = oneOf({
  true: msg`Enabled`,
  false: msg`Disabled`,
  ENABLED: msg`Enabled`,
  DISABLED: msg`Disabled`,
});

export const time: ShowValue = (text, { i18n, zone }) => shortTimeText(text, i18n.locale, zone) || text;

export const timeZone: ShowValue = (text, { i18n }) => `${text} (${timeZoneText(text, i18n.locale)})`;

const kbpsText = (value: string) => msg`${value} kbps`;

export const kbps: ShowValue = Object.assign((value: string, { i18n }: Reader) => i18n._(kbpsText(value)), {
  texts: { '*': kbpsText('*') },
});

const nameOfLanguage = (code: string): string => {
  const known = languages.find((each) => each === code);
  return known ? languageNames[known] : code;
};

export const language: ShowValue = Object.assign(nameOfLanguage, { texts: languageNames });

const TEXT_OF_LANGUAGE = /"(ja|en)":"((?:[^"\\]|\\.)*)/g;

/** A text in both languages, which is JSON; the end of a long one is cut off. */
export const bothLanguages: ShowValue = (text) => {
  const texts = [...text.matchAll(TEXT_OF_LANGUAGE)];
  if (texts.length === 0) return text;
  return texts
    .filter(([, , written]) => written !== '')
    .map(([, code = '', written = '']) => `${nameOfLanguage(code)}: ${unescaped(written)}`)
    .join(SEPARATOR);
};

function unescaped(written: string): string {
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    // Cut off within what stands for one character.
    return written;
  }
}
