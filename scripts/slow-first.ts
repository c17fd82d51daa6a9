import { BaseSequencer, type TestSpecification } from 'vitest/node';

const isSlow = ({ moduleId }: TestSpecification): boolean => moduleId.includes('.slow.test.');

/** Slow test files first: a slow file that starts last runs alone while the other workers are idle. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
