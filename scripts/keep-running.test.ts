import { expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { keepRunning, type Part } from './keep-running.ts';
import { SetUpError } from './set-up-error.ts';

const setUp = () => {
  const end = new AbortController();
  const lines: { readonly how: string; readonly pauseMs: number; readonly msg: string }[] = [];
  const log = createLog({ name: 'test', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  const run = (part: Part) => keepRunning(part, log, end.signal);
  return { end, lines, run };
};
const never = () => new Promise<string>(() => {});

it('a part that ends is started again, however often that fails, with a line and a longer pause each time', async () => {
  const { end, lines, run } = setUp();
  const failures = ['no space', 'no memory'];
  const runs = [Promise.resolve('SIGKILL')];
  const part: Part = {
    name: 'database',
    ended: () => {
      const running = runs.shift();
      if (!running) end.abort(new Error('Stopped'));
      return running ?? never();
    },
    async restart() {
      const failure = failures.shift();
      if (failure !== undefined) throw new SetUpError(failure);
    },
  };
  await expect(run(part)).rejects.toThrow('Stopped');
  expect(lines.map(({ how, pauseMs }) => [how, pauseMs])).toEqual([
    ['SIGKILL', 200],
    ['no space', 400],
    ['no memory', 800],
  ]);
  expect(lines[0]?.msg).toBe('database ended by itself and is restarted');
});

it('nothing is started any more once the signal is aborted, not even in a pause', async () => {
  const { end, lines, run } = setUp();
  let restarts = 0;
  const part: Part = {
    name: 'server',
    ended: async () => 'code 1',
    async restart() {
      restarts += 1;
      // It ends again at once: the next pause has begun when this timer fires.
      setTimeout(() => end.abort(new Error('Stopped')), 50);
    },
  };
  await expect(run(part)).rejects.toThrow();
  expect(restarts).toBe(1);
  expect(lines).toHaveLength(2);
});
