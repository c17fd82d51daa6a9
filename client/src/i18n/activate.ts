import { i18n, type Messages } from '@lingui/core';
import { initialLanguage, type Language, supportedLanguage } from './language.ts';

const STORAGE_KEY = 'hibiki.lang';

/** One chunk a language; only the one that is read is loaded. */
const catalogs: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  ja: () => import('./locales/ja.po'),
  en: () => import('./locales/en.po'),
};

/** The choice that is loading or shown; an earlier one that arrives late is dropped. */
let wanted: Language | undefined;

/** Shows the texts of a language and marks the document with it. */
async function activate(language: Language): Promise<void> {
  wanted = language;
  const { messages } = await catalogs[language]();
  if (wanted !== language) return;
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Before the first picture. */
export const startLanguage = (): Promise<void> =>
  activate(initialLanguage(localStorage.getItem(STORAGE_KEY), navigator.language));

/** Changes to a language and remembers it; an unsupported code becomes the fallback. */
export async function chooseLanguage(code: string): Promise<void> {
  const language = supportedLanguage(code);
  localStorage.setItem(STORAGE_KEY, language);
  await activate(language);
}

/** Follows a choice made in another tab. Returns what ends it. */
export const followLanguage = (): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY && event.newValue) void activate(supportedLanguage(event.newValue));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
