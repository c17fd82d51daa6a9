import * as v from 'valibot';
import type { Creation, Merge, User } from '#client/api/api-types.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { strictMailRule } from '#client/forms/rules.ts';
import { MAX_NAME } from '#protocol/limits.ts';
import { idOfIri, iri } from '#protocol/rest/field.ts';

/** Fields are named as the properties that they set. */
export const UserFormSchema = v.object({
  email: strictMailRule,
  nickname: v.pipe(v.string(), v.trim(), v.maxLength(MAX_NAME)),
  lang: v.picklist(['ja', 'en']),
  /** An id; empty: as the server chooses. */
  customer: v.string(),
});

export type UserFormValues = v.InferOutput<typeof UserFormSchema>;

export const userTexts = ({ email, nickname, lang, customer }: User): FormTexts => ({
  email,
  nickname,
  lang,
  customer: idOfIri(customer),
});

export const userBody = ({ email, nickname, lang, customer }: UserFormValues): Merge<'users'> => ({
  email,
  nickname,
  lang,
  ...(customer !== '' && { customer: iri('customers', customer) }),
});

/** Without a password: the user is mailed an invitation to set the first one. */
export const newUserBody = (values: UserFormValues): Creation<'users'> => ({
  ...userBody(values),
  email: values.email,
});
