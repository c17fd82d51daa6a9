import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WAIT_LIMIT_MS } from '#platform/testing/slow.ts';
import { packageFile, ROOT } from '#scripts/paths.ts';
import { NO_TESTS, nameOf } from './report.ts';
import { FLAKY_LIMIT, type RunResult, runSteps } from './run.ts';
import { type Step, vitestStep } from './steps.ts';
import { describeRun } from './summary.ts';

/** A repository of its own, in which vitest runs the tests that are written into it. */
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hibiki-run-test-'));
  await symlink(packageFile(''), join(folder, 'node_modules'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const configure = (options: object = {}) =>
  writeFile(
    join(folder, 'vitest.config.mjs'),
    `export default ${JSON.stringify({ test: { name: 'tried', include: ['*.test.mjs'], maxWorkers: 1, ...options } })}`,
  );

/** @param body of a module for which vitest's functions are imported, and `isFirst(name)` says whether it is asked first */
const addTests = (file: string, body: string) =>
  writeFile(
    join(folder, file),
    `import { existsSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, test } from 'vitest';
const isFirst = (name) => {
  const mark = ${JSON.stringify(folder)} + '/' + name;
  if (existsSync(mark)) return false;
  writeFileSync(mark, '');
  return true;
};
${body}`,
  );

const step = (name: string): Step => ({
  name,
  title: name,
  isQuiet: false,
  needsWorker: false,
  needsBrowser: false,
  packages: [],
  run: vitestStep(folder, 'tried'),
});

const run = (steps = [step('tried')], signal = new AbortController().signal): Promise<RunResult> =>
  runSteps(steps, {
    root: folder,
    environment: process.env,
    args: [],
    signal,
    onOutcome: () => {},
    isSilent: true,
  });

describe('a run of tests', () => {
  test('calls a test that fails once flaky, and passes', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `describe('a call (1)', () => {
        test('begins [once]', () => expect(isFirst('begins')).toBe(false));
        test('begins', () => { if (!isFirst('other')) throw new Error('run twice'); });
      });`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: true, counts: { passed: 2, failed: 0 }, failed: [], trouble: [] });
    expect(result.flaky.map(nameOf)).toEqual(['one.test.mjs: a call (1) begins [once]']);
    expect(describeRun(result)).toMatch(
      /FLAKY {3}one\.test\.mjs: a call \(1\) begins \[once\] .*\nAssertionError/,
    );
    expect(describeRun(result)).toMatch(/\n2 passed, 0 failed$/);
  });

  test('fails when a test fails again', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `test('fails', () => { throw new Error('always'); });
       test('passes', () => {});`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: false, counts: { passed: 1, failed: 1 }, flaky: [] });
    expect(describeRun(result)).toMatch(/1 passed, 1 failed\n- one\.test\.mjs: fails$/);
  });

  test('runs all tests of a file again when a hook fails', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `beforeAll(() => { if (isFirst('hook')) throw new Error('no system'); });
       test('one', () => {});
       test('two', () => {});`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: true, counts: { passed: 2, failed: 0 } });
    expect(result.flaky).toMatchObject([{ path: 'one.test.mjs', titles: undefined, passed: 2 }]);
    expect(result.flaky[0]?.message).toContain('no system');
  });

  test('looks again at a file with a promise that nobody awaits', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `test('one', async () => {
        if (!isFirst('promise')) return;
        Promise.reject(new Error('lost'));
        await new Promise((resolve) => setImmediate(resolve));
      });`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: true, counts: { passed: 1, failed: 0 } });
    expect(result.flaky[0]?.message).toContain('lost');
  });

  test('fails, and says why, when the second look does not end', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `test('one', () => {
        writeFileSync('vitest.config.mjs', 'not a configuration');
        throw new Error('first');
      });`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: false, flaky: [], counts: { failed: 1 } });
    expect(result.failed[0]?.message).toMatch(/first[\s\S]*The second look did not end: /);
  });

  test('fails when too much is flaky', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `for (let count = 0; count <= ${FLAKY_LIMIT}; count++)
        test('test ' + count, () => expect(isFirst('test' + count)).toBe(false));`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: false, failed: [] });
    expect(result.flaky).toHaveLength(FLAKY_LIMIT + 1);
  });

  test('ends early when 15 tests have failed, and looks at none of them again', async () => {
    await configure();
    await addTests(
      'one.test.mjs',
      `test.for([...Array(200).keys()])('test %d', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error();
      });`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: false, flaky: [], trouble: ['15 tests have failed.'] });
    expect(result.counts.failed).toBeLessThan(200);
  });

  test('ends early when a step before it has failed', async () => {
    await configure();
    const lint: Step = {
      ...step('lint'),
      run: async () => ({ counts: NO_TESTS, failures: [], trouble: ['one.ts is wrong'], files: [] }),
    };
    const ended = await run([lint, step('tried')]);
    expect(ended).toMatchObject({ isOk: false, trouble: ['one.ts is wrong'] });
    expect(ended.outcomes.map(({ step: { name } }) => name)).toEqual(['lint']);
  });

  test('ends early when the system that browser tests share is killed', async () => {
    await configure({ globalSetup: [join(ROOT, 'e2e/support/shared-system.ts')] });
    await addTests(
      'one.test.mjs',
      `test('waits', async () => {
        process.kill(inject('sharedSystem').pid, 'SIGKILL');
        await new Promise(() => {});
      }, 600_000);
      test('comes after it', () => {});`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: false, flaky: [] });
    expect(result.trouble.join()).toMatch(/npm start of the system that tests share has ended/);
    expect(result.trouble.join()).toMatch(/The end of .*shared\.log:\n\s*\S/);
  });

  test('ends early when the PostgreSQL of all tests is killed', async () => {
    await configure({ globalSetup: [join(ROOT, 'scripts/test-set-up.ts')] });
    await addTests(
      'one.test.mjs',
      `import { descendants } from ${JSON.stringify(join(ROOT, 'e2e/support/processes.ts'))};
      test('waits', async () => {
        const all = await descendants(process.ppid);
        process.kill(all.find(({ command }) => /postgres -D/.test(command)).pid, 'SIGKILL');
        await new Promise(() => {});
      }, 600_000);
      test('comes after it', () => {});`,
    );
    const result = await run();
    expect(result).toMatchObject({ isOk: false, flaky: [] });
    expect(result.trouble.join()).toMatch(/PostgreSQL has ended by itself \(SIGKILL\); see .*\.log/);
  });

  describe('leaves no process behind', () => {
    const pidFile = () => join(folder, 'pids');
    /** A test that never ends, with two processes: one of vitest's group, and one of a group of its own, as browsers are. */
    const addEndlessTest = () =>
      addTests(
        'endless.test.mjs',
        `import { spawn } from 'node:child_process';
        test('waits', async () => {
          const pids = [false, true].map((detached) =>
            spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached, stdio: 'ignore' }).pid);
          writeFileSync(${JSON.stringify(pidFile())}, JSON.stringify([process.ppid, ...pids]));
          await new Promise(() => {});
        }, 600_000);`,
      );
    const isRunning = (pid: number) =>
      readFile(`/proc/${pid}/stat`, 'utf8').then(
        (stat) => !/\) Z/.test(stat),
        () => false,
      );
    const stillRunning = async (pids: readonly number[]) =>
      (await Promise.all(pids.map(isRunning))).filter(Boolean).length;
    const startedPids = () =>
      vi.waitFor(async (): Promise<number[]> => JSON.parse(await readFile(pidFile(), 'utf8')), {
        timeout: WAIT_LIMIT_MS,
      });

    test('when it is stopped', async () => {
      await configure();
      await addEndlessTest();
      const controller = new AbortController();
      const ended = run([step('tried')], controller.signal).catch((error: unknown) => error);
      const pids = await startedPids();
      expect(await stillRunning(pids)).toBe(3);
      controller.abort(new Error('Stopped'));
      expect(await ended).toEqual(new Error('Stopped'));
      expect(await stillRunning(pids)).toBe(0);
    });

    test('after the next run, when its runner was killed', async () => {
      await configure();
      await addEndlessTest();
      const runner = spawn(process.execPath, [
        '--input-type=module',
        '--eval',
        `import { runVitest } from ${JSON.stringify(join(ROOT, 'scripts/test-run/vitest.ts'))};
        const { signal } = new AbortController();
        await runVitest({ root: ${JSON.stringify(folder)}, environment: process.env, signal, args: [], isSilent: true });`,
      ]);
      const pids = await startedPids();
      runner.kill('SIGKILL');
      await once(runner, 'exit');
      expect(await stillRunning(pids)).toBe(3);
      await rm(join(folder, 'endless.test.mjs'));
      await addTests('next.test.mjs', `test('passes', () => {});`);
      expect(await run()).toMatchObject({ isOk: true });
      expect(await stillRunning(pids)).toBe(0);
    });
  });
});
