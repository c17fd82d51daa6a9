import { expect, test } from 'vitest';
import { allTimeZones, isTimeZone, timeZoneText } from './time-zones.ts';

test('a time zone has an IANA name', () => {
  expect(['Asia/Tokyo', 'UTC', 'europe/berlin'].map(isTimeZone)).toEqual([true, true, true]);
  expect(['Nowhere/City', '+09:00', ''].map(isTimeZone)).toEqual([false, false, false]);
});

test('each is listed once, with its offset and what it is called', () => {
  const zones = allTimeZones('en');
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length);
  expect(zones.find(({ name }) => name === 'Asia/Tokyo')?.words).toMatch(/^GMT\+9 Japan .*Time$/);
  expect(timeZoneText('Asia/Tokyo', 'en')).toMatch(/^Japan .*Time, GMT\+9$/);
});
