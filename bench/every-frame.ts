import { stream } from './sfu-stream.ts';

/** Keeps the pace despite late timers: a late frame is followed by an early one. */
export async function everyFrame(count: number, work: () => void): Promise<void> {
  const begun = performance.now();
  for (let sent = 0; sent < count; sent++) {
    work();
    const wait = begun + (sent + 1) * stream.frameMs - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
  }
}
