import { setupI18n } from '@lingui/core';
import { textOf } from './core-macro.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

/** In place of `@lingui/react/macro`: tests run without the build that compiles it. */
export const useLingui = () => ({ t: textOf, i18n });

export const Trans = (): null => null;
export const Plural = (): null => null;
