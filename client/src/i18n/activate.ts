import { i18n, type Messages } from '@lingui/core';
import { isolateValues } from './isolate-values.ts';
import { initialLanguage, type Language, supportedLanguage } from './language.ts';

const STORAGE_KEY = 'hibiki.lang';

/**
 * The catalog of a language comes in seven parts (client/catalog-parts.ts): `base`, what everyone reads who signs in or
 * up; `rest`, which calls need at once, and `call`, which they need later; `guest`, the door of guests; `home`, and `pages`, what is read outside of calls; `console`, what managers read.
 */
export type CatalogPart = 'base' | 'rest' | 'call' | 'guest' | 'home' | 'pages' | 'console';

type LoadCatalog = () => Promise<{ readonly messages: Messages }>;

/** Only the language that is read is loaded. */
const catalogs: Readonly<Record<Language, Readonly<Record<CatalogPart, LoadCatalog>>>> = {
  ja: {
    base: () => import('./locales/ja.po?part=base'),
    rest: () => import('./locales/ja.po?part=rest'),
    call: () => import('./locales/ja.po?part=call'),
    guest: () => import('./locales/ja.po?part=guest'),
    home: () => import('./locales/ja.po?part=home'),
    pages: () => import('./locales/ja.po?part=pages'),
    console: () => import('./locales/ja.po?part=console'),
  },
  en: {
    base: () => import('./locales/en.po?part=base'),
    rest: () => import('./locales/en.po?part=rest'),
    call: () => import('./locales/en.po?part=call'),
    guest: () => import('./locales/en.po?part=guest'),
    home: () => import('./locales/en.po?part=home'),
    pages: () => import('./locales/en.po?part=pages'),
    console: () => import('./locales/en.po?part=console'),
  },
};

const partsInUse = new Set<CatalogPart>(['base']);
/** The choice that is loading or shown; an earlier one that arrives late is dropped. */
let wanted: Language = 'ja';

async function loadPart(language: Language, part: CatalogPart): Promise<void> {
  const { messages } = await catalogs[language][part]();
  // Adds to the messages that are loaded.
  i18n.load(language, messages);
}

/** Shows the texts of a language and marks the document with it. */
async function activate(language: Language): Promise<void> {
  wanted = language;
  await Promise.all([...partsInUse].map((part) => loadPart(language, part)));
  if (wanted !== language) return;
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Before a screen with texts of a part is shown; from then on that part follows the language. */
export async function loadTexts(part: CatalogPart): Promise<void> {
  if (partsInUse.has(part)) return;
  const language = wanted;
  await loadPart(language, part);
  partsInUse.add(part);
  // The language was changed meanwhile.
  if (wanted !== language) await activate(wanted);
}

/** Before the first picture. */
export function startLanguage(): Promise<void> {
  const stored = localStorage.getItem(STORAGE_KEY);
  const language = initialLanguage(stored, navigator.language);
  isolateValues(i18n);
  if (stored !== null && stored !== language) localStorage.setItem(STORAGE_KEY, language);
  return activate(language);
}

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
