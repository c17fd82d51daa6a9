import { expect, it, vi } from 'vitest';
import { Progress } from './progress.ts';

it('says that nothing moves, for as long as nothing does', async () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const progress = new Progress((line) => lines.push(line));
    const watch = progress.watch();
    await vi.advanceTimersByTimeAsync(20_000);
    progress.step(() => 'users: 1 MB');
    lines.length = 0;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(lines).toEqual([]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(lines).toEqual(['Nothing has come for 40 s: the database or a disk stands still.']);
    watch[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});
