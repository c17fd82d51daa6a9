import { useEffect, useState } from 'react';
import { serverNow } from '#client/server-clock.ts';
import { dateTimeText } from './date-text.ts';
import { relativeTime } from './relative-time-text.ts';
import { useTimeZone } from './time-zone.ts';
import { whileVisible } from './while-visible.ts';

const REFRESH_MS = 60_000;

export interface RelativeTimeProps {
  /** RFC 3339. */
  readonly time: string;
  /** BCP 47 tag of the language to say it in. */
  readonly language: string;
}

/** '5 minutes ago'; the exact moment on hover. Goes on only while the page is visible. */
export const RelativeTime = ({ time, language }: RelativeTimeProps) => {
  const zone = useTimeZone();
  const [now, setNow] = useState(serverNow);
  useEffect(() => whileVisible(() => setNow(serverNow()), REFRESH_MS), []);
  return (
    <time dateTime={time} title={zone === null ? undefined : `${dateTimeText(time, zone)} (${zone})`}>
      {relativeTime(Date.parse(time), now, language)}
    </time>
  );
};
