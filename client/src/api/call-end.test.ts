import { expect, test } from 'vitest';
import { callEnd } from './call-end.ts';

const call = (endReason: string, outgoing = false, kind: 'direct' | 'group' = 'direct') => ({
  endReason,
  outgoing,
  kind,
});

test('a call that no one took was missed by the callee, and not answered for the caller', () => {
  expect(callEnd(call('no-answer'))).toBe('missed');
  expect(callEnd(call('no-answer', true))).toBe('no-answer');
});

test('a call that was declined was not missed', () => {
  expect(callEnd(call('declined'))).toBe('declined');
});

test('a group call is left, and can be over otherwise', () => {
  expect(callEnd(call('left', true, 'group'))).toBe('hung-up');
  expect(callEnd(call('group-closed', true, 'group'))).toBe('group-closed');
  expect(callEnd(call('lost', true, 'group'))).toBe('connection-lost');
  expect(callEnd(call('revoked', true, 'group'))).toBe('revoked');
  expect(callEnd(call('removed-by-owner', true, 'group'))).toBe('removed');
});

test('an end that this client does not know yet is an end', () => {
  expect(callEnd(call('something-new', true))).toBe('hung-up');
});
