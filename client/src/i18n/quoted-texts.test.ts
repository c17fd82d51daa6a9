import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { MessageDescriptor } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { ClientError, type ClientErrorCode, clientErrorCodes } from '#client/client-error.ts';
import { AppError } from '#protocol/app-error.ts';
import { violationTable } from '#protocol/error-titles.ts';
import { type ErrorCode, groupInvitationErrors, type ViolationCode } from '#protocol/errors.ts';
import { errorText, groupInvitationText, textOfError, violationText } from './error-text.ts';

// Tests run without the build that compiles the macro. None of these texts has a value in it.
/** Specification V1 to V4: what a form and the server's violations say, to the letter. */
const quotedViolations: readonly (readonly [ViolationCode, string])[] = [
  ['mail-required', 'The e-mail address has not been entered.'],
  ['mail-format', 'The e-mail address format is wrong.'],
  ['password-required', 'The password has not been entered.'],
  ['password-short', 'The password must be at least 8 characters.'],
  ['password-format', 'The password format is wrong.'],
  ['password-same', 'Enter a different password.'],
  ['group-name-required', 'The group name is required'],
  // Section 8.
  ['password-wrong', 'The password is wrong.'],
];

/** Specification V8: what the server answers. */
const quotedErrors: readonly (readonly [ErrorCode, string])[] = [
  ['wrong-credentials', 'The e-mail address or password is wrong.'],
  ['verification-unknown', 'The link is not valid. The e-mail address could not be verified.'],
  ['internal-error', 'An error occurred.'],
];

/** Specification V6: what the application throws. Screens show a sentence instead. */
const quotedFailures: readonly (readonly [ClientErrorCode, string])[] = [
  ['sign-up-step-failed', 'Failed to create user'],
  ['sign-in-failed', 'Failed to login'],
  ['verify-step-failed', 'Failed to verify user'],
  ['approve-step-failed', 'Failed to approve pair'],
  ['reset-step-failed', 'Failed to request reset password'],
  ['has-no-token', 'has no token'],
  ['wrong-token-answer', 'wrong token'],
  ['version-missing', 'Failed to get API version'],
];

/** Named in specification V8, without quotes. */
const named: readonly ErrorCode[] = [
  'account-not-found',
  'token-expired',
  'verification-used',
  'verification-expired',
  'reset-expired',
  'approval-used',
  'approval-expired',
  'approval-unknown',
  'sign-up-failed',
  'guest-link-unknown',
  'device-not-approved',
  'user-not-approved',
  'default-customer',
];

/** Shown by screens and calls, specification V8. */
const shown: readonly string[] = [
  'This browser can’t record.',
  'The recording couldn’t be started.',
  'The recording couldn’t be saved.',
  'You’re recording this call. If you end it without saving, the recording will be lost.',
  'Invalid pair information.',
  'Can’t share the screen.',
  'Can’t get audio. The microphone couldn’t be started.',
  'Can’t get video. The camera couldn’t be started.',
  'Group not found. It may have been deleted.',
  'The group couldn’t be changed.',
  'Some members couldn’t be invited:',
  'The name couldn’t be changed.',
  'Failed to get customer settings.',
  'The settings couldn’t be loaded.',
  'The settings couldn’t be applied.',
  'The e-mail to change the password couldn’t be sent.',
];

const catalog = (await getCatalogs(getConfig({ cwd: import.meta.dirname })))[0];
const [ja = {}, en = {}] = await Promise.all([catalog?.read('ja'), catalog?.read('en')]);

const japanese = (text: string): string | undefined =>
  Object.values(ja).find(({ message, obsolete }) => message === text && !obsolete)?.translation;
/** What stands for the text in the English catalog: nothing, or the same. */
const english = (text: string): string | undefined => {
  const entry = Object.values(en).find(({ message, obsolete }) => message === text && !obsolete);
  return entry && (entry.translation || entry.message);
};
const source = (descriptor: MessageDescriptor): string | undefined => descriptor.message;

const expectBothLanguages = (text: string) => {
  expect(english(text)).toBe(text);
  expect(japanese(text)).toMatch(/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u);
};

describe('the specified texts stand to the letter', () => {
  test.each(quotedViolations)('violation %s: %s', (code, text) => {
    expect(source(violationText[code])).toBe(text);
    expect(violationTable[code]).toBe(text);
    expectBothLanguages(text);
  });

  test.each(quotedErrors)('answer %s: %s', (code, text) => {
    expect(source(textOfError(new AppError(code)))).toBe(text);
    expectBothLanguages(text);
  });

  test.each(quotedFailures)('failure %s is thrown as %s, and shown as a sentence', (code, text) => {
    const shownText = source(textOfError(new ClientError(code, text))) ?? '';
    expect(shownText).not.toBe(text);
    expectBothLanguages(shownText);
  });

  test.each(named)('answer %s has words of its own in both languages', (code) => {
    const text = source(errorText[code]) ?? '';
    const others = Object.entries(errorText).filter(([other]) => other !== code);
    expect(others.map(([, descriptor]) => source(descriptor))).not.toContain(text);
    expectBothLanguages(text);
  });

  test.each(groupInvitationErrors)('why a member was not invited: %s', (code) => {
    expectBothLanguages(source(groupInvitationText[code]) ?? '');
  });

  test.each(shown)('screen: %s', expectBothLanguages);

  // Clients of the API send fields that do not exist; the page sends one only where it is out of date.
  const ownWords: ReadonlySet<string> = new Set<ViolationCode>(['unknown-field']);

  test.each(Object.entries(violationTable).filter(([code]) => !ownWords.has(code)))(
    'violation %s reads the same in the API and on screens',
    (code, text) => {
      expect(source(violationText[code as ViolationCode])).toBe(text);
    },
  );

  test('whatever else was thrown is an error that occurred', () => {
    expect(source(textOfError(new TypeError('x is undefined')))).toBe('An error occurred.');
    for (const code of clientErrorCodes) {
      expect(source(textOfError(new ClientError(code, 'Something else')))).toBeTruthy();
    }
  });
});
