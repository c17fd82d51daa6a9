import { useLanguage } from '#client/i18n/use-language.ts';
import { timeTexts } from './date-text.ts';
import { useTimeZone } from './time-zone.ts';

export interface ShortTimeProps {
  readonly time: string;
}

/** A moment in a sentence, to the minute; the exact one on hover, with the time zone that both are in. */
export const ShortTime = ({ time }: ShortTimeProps) => <Time time={time} form="short" />;

/** A moment in a table, likewise. */
export const CellTime = ({ time }: ShortTimeProps) => <Time time={time} form="narrow" />;

const Time = ({ time, form }: ShortTimeProps & { readonly form: 'short' | 'narrow' }) => {
  const language = useLanguage();
  const zone = useTimeZone();
  const texts = timeTexts(time, language, zone);
  return (
    <time dateTime={time} title={zone === null ? undefined : `${texts.exact} (${zone})`}>
      {texts[form]}
    </time>
  );
};
