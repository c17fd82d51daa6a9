import * as v from 'valibot';
import { expect, test } from 'vitest';
import { makeSerial } from '#protocol/serial.ts';
import { serialRule } from './serial-rule.ts';

const verdict = (text: string): string => {
  const result = v.safeParse(serialRule, text);
  return result.success ? 'right' : (result.issues[0]?.message ?? '');
};
const { long, printed } = makeSerial('HIBIKI', 42);

/** As a Japanese keyboard gives it. */
const wide = (text: string): string =>
  text
    .replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000');

test.each([
  ['', 'serial-required'],
  [printed, 'right'],
  [`  ${printed} `, 'right'],
  ['12345', 'serial-invalid'],
  ['HIBIKI0004X', 'serial-invalid'],
  [long, 'right'],
  [long.toLowerCase().replace('hibiki', 'HIBIKI'), 'right'],
  ['ＨＩＢＩＫＩ０００４２', 'right'],
  [wide(long), 'right'],
  [`${long.slice(0, -1)}${long.endsWith('0') ? '1' : '0'}`, 'serial-invalid'],
])('%j is %s', (text, expected) => {
  expect(verdict(text)).toBe(expected);
});
