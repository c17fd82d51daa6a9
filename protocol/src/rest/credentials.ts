import { Type } from 'typebox';
import { MIN_PASSWORD_LENGTH } from '#protocol/limits.ts';
import { Mail, mailCodes, optional, required } from './field.ts';

/** argon2id hashes the whole text; the bound keeps a request from being made long on purpose. */
const MAX_PASSWORD_LENGTH = 256;

/** Any characters but control characters. */
export const Password = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  format: 'password',
});

export const passwordCodes = {
  required: 'password-required',
  short: 'password-short',
  invalid: 'password-format',
} as const;

export const Language = Type.Union([Type.Literal('ja'), Type.Literal('en')]);

/** The secret of a mailed link; one that is malformed is as unknown as any other. */
const LinkToken = Type.String({ minLength: 1, maxLength: 256 });

/** `POST …/verify` and `POST /pairs/approval`: both have to be the link's. */
export const linkFields = {
  token: required('write', LinkToken),
  target: required('write', Type.String({ minLength: 1, maxLength: 64 }), {
    description: 'The id that the link is for',
  }),
};

/**
 * `POST …/reset`: with `email` alone it asks for a mail with the link. With the link's `token` and `plainPassword` it
 * sets the password; then `email`, or the link's `target`, says whose.
 */
export const resetFields = {
  email: optional('write', Mail, { codes: mailCodes }),
  target: optional('write', Type.String({ minLength: 1, maxLength: 64 })),
  plainPassword: optional('write', Password, { codes: passwordCodes }),
  token: optional('write', LinkToken),
};
