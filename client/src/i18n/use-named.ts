import { useCallback } from 'react';
import { type Named, nameInSentence } from '#protocol/name-in-sentence.ts';
import { useLanguage } from './use-language.ts';

/** How names stand in sentences of the language that is shown: with `さん` in Japanese, where it is a person's. */
export function useNamed(): (who: Named) => string {
  const language = useLanguage();
  return useCallback((who) => nameInSentence(language, who), [language]);
}
