import { expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import {
  appearance,
  type NotificationValues,
  notificationBody,
  notificationTexts,
} from './notification-schema.ts';

const values: NotificationValues = {
  titleJa: 'お知らせ',
  titleEn: 'News',
  contentsJa: '',
  contentsEn: 'All of it',
  date: '',
  time: '',
};

test('without a date a notification appears at once', () => {
  expect(notificationBody(values, 'Asia/Tokyo')).toEqual({
    title: { ja: 'お知らせ', en: 'News' },
    contents: { ja: '', en: 'All of it' },
  });
});

test('date and time are in the time zone of the customer, and read back as they were written', () => {
  const body = notificationBody({ ...values, date: '2026-12-01', time: '08:15' }, 'Asia/Tokyo');
  expect(body.datetime).toBe('2026-11-30T23:15:00.000Z');
  expect(notificationTexts({ ...body, datetime: body.datetime } as never, 'Asia/Tokyo')).toMatchObject({
    date: '2026-12-01',
    time: '08:15',
    titleJa: 'お知らせ',
    contentsEn: 'All of it',
  });
});

test('a time without a date is refused', () => {
  expect(() => notificationBody({ ...values, time: '08:15' }, 'UTC')).toThrow(AppError);
});

test('a time that has passed is told from one so long ago that the notification would be deleted at once', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  const at = (appears: string | null, isVisible = false) => appearance(appears, isVisible, 365, now);
  expect(at(null)).toBe('later');
  expect(at('2026-12-01T00:01:00Z')).toBe('later');
  expect(at('2026-11-30T23:59:00Z')).toBe('past');
  expect(at('2026-11-30T23:59:00Z', true)).toBe('later');
  expect(at('2025-12-01T00:00:00Z')).toBe('past');
  expect(at('2025-11-30T23:59:00Z')).toBe('over');
  expect(at('2025-11-30T23:59:00Z', true)).toBe('over');
});
