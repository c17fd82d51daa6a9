import * as v from 'valibot';
import type { ViolationCode } from '#protocol/errors.ts';
import { MIN_PASSWORD_LENGTH } from '#protocol/limits.ts';
import { foldWidth, isBlank, isOptionalLine } from '#protocol/text.ts';

/**
 * The rules of specification V1 to V4. What a rule says is a `ViolationCode`, as the server's violations do; i18n has the
 * words.
 */
const says = (code: ViolationCode): ViolationCode => code;

/** Something, `@`, something. */
const LOOSE_MAIL = /^[^@]+@[^@]+$/;
/** One `@`, non-empty parts of allowed ASCII characters on both sides, and a dot and lower-case letters at the end. */
const STRICT_MAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[a-z]+$/;

const trimmedMail = v.pipe(v.string(), v.transform(foldWidth), v.trim(), v.nonEmpty(says('mail-required')));

/** For sign-in: any address that earlier rules accepted. */
export const mailRule = v.pipe(trimmedMail, v.regex(LOOSE_MAIL, says('mail-format')));

/** To send mail to. */
export const strictMailRule = v.pipe(trimmedMail, v.regex(STRICT_MAIL, says('mail-format')));

export const passwordRule = v.pipe(
  v.string(),
  v.nonEmpty(says('password-required')),
  v.minLength(MIN_PASSWORD_LENGTH, says('password-short')),
  // As the server has it: any characters but control characters.
  v.regex(/^\P{Cc}*$/u, says('password-format')),
);

/** A name or title in one line, which may be empty; trimmed. */
export const optionalLineRule = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(maxLength, says('too-long')),
    v.check(isOptionalLine, says('invisible-characters')),
  );

/** The same where something has to be entered, else the violation is `missing`. */
export const lineRule = (maxLength: number, missing: ViolationCode = 'required') =>
  v.pipe(
    v.string(),
    v.check((text) => !isBlank(text), missing),
    optionalLineRule(maxLength),
  );
