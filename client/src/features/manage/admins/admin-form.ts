import * as v from 'valibot';
import type { Admin, Creation, Merge } from '#client/api/api-types.ts';
import type { FormTexts } from '#client/features/manage/form/merge-versions.ts';
import { passwordRule, strictMailRule } from '#client/forms/rules.ts';

/** A new administrator; fields are named as the properties that they are. */
export const NewAdminSchema = v.object({ email: strictMailRule, plainPassword: passwordRule });

/** What can be changed of an administrator; an empty password stays as it is. */
export const AdminSchema = v.object({
  email: strictMailRule,
  plainPassword: v.union([v.literal(''), passwordRule]),
});

export const textsOfAdmin = ({ email }: Admin): FormTexts => ({ email, plainPassword: '' });

export const bodyOfAdmin = (values: v.InferOutput<typeof AdminSchema>): Merge<'admins'> => values;

export const creationOfAdmin = (values: v.InferOutput<typeof NewAdminSchema>): Creation<'admins'> => values;
