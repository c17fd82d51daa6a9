/** The languages that there are texts in. */
export const languages = ['ja', 'en'] as const;
export type Language = (typeof languages)[number];

/** Before anything is known of the reader (specification U3). */
const DEFAULT_LANGUAGE: Language = 'ja';
/** What an unsupported code is replaced by: as for a browser whose language is none of ours. */
const FALLBACK_LANGUAGE: Language = 'en';

/** Each in its own language. */
export const languageNames: Readonly<Record<Language, string>> = { ja: '日本語', en: 'English' };

const isLanguage = (code: string): code is Language => languages.some((language) => language === code);

export const supportedLanguage = (code: string): Language => (isLanguage(code) ? code : FALLBACK_LANGUAGE);

/**
 * Which language to begin with: the stored one, else Japanese if the browser's language starts with `ja`, else English.
 *
 * @param stored what was chosen before, null if nothing was
 * @param browser `navigator.language`; undefined where there is no browser
 */
export const initialLanguage = (stored: string | null, browser: string | undefined): Language => {
  if (stored !== null) return supportedLanguage(stored);
  if (browser === undefined) return DEFAULT_LANGUAGE;
  return browser.toLowerCase().startsWith('ja') ? 'ja' : 'en';
};

/** The region whose way of writing dates is used. */
const localeTags: Readonly<Record<Language, string>> = { ja: 'ja-JP', en: 'en-GB' };

/** The BCP 47 tag that dates are written by: `en-GB` for English, as in mails. */
export const localeTag = (language: string): string => localeTags[supportedLanguage(language)];
