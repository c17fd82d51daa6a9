import { describe, expect, it } from 'vitest';
import { deliveryWords } from './delivery-state.ts';

const wordsOf = (...[state, attempts, lastError]: ['PENDING' | 'FAILED', number, string | null]) =>
  deliveryWords({ state, attempts, lastError }).message;

describe('the state of a delivery', () => {
  it('is on its way while nothing has failed', () => {
    expect(wordsOf('PENDING', 0, null)).toBe('On its way');
    expect(wordsOf('PENDING', 1, null)).toBe('On its way');
  });

  it('says after a failed attempt that there is another one', () => {
    expect(wordsOf('PENDING', 2, 'The host cannot be reached')).toBe('Will be tried again');
  });

  it('is on its way when it is delivered again, and failed when no attempt is left', () => {
    expect(wordsOf('PENDING', 0, 'The host cannot be reached')).toBe('On its way');
    expect(wordsOf('FAILED', 4, 'The host cannot be reached')).toBe('Failed');
  });
});
