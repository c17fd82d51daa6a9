import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { reasonText, reasonTexts } from '#client/features/manage/statistics/reason-text.ts';
import { endWords } from './end-words.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

test('of a group call and of the caller it is what statistics say', () => {
  for (const endReason of Object.keys(reasonTexts)) {
    const said = reasonText(i18n, endReason);
    expect(endWords(i18n, { kind: 'group', outgoing: false, endReason })).toBe(said);
    expect(endWords(i18n, { kind: 'direct', outgoing: true, endReason })).toBe(said);
  }
});

test('a call in vain is missed for the one who was called', () => {
  expect(endWords(i18n, { kind: 'direct', outgoing: false, endReason: 'no-answer' })).toBe('Missed');
  expect(endWords(i18n, { kind: 'direct', outgoing: false, endReason: 'declined' })).toBe('Declined');
});
