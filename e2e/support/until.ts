import { setTimeout as sleep } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import { signalOfTest } from './running-test.ts';

const POLL_MS = 100;

type Truthy<Value> = Exclude<Value, undefined | null | false | 0 | ''>;

/** The value, unless it takes longer: a page that hangs answers nothing. */
const within = async <Value>(ms: number, what: string, value: Value | Promise<Value>): Promise<Value> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`No answer to the question for ${what}`)), ms);
  return await Promise.race([value, late.promise]).finally(() => clearTimeout(timer));
};

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
    const value = await within(limitMs, what, condition());
    if (value) return value as Truthy<Value>;
    if (signal?.aborted) throw new Error(`The test ended while it waited: ${what}`, { cause: signal.reason });
    if (Date.now() > deadline) throw new Error(`Waited ${limitMs} ms in vain: ${what}`);
    await sleep(POLL_MS);
  }
};
