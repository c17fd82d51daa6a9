import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { lineRule, mailRule, optionalLineRule, passwordRule, strictMailRule } from './rules.ts';

const verdict = (rule: v.GenericSchema<string, string>, value: string): string =>
  v.safeParse(rule, value).issues?.[0].message ?? 'ok';

describe('a mail address', () => {
  test.each([
    ['', 'mail-required'],
    ['   ', 'mail-required'],
    ['bob', 'mail-format'],
    ['@example.com', 'mail-format'],
    ['bob@', 'mail-format'],
    ['a@b@c', 'mail-format'],
    ['bob@localhost', 'ok'],
    [' bob@example.com ', 'ok'],
    ['ｂｏｂ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ok'],
  ])('to sign in with: %j is %s', (value, result) => {
    expect(verdict(mailRule, value)).toBe(result);
  });

  test.each([
    ['', 'mail-required'],
    ['bob@localhost', 'mail-format'],
    ['bob@example.C0M', 'mail-format'],
    ['bób@example.com', 'mail-format'],
    ['bob smith@example.com', 'mail-format'],
    ['bob+calls@mail.example.co.jp', 'ok'],
    ['bob＠example.com', 'ok'],
  ])('to send mail to: %j is %s', (value, result) => {
    expect(verdict(strictMailRule, value)).toBe(result);
  });
});

test('a mail address of full width is sent as the usual one', () => {
  expect(v.parse(strictMailRule, '　ｂｏｂ＠ｅｘａｍｐｌｅ．ｃｏｍ　')).toBe('bob@example.com');
});

test.each([
  ['', 'password-required'],
  ['1234567', 'password-short'],
  ['12345678', 'ok'],
  ['パスワードは長く', 'ok'],
  ['1234567\u0007', 'password-format'],
])('the password %j is %s', (value, result) => {
  expect(verdict(passwordRule, value)).toBe(result);
});

test.each([
  ['', 'required', 'ok'],
  [' \u3000', 'required', 'ok'],
  ['\u200b', 'required', 'invisible-characters'],
  ['a\u202eb', 'invisible-characters', 'invisible-characters'],
  ['abcdef', 'too-long', 'too-long'],
  [' 👩‍👧 ', 'ok', 'ok'],
])('the name %j is %s, and %s where it may be empty', (value, required, optional) => {
  expect([verdict(lineRule(5), value), verdict(optionalLineRule(5), value)]).toEqual([required, optional]);
});
