import * as v from 'valibot';
import type { Notification } from '#client/api/api-types.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { dateOf, momentOf, timeOf } from '#client/forms/moment.ts';
import { AppError } from '#protocol/app-error.ts';
import type { ViolationCode } from '#protocol/errors.ts';

/** As the server has them. */
const MAX_TITLE = 200;
const MAX_CONTENTS = 20_000;
const DAY_MS = 86_400_000;
/** Of a date without a time. */
export const DAY_BEGINS = '00:00';

const says = (code: ViolationCode): ViolationCode => code;
const title = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(says('required')),
  v.maxLength(MAX_TITLE, says('too-long')),
);
const contents = v.pipe(v.string(), v.trim(), v.maxLength(MAX_CONTENTS, says('too-long')));

export const NotificationSchema = v.object({
  titleJa: title,
  contentsJa: contents,
  titleEn: title,
  contentsEn: contents,
  date: v.string(),
  time: v.string(),
});

/** The audience is chosen once. */
export const NewNotificationSchema = v.object({
  customer: v.pipe(v.string(), v.nonEmpty(says('required'))),
  ...NotificationSchema.entries,
});

export type NotificationValues = v.InferOutput<typeof NotificationSchema>;
export type NotificationField = keyof NotificationValues;

export const NOTIFICATION_PROPERTIES = {
  titleJa: 'title',
  titleEn: 'title',
  contentsJa: 'contents',
  contentsEn: 'contents',
  date: 'datetime',
  time: 'datetime',
} as const;
export const NOTIFICATION_FIELDS = {
  'title.ja': 'titleJa',
  'title.en': 'titleEn',
  'contents.ja': 'contentsJa',
  'contents.en': 'contentsEn',
  datetime: 'date',
} as const;

/** @param zone IANA name of the time zone of date and time */
export const notificationTexts = (notification: Notification | null, zone: string): FormTexts => ({
  titleJa: notification?.title.ja ?? '',
  titleEn: notification?.title.en ?? '',
  contentsJa: notification?.contents.ja ?? '',
  contentsEn: notification?.contents.en ?? '',
  date: dateOf(notification?.datetime ?? null, zone),
  time: timeOf(notification?.datetime ?? null, zone),
});

/** When it appears; null without a date: at once. */
export const appearsAt = ({ date, time }: Pick<NotificationValues, 'date' | 'time'>, zone: string) =>
  momentOf(date, time, DAY_BEGINS, zone);

/**
 * What becomes of a notification: it appears later, or at once since its time has passed, or it is deleted before anyone sees it.
 *
 * @param appears null: at once
 * @param isVisible users see it already: that its time has passed is nothing new
 * @param keepDays after which notifications are deleted
 * @param now in ms
 */
export function appearance(
  appears: string | null,
  isVisible: boolean,
  keepDays: number,
  now: number,
): 'later' | 'past' | 'over' {
  const age = appears === null ? 0 : now - Date.parse(appears);
  if (age > keepDays * DAY_MS) return 'over';
  return appears !== null && age >= 0 && !isVisible ? 'past' : 'later';
}

/**
 * What a form says of a notification.
 *
 * @throws AppError `validation-failed`: a time without its date
 */
export function notificationBody(values: NotificationValues, zone: string) {
  if (values.date === '' && values.time !== '') {
    const violations = [
      { propertyPath: 'datetime', code: says('required'), message: 'A time needs its date' },
    ];
    throw new AppError('validation-failed', { violations });
  }
  const datetime = appearsAt(values, zone);
  return {
    title: { ja: values.titleJa, en: values.titleEn },
    contents: { ja: values.contentsJa, en: values.contentsEn },
    ...(datetime !== null && { datetime }),
  };
}
