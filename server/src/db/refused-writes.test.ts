import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '#platform/log.ts';
import { watchRefusedWrites } from './refused-writes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusal = (code: string) => Object.assign(new Error('refused'), { code });

it.each(['53100', '25006'])('writes count as refused until half a minute after the last %s', (code) => {
  const lines: string[] = [];
  const log = createLog({ name: 'server', destination: { write: (line) => lines.push(line) } });
  const refused = watchRefusedWrites(log);
  refused.notice(refusal('23505'));
  refused.notice(new Error('another'));
  expect(refused.now).toBe(false);
  refused.notice(refusal(code));
  vi.advanceTimersByTime(20_000);
  refused.notice(refusal(code));
  vi.advanceTimersByTime(29_999);
  expect(refused.now).toBe(true);
  vi.advanceTimersByTime(1);
  expect(refused.now).toBe(false);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
    'Lost: database writes',
    'Regained: database writes',
  ]);
});
