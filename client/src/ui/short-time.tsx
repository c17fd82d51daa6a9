import { useLanguage } from '#client/i18n/use-language.ts';
import { dateTimeText, shortTimeText } from './date-text.ts';

/** A moment in a sentence, to the minute; the exact one on hover. */
export const ShortTime = ({ time }: { readonly time: string }) => {
  const language = useLanguage();
  return (
    <time dateTime={time} title={dateTimeText(time)}>
      {shortTimeText(time, language)}
    </time>
  );
};
