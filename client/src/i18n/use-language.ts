import { useLingui } from '@lingui/react';
import { type Language, supportedLanguage } from './language.ts';

/** The language that is shown. */
export const useLanguage = (): Language => supportedLanguage(useLingui().i18n.locale);
