import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { localeTag } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';

/** The moment, moved on with each minute. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (now.getTime() % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** Time and date; small, unless the page shows nothing else. */
export const KioskClock = ({ size = '1.75rem' }: { readonly size?: string }) => {
  const language = useLanguage();
  const now = useMinute();
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat(localeTag(language), { day: 'numeric', month: 'long' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: language === 'ja' ? 'short' : 'long' });
  return (
    <chakra.div>
      <chakra.time
        dateTime={now.toISOString()}
        display="block"
        fontFamily="display"
        fontSize={size}
        lineHeight="1"
        letterSpacing="-0.02em"
        whiteSpace="nowrap"
        data-testid="kiosk-clock"
      >
        {time.format(now)}
      </chakra.time>
      <chakra.p mt="1" textStyle="small" color="ink.muted">
        {language === 'ja'
          ? `${day.format(now)}（${weekday.format(now)}）`
          : `${weekday.format(now)}, ${day.format(now)}`}
      </chakra.p>
    </chakra.div>
  );
};
