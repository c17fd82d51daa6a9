import { useLanguage } from '#client/i18n/use-language.ts';
import { timeTexts } from '#client/ui/date-text.ts';
import { useTimeZone } from '#client/ui/time-zone.ts';

/** Names rows by their time, as their cells show it but with seconds: several rows may be about the same person or group. */
export function useTimeName(): (time: string, name?: string) => string {
  const language = useLanguage();
  const zone = useTimeZone();
  return (time, name) => {
    const text = timeTexts(time, language, zone).narrowExact;
    return name === undefined ? text : `${name}, ${text}`;
  };
}
