import { describe, expect, test } from 'vitest';
import {
  countGuests,
  GroupFormSchema,
  type GroupFormTexts,
  groupTexts,
  spanOf,
  wrongGuests,
  wrongSpan,
} from './group-form.ts';
import { validate } from './validate.ts';

const texts: GroupFormTexts = {
  name: 'Choir',
  guests: '',
  startDate: '',
  startTime: '',
  endDate: '',
  endTime: '',
};

const valuesOf = (change: Partial<GroupFormTexts>) => {
  const verdict = validate(GroupFormSchema, { ...texts, ...change });
  if (!verdict.valid) throw new Error(`not valid: ${JSON.stringify(verdict.errors)}`);
  return verdict.values;
};

describe('the form of a group', () => {
  test('needs a name', () => {
    const errorsOf = (name: string) => validate(GroupFormSchema, { ...texts, name });
    const missing = { valid: false, errors: { name: 'group-name-required' } };
    expect([errorsOf('  '), errorsOf('\u200b')]).toEqual([missing, missing]);
    expect(errorsOf('a\u202eb')).toMatchObject({ errors: { name: 'invisible-characters' } });
  });

  test('names the guests whose addresses are wrong', () => {
    expect(wrongGuests('a@example.com\nbadguest, b@example.com; @c')).toEqual(['badguest', '@c']);
    expect(wrongGuests('')).toEqual([]);
  });

  test('says whether calls are recorded: a box that is not ticked is not sent', () => {
    expect([valuesOf({}).autoRecord, valuesOf({ autoRecord: 'on' }).autoRecord]).toEqual([false, true]);
  });

  test('reads the guests however they are separated', () => {
    expect(
      valuesOf({ guests: 'ａ＠example.com，b@example.com；c@example.com、d@example.com' }).guests,
    ).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@example.com`));
    expect(valuesOf({ guests: 'a@example.com, b@example.com\n\nc@example.com' }).guests).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ]);
    expect(validate(GroupFormSchema, { ...texts, guests: 'a@example.com nobody' })).toEqual({
      valid: false,
      errors: { guests: 'mail-format' },
    });
  });

  test('invites a guest once who is entered twice, also in another case', () => {
    const guests = 'Mai@example.com, b@example.com\nmai@Example.com b@example.com';
    expect(valuesOf({ guests }).guests).toEqual(['Mai@example.com', 'b@example.com']);
    expect(countGuests(guests)).toBe(2);
  });

  test('is open always without dates, and for whole days without times', () => {
    expect(spanOf(valuesOf({}))).toEqual({ start: null, end: null });
    const { start, end } = spanOf(valuesOf({ startDate: '2026-05-01', endDate: '2026-05-01' }));
    expect(new Date(end ?? 0).getTime() - new Date(start ?? 0).getTime()).toBe((24 * 60 - 1) * 60_000);
  });

  test('shows a moment as the date and the time that it was made of', () => {
    const values = valuesOf({ startDate: '2026-05-01', startTime: '09:30' });
    const { start } = spanOf(values);
    expect(groupTexts({ name: 'Choir', guests: [], start, end: null } as never)).toMatchObject({
      startDate: '2026-05-01',
      startTime: '09:30',
      endDate: '',
      endTime: '',
    });
  });

  test('is written in the time zone that it is shown in', () => {
    const values = valuesOf({ startDate: '2026-05-01', startTime: '09:30', endDate: '2026-05-02' });
    const { start, end } = spanOf(values, 'Asia/Tokyo');
    expect([start, end]).toEqual(['2026-05-01T00:30:00.000Z', '2026-05-02T14:59:00.000Z']);
    const group = { name: 'Choir', guests: [], start, end } as never;
    expect(groupTexts(group, 'Asia/Tokyo')).toMatchObject({
      startDate: '2026-05-01',
      startTime: '09:30',
      endDate: '2026-05-02',
      endTime: '23:59',
    });
    expect(groupTexts(group, 'UTC')).toMatchObject({ startDate: '2026-05-01', startTime: '00:30' });
  });

  test('refuses a time without its date, and an end that is not after the start', () => {
    expect(wrongSpan(valuesOf({ startTime: '10:00' }))).toEqual({ startDate: 'required' });
    expect(wrongSpan(valuesOf({ startDate: '2026-05-02', endDate: '2026-05-01', endTime: '10:00' }))).toEqual(
      { endDate: 'end-before-start' },
    );
    expect(wrongSpan(valuesOf({ startDate: '2026-05-01', endDate: '2026-05-01' }))).toEqual({});
  });
});
