import { describe, expect, it } from 'vitest';
import { reasonOf } from './reason.ts';

describe('the reason of an error', () => {
  it('is its message on one line', () => {
    expect(reasonOf(new Error('refused\n  by the server\n'))).toBe('refused, by the server');
  });

  it('has that of its cause', () => {
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:4222');
    expect(reasonOf(new Error('fetch failed', { cause }))).toBe(
      'fetch failed: connect ECONNREFUSED 127.0.0.1:4222',
    );
  });

  it('names each address of a host that refused', () => {
    const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}`));
    expect(reasonOf(new AggregateError(refused))).toBe(
      'connect ECONNREFUSED ::1, connect ECONNREFUSED 127.0.0.1',
    );
  });

  it('of an error without a message is its name', () => {
    expect(reasonOf(new RangeError())).toBe('RangeError');
  });
});
