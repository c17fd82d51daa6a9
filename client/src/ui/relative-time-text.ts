const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From so many seconds on the next larger unit says it better. */
const steps: readonly {
  readonly below: number;
  readonly unit: Intl.RelativeTimeFormatUnit;
  readonly seconds: number;
}[] = [
  { below: MINUTE, unit: 'second', seconds: 1 },
  { below: HOUR, unit: 'minute', seconds: MINUTE },
  { below: DAY, unit: 'hour', seconds: HOUR },
  { below: 30 * DAY, unit: 'day', seconds: DAY },
  { below: 365 * DAY, unit: 'month', seconds: 30 * DAY },
  { below: Number.POSITIVE_INFINITY, unit: 'year', seconds: 365 * DAY },
];

/**
 * How long ago, or in how long, in words.
 *
 * @param at milliseconds, as `now`
 */
export const relativeTime = (at: number, now: number, language: string): string => {
  const seconds = Math.round((at - now) / 1000);
  const step = steps.find(({ below }) => Math.abs(seconds) < below);
  const { unit, seconds: size } = step ?? { unit: 'second' as const, seconds: 1 };
  // Less than a minute is 'now'.
  const amount = unit === 'second' ? 0 : Math.trunc(seconds / size);
  const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(amount, unit);
  // Japanese has no blank between a number and what it counts.
  return language === 'ja' ? text.replaceAll(' ', '') : text;
};
