import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readLastRun } from './last-run.ts';

/** Of a file that the last run did not have: slow by its name, or quick. */
const GUESS_SECONDS = { longest: 150, slow: 60, quick: 1 };
/** Small files that take minutes. Without a last run, as in a fresh clone, they would begin last, by their size. */
const LONGEST: readonly string[] = [
  'server/src/rest/lists-at-size.slow.test.ts',
  'e2e/audio-loss.e2e.ts',
  'e2e/relay.e2e.ts',
  'e2e/group-recovery.e2e.ts',
];

/** Orders test files by their durations in the last run: one that starts last and takes long leaves the other workers idle. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const last = (await readLastRun())?.fileSeconds ?? {};
    const guess = (file: string) => {
      if (LONGEST.includes(file)) return GUESS_SECONDS.longest;
      return /\.(slow\.test|e2e)\.ts$/.test(file) ? GUESS_SECONDS.slow : GUESS_SECONDS.quick;
    };
    const secondsOf = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      return last[path] ?? guess(path);
    };
    // Large files first, where nothing else is known.
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
