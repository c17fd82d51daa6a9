import { describe, expect, test } from 'vitest';
import { canApprove, canResend, isOwnersManager } from './pair-rights.ts';

const device = '/api/v1/devices/01920000-0000-7000-8000-00000000000d' as const;
const user = '/api/v1/users/01920000-0000-7000-8000-00000000000e' as const;
const customer = '/api/v1/customers/01920000-0000-7000-8000-00000000000c' as const;

describe('what a manager may do with a pair', () => {
  test('approves for a device that is named, as long as it waits', () => {
    expect(canApprove({ state: 'INVITED', peer: device })).toBe(true);
    expect(canApprove({ state: 'VERIFIED', peer: device })).toBe(false);
    expect(canApprove({ state: 'INVITED', peer: user })).toBe(false);
    expect(canApprove({ state: 'INVITED', peer: null })).toBe(false);
  });

  test('sends an invitation again that went out by mail, for a managed owner', () => {
    expect(canResend({ state: 'INVITED', mail: 'bob@example.com', customer })).toBe(true);
    expect(canResend({ state: 'INVITED', mail: null, customer })).toBe(false);
    expect(canResend({ state: 'VERIFIED', mail: 'bob@example.com', customer })).toBe(false);
    expect(canResend({ state: 'INVITED', mail: 'bob@example.com', customer: null })).toBe(false);
  });

  test('changes only what a managed user or device owns', () => {
    expect(isOwnersManager({ customer: null })).toBe(false);
  });
});
