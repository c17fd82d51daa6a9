import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** What has begun, in order, and what ends the first that goes on. */
function setUp(most: number) {
  const queue = new FairQueue(most);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (asker: string, name: string) =>
    queue.run(asker, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
  const endOne = async () => {
    ends.shift()?.();
    await nextTick();
  };
  return { queue, begun, ask, endOne };
}

it('takes the next thing of each asker in turn, however many one of them has', async () => {
  const { begun, ask, endOne } = setUp(1);
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(name.charAt(0), name));
  for (const _ of all) await endOne();
  expect(await Promise.all(all)).toHaveLength(6);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

it('works on so many at a time, and has a place again after a failure', async () => {
  const { queue, begun, ask, endOne } = setUp(2);
  const fails = queue.run('a', async () => {
    throw new Error('wrong');
  });
  await expect(fails).rejects.toThrow('wrong');
  const all = ['a1', 'a2', 'a3'].map((name) => ask('a', name));
  await nextTick();
  expect(begun).toEqual(['a1', 'a2']);
  for (const _ of all) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});
