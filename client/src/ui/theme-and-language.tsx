import { useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { chooseLanguage } from '#client/i18n/activate.ts';
import { languageNames, languages } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { Segmented } from './segmented.tsx';
import { darkThemeAtom } from './ui-state.ts';

/** Theme and language of this browser. A change applies at once. */
export const ThemeAndLanguage = () => {
  const { t } = useLingui();
  const language = useLanguage();
  const [dark, setDark] = useAtom(darkThemeAtom);
  return (
    <>
      <Segmented
        name="theme"
        label={t`Theme`}
        options={[
          { value: 'light', label: t`Light` },
          { value: 'dark', label: t`Dark` },
        ]}
        value={dark ? 'dark' : 'light'}
        onChange={(theme) => setDark(theme === 'dark')}
      />
      <Segmented
        name="language"
        label={t`Language`}
        options={languages.map((code) => ({ value: code, label: languageNames[code], lang: code }))}
        value={language}
        onChange={(code) => void chooseLanguage(code)}
      />
    </>
  );
};
