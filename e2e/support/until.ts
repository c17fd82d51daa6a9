import { setTimeout as sleep } from 'node:timers/promises';

/** How long a test waits for something that should happen soon; a slow machine needs the room. */
const DEFAULT_LIMIT_MS = 40_000;
const POLL_MS = 100;

type Truthy<Value> = Exclude<Value, undefined | null | false | 0 | ''>;

/** Polls until the condition gives something truthy and returns that; fails with what was waited for. */
export const until = async <Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  limitMs: number = DEFAULT_LIMIT_MS,
): Promise<Truthy<Value>> => {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await condition();
    if (value) return value as Truthy<Value>;
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    await sleep(POLL_MS);
  }
};
