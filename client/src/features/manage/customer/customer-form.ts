import * as v from 'valibot';
import type { Customer, Merge } from '#client/api/api-types.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { FILM_FORMATS } from '#client/stage/recordings/format-text.ts';
import { MAX_CUSTOMER_NAME } from '#protocol/limits.ts';
import { isTimeZone } from './time-zones.ts';

const MAX_KEEP_DAYS = 3_650;
const MAX_QUOTA_GB = 1_000_000;

/** The installation's own customer needs no address. */
const noMail = v.pipe(v.string(), v.trim(), v.literal(''));

/** What is entered about a customer, each field named as the property that it is. */
export const customerSchema = (isDefault: boolean) =>
  v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(MAX_CUSTOMER_NAME, 'too-long')),
    mail: isDefault ? v.union([noMail, strictMailRule]) : strictMailRule,
    timeZone: v.pipe(v.string(), v.trim(), v.check(isTimeZone, 'invalid')),
    /** Empty: as the installation keeps them. */
    recordingKeepDays: v.pipe(
      v.string(),
      v.trim(),
      v.transform((text) => (text === '' ? null : Number(text))),
      v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_KEEP_DAYS))),
    ),
    /** Empty: no limit. Missing: who fills the form in may not change it. */
    recordingQuotaGb: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.transform((text) => (text === '' ? null : Number(text))),
        v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_QUOTA_GB))),
      ),
    ),
    /** Empty: none. */
    recordingFilm: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      v.picklist(FILM_FORMATS),
    ]),
  });

export type CustomerValues = v.InferOutput<ReturnType<typeof customerSchema>>;

export const textsOfCustomer = ({
  name,
  mail,
  timeZone,
  recordingKeepDays,
  recordingQuotaGb,
  recordingFilm,
}: Customer): FormTexts => ({
  name,
  mail: mail ?? '',
  timeZone,
  recordingKeepDays: recordingKeepDays === null ? '' : String(recordingKeepDays),
  recordingQuotaGb: recordingQuotaGb === null ? '' : String(recordingQuotaGb),
  recordingFilm: recordingFilm ?? '',
});

export const bodyOfCustomer = ({
  mail,
  recordingQuotaGb,
  ...others
}: CustomerValues): Merge<'customers'> => ({
  ...others,
  ...(recordingQuotaGb !== undefined && { recordingQuotaGb }),
  mail: mail === '' ? null : mail,
});
