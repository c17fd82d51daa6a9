import { describe, expect, it } from 'vitest';
import { linkEnds, linkEndTime } from './link-ends.ts';

const NOW_MS = Date.parse('2026-11-01T00:00:00Z');

describe('the ends of a share link', () => {
  it('are the usual ones of a recording that outlives them', () => {
    expect(linkEnds('2027-11-01T00:00:00Z', NOW_MS)).toEqual([1, 7, 30, 90]);
  });

  it('are those before the recording is deleted, and that moment', () => {
    expect(linkEnds('2026-11-30T00:00:00Z', NOW_MS)).toEqual([1, 7, 'expiry']);
    expect(linkEnds('2026-12-01T00:00:00Z', NOW_MS)).toEqual([1, 7, 'expiry']);
    expect(linkEnds('2026-12-02T00:00:00Z', NOW_MS)).toEqual([1, 7, 30, 'expiry']);
  });

  it('are only that moment on the last day of the recording', () => {
    expect(linkEnds('2026-11-01T10:00:00Z', NOW_MS)).toEqual(['expiry']);
  });

  it('are sent to the server as times', () => {
    const expires = '2026-11-30T00:00:00Z';
    expect(linkEndTime(7, expires, NOW_MS)).toBe('2026-11-08T00:00:00.000Z');
    expect(linkEndTime('expiry', expires, NOW_MS)).toBe(expires);
  });
});
