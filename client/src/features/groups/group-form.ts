import { DateTime } from 'luxon';
import * as v from 'valibot';
import type { Group } from '#client/api/api-types.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import type { FieldErrors } from '#client/forms/validate.ts';
import type { ViolationCode } from '#protocol/errors.ts';

/** As the server has it. */
const MAX_NAME = 100;

const says = (code: ViolationCode): ViolationCode => code;

/** `a@example.com, b@example.com` or one a line. */
const mailsOf = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;、]+/u).filter((mail) => mail !== '')),
];

/** How many guests someone has entered so far. */
export const countGuests = (text: string): number => mailsOf(text).length;

export const GroupFormSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(says('group-name-required')),
    v.maxLength(MAX_NAME, says('invalid')),
  ),
  guests: v.pipe(
    v.string(),
    v.transform(mailsOf),
    v.check((mails) => mails.every((mail) => v.is(strictMailRule, mail)), says('mail-format')),
  ),
  startDate: v.string(),
  startTime: v.string(),
  endDate: v.string(),
  endTime: v.string(),
});

export type GroupFormValues = v.InferOutput<typeof GroupFormSchema>;
export type GroupFormTexts = v.InferInput<typeof GroupFormSchema>;

const DAY_BEGINS = '00:00';
const DAY_ENDS = '23:59';

/** A date and a time in the browser's zone; null without a date. */
const momentOf = (date: string, time: string, otherwise: string): string | null =>
  date === ''
    ? null
    : DateTime.fromISO(`${date}T${time || otherwise}`)
        .toUTC()
        .toISO();

const dateOf = (moment: string | null): string =>
  moment === null ? '' : DateTime.fromISO(moment).toFormat('yyyy-MM-dd');
const timeOf = (moment: string | null): string =>
  moment === null ? '' : DateTime.fromISO(moment).toFormat('HH:mm');

/** What the form begins with. */
export const groupTexts = (group: Group | null): GroupFormTexts => ({
  name: group?.name ?? '',
  guests: group?.guests.join('\n') ?? '',
  startDate: dateOf(group?.start ?? null),
  startTime: timeOf(group?.start ?? null),
  endDate: dateOf(group?.end ?? null),
  endTime: timeOf(group?.end ?? null),
});

/** From when to when the group is open; a date without a time is that whole day. */
export const spanOf = (
  values: GroupFormValues,
): { readonly start: string | null; readonly end: string | null } => ({
  start: momentOf(values.startDate, values.startTime, DAY_BEGINS),
  end: momentOf(values.endDate, values.endTime, DAY_ENDS),
});

/** Checks across fields. */
export const wrongSpan = (values: GroupFormValues): FieldErrors => {
  const errors: Record<string, ViolationCode> = {};
  if (values.startTime !== '' && values.startDate === '') errors.startDate = 'required';
  if (values.endTime !== '' && values.endDate === '') errors.endDate = 'required';
  const { start, end } = spanOf(values);
  if (start !== null && end !== null && end <= start) errors.endDate = 'end-before-start';
  return errors;
};
