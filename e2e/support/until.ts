import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from './limits.ts';
import { signalOfTest } from './running-test.ts';

const POLL_MS = 100;

type Truthy<Value> = Exclude<Value, undefined | null | false | 0 | ''>;

/**
 * Polls until the condition gives something truthy and returns that; fails with what was waited for. Ends with the test in
 * which it was called, so that a body that ran out of time does not go on beside the next test.
 */
export const until = async <Value>(
  what: string,
  condition: () => Value | Promise<Value>,
  limitMs: number = WAIT_LIMIT_MS,
): Promise<Truthy<Value>> => {
  const deadline = Date.now() + limitMs;
  const signal = signalOfTest();
  for (;;) {
    const value = await condition();
    if (value) return value as Truthy<Value>;
    if (signal?.aborted) throw new Error(`The test ended while it waited: ${what}`, { cause: signal.reason });
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    await sleep(POLL_MS);
  }
};
