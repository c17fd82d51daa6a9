import type { Signal } from './signal.ts';

/** Tells each time that a lost socket is open again. Returns what ends it. */
export function onServerBack(signal: Pick<Signal, 'state' | 'subscribe'>, listener: () => void): () => void {
  let before = signal.state.phase;
  return signal.subscribe(() => {
    const { phase } = signal.state;
    const isBack = before === 'lost' && phase === 'open';
    before = phase;
    if (isBack) listener();
  });
}
