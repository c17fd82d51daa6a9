import * as v from 'valibot';
import { expect, test } from 'vitest';
import { passwordRule, strictMailRule } from './rules.ts';
import { validate } from './validate.ts';

const schema = v.object({ mail: strictMailRule, password: passwordRule, name: v.optional(v.string()) });

test('a valid form yields its values, trimmed as the rules say', () => {
  expect(validate(schema, { mail: ' bob@example.com ', password: 'long enough' })).toEqual({
    valid: true,
    values: { mail: 'bob@example.com', password: 'long enough' },
  });
});

test('of each field the first thing that is wrong is told', () => {
  expect(validate(schema, { mail: '', password: '1234567\u0007' })).toEqual({
    valid: false,
    errors: { mail: 'mail-required', password: 'password-format' },
  });
  expect(validate(schema, { mail: 'x', password: '' })).toEqual({
    valid: false,
    errors: { mail: 'mail-format', password: 'password-required' },
  });
});

test('what the rules have no words for is invalid', () => {
  expect(validate(schema, { mail: 'bob@example.com' })).toEqual({
    valid: false,
    errors: { password: 'invalid' },
  });
});

test('what is wrong with fields together is told beside what is wrong with each', () => {
  const across = () => ({ name: 'end-before-start', mail: 'required' }) as const;
  const texts = { mail: 'x', password: 'long enough' };
  expect(validate(schema, texts, across)).toEqual({
    valid: false,
    errors: { mail: 'mail-format', name: 'end-before-start' },
  });
  expect(validate(schema, { ...texts, mail: 'bob@example.com' }, across)).toMatchObject({ valid: false });
});
