import type { Logger } from '#platform/log.ts';

/** Work that no one waits for until the end: what fails is a warning in the log. */
export interface Background {
  /** `failure`: what the log says where it fails. */
  run(failure: string, work: Promise<unknown>): void;
  /** Resolves once all that has been started is done. */
  settled(): Promise<void>;
}

export function createBackground(log: Logger): Background {
  const pending = new Set<Promise<void>>();
  return {
    run(failure, work) {
      const done: Promise<void> = work
        .then(() => {})
        .catch((err: unknown) => log.warn({ err }, failure))
        .finally(() => pending.delete(done));
      pending.add(done);
    },
    async settled() {
      await Promise.all(pending);
    },
  };
}
