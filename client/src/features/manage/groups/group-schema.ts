import * as v from 'valibot';
import type { Group } from '#client/api/api-types.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { GroupFormSchema, groupTexts, spanOf, wrongSpan } from '#client/forms/group-form.ts';
import type { AcrossFields } from '#client/forms/validate.ts';
import type { ViolationCode } from '#protocol/errors.ts';
import { type Iri, idOfIri, iri } from '#protocol/rest/field.ts';

const required: ViolationCode = 'required';

/** The pairs of a group as the text of one field. */
export const pairsText = (pairs: Iterable<string>): string => [...pairs].sort().join(' ');
export const pairsOfText = (text: string): readonly Iri<'pairs'>[] =>
  text
    .split(' ')
    .filter((each) => each !== '')
    .map((each) => iri('pairs', idOfIri(each)));

export const GroupSchema = v.object({
  ...GroupFormSchema.entries,
  memberPairs: v.pipe(v.string(), v.transform(pairsOfText)),
});

/** The owner is chosen once. */
export const NewGroupSchema = v.object({
  owner: v.pipe(v.string(), v.nonEmpty(required)),
  ...GroupSchema.entries,
});

export type GroupValues = v.InferOutput<typeof GroupSchema>;

/** Dates and times are fields of their own. */
export const GROUP_PROPERTIES = {
  startDate: 'start',
  startTime: 'start',
  endDate: 'end',
  endTime: 'end',
} as const;
export const GROUP_FIELDS = { start: 'startDate', end: 'endDate', memberPairs: 'guests' } as const;

/** @param zone IANA name of the time zone of dates and times */
export const managedGroupTexts = (group: Group | null, zone: string): FormTexts => ({
  ...groupTexts(group, zone),
  memberPairs: pairsText(group?.memberPairs ?? []),
});

const SpanTexts = v.pick(GroupSchema, ['startDate', 'startTime', 'endDate', 'endTime']);

/** Whether the dates and times of a form fit together. */
export const wrongDates =
  (zone: string): AcrossFields =>
  (texts) =>
    wrongSpan(v.parse(SpanTexts, texts), zone);

/** What a form says of a group. */
export function groupBody(values: GroupValues, zone: string) {
  const { name, guests, memberPairs, autoRecord } = values;
  return { name, guests: [...guests], memberPairs: [...memberPairs], autoRecord, ...spanOf(values, zone) };
}
