import * as v from 'valibot';
import type { Group } from '#client/api/api-types.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import { foldWidth } from '#protocol/text.ts';
import { dateOf, momentOf, OWN_ZONE, timeOf } from './moment.ts';
import { lineRule, strictMailRule } from './rules.ts';
import type { FieldErrors } from './validate.ts';

const says = (code: ViolationCode): ViolationCode => code;

/** `a@example.com, b@example.com` or one a line; each address once, in whichever case, as it was typed first. */
function mailsOf(text: string): readonly string[] {
  const mails = new Map<string, string>();
  for (const mail of foldWidth(text).split(/[\s,;、]+/u)) {
    const key = mail.toLowerCase();
    if (mail !== '' && !mails.has(key)) mails.set(key, mail);
  }
  return [...mails.values()];
}

/** How many guests someone has entered so far. */
export const countGuests = (text: string): number => mailsOf(text).length;

const isMail = (mail: string): boolean => v.is(strictMailRule, mail);

/** Entries that are not e-mail addresses, as they were typed. */
export const wrongGuests = (text: string): readonly string[] => mailsOf(text).filter((mail) => !isMail(mail));

export const GroupFormSchema = v.object({
  name: lineRule(MAX_NAME, 'group-name-required'),
  guests: v.pipe(
    v.string(),
    v.transform(mailsOf),
    v.check((mails) => mails.every(isMail), says('mail-format')),
  ),
  startDate: v.string(),
  startTime: v.string(),
  endDate: v.string(),
  endTime: v.string(),
  /** A box that is not ticked is not sent. */
  autoRecord: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text === 'on'),
  ),
});

export type GroupFormValues = v.InferOutput<typeof GroupFormSchema>;
export type GroupFormTexts = v.InferInput<typeof GroupFormSchema>;

const DAY_BEGINS = '00:00';
const DAY_ENDS = '23:59';

/**
 * What the form begins with.
 *
 * @param zone IANA name of the time zone of dates and times; the browser's by default
 */
export const groupTexts = (
  group: Group | null,
  zone = OWN_ZONE,
): GroupFormTexts & { readonly autoRecord: string } => ({
  name: group?.name ?? '',
  guests: group?.guests.join('\n') ?? '',
  startDate: dateOf(group?.start ?? null, zone),
  startTime: timeOf(group?.start ?? null, zone),
  endDate: dateOf(group?.end ?? null, zone),
  endTime: timeOf(group?.end ?? null, zone),
  autoRecord: group?.autoRecord ? 'on' : '',
});

type SpanTexts = Pick<GroupFormValues, 'startDate' | 'startTime' | 'endDate' | 'endTime'>;

/** From when to when the group is open; a date without a time is that whole day. */
export const spanOf = (
  values: SpanTexts,
  zone = OWN_ZONE,
): { readonly start: string | null; readonly end: string | null } => ({
  start: momentOf(values.startDate, values.startTime, DAY_BEGINS, zone),
  end: momentOf(values.endDate, values.endTime, DAY_ENDS, zone),
});

/** Checks across fields. */
export const wrongSpan = (values: SpanTexts, zone = OWN_ZONE): FieldErrors => {
  const errors: Record<string, ViolationCode> = {};
  if (values.startTime !== '' && values.startDate === '') errors.startDate = 'required';
  if (values.endTime !== '' && values.endDate === '') errors.endDate = 'required';
  const { start, end } = spanOf(values, zone);
  if (start !== null && end !== null && end <= start) errors.endDate = 'end-before-start';
  return errors;
};
