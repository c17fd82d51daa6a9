import type { Language } from './language.ts';
import { useLanguage } from './use-language.ts';

/** What stands between two sentences: nothing in Japanese, which ends them with a full-width mark. */
export const sentenceGap = (language: Language): string => (language === 'ja' ? '' : ' ');

export const useSentenceGap = (): string => sentenceGap(useLanguage());
