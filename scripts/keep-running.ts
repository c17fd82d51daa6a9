import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';
import { RestartPauses } from '#platform/restart-pauses.ts';
import { describeError } from './set-up-error.ts';

/** A process that this machine cannot do without. It has been started. */
export interface Part {
  /** For the log, e.g. `server`. */
  readonly name: string;
  /** Resolves with how it ended when it ends by itself. */
  ended(): Promise<string>;
  /** Starts it again after it has ended. */
  restart(): Promise<void>;
}

/** Restarts a part whenever it ends by itself, after a growing pause. Rejects once the signal is aborted, and only then. */
export async function keepRunning(part: Part, log: Logger, signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const pauses = new RestartPauses();
  for (;;) {
    signal.throwIfAborted();
    let how: string | null = await Promise.race([part.ended(), aborted]);
    while (how !== null) {
      const pauseMs = pauses.next();
      log.warn({ how, pauseMs }, `${part.name} ended by itself and is restarted`);
      await sleep(pauseMs, undefined, { signal });
      pauses.started();
      how = await part.restart().then(
        () => null,
        (error: unknown) => describeError(error),
      );
      signal.throwIfAborted();
    }
  }
}
