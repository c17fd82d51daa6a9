import { useLanguage } from '#client/i18n/use-language.ts';
import { timeTexts } from './date-text.ts';
import { useTimeZone } from './time-zone.ts';

/** A moment in a sentence, to the minute; the exact one on hover, with the time zone that both are in. */
export const ShortTime = ({ time }: { readonly time: string }) => {
  const language = useLanguage();
  const zone = useTimeZone();
  const { exact, short } = timeTexts(time, language, zone);
  return (
    <time dateTime={time} title={`${exact} (${zone})`}>
      {short}
    </time>
  );
};
