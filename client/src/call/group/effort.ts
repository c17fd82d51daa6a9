import { AppError } from '#protocol/app-error.ts';

/** Within `PACE_MS` no more than `STEPS_PER_PACE` steps begin, however often something changes. */
const PACE_MS = 1_000;
const STEPS_PER_PACE = 2;
/** Upper limit of the wait after the first failure, in milliseconds; doubles with each further one. Half of it is jitter. */
const FIRST_RETRY_MS = 1_000;
/** Short enough that a server that is back is noticed within 5 s. */
const MAX_RETRY_MS = 4_000;
/** A server that is away for longer takes the session with it. */
const MAX_TRYING_MS = 300_000;
const MAX_STEPS = 150;
/** A server may ask for a longer wait, up to this one. */
const MAX_ASKED_MS = 15_000;
/** People wait for this long without being told why. */
export const LATE_MS = 5_000;

/**
 * `late`: not as wanted for `LATE_MS`, and still being tried. `given-up`: no more is tried before something else is wanted.
 * `refused`: it cannot be had, and `judge` has told why.
 */
export type EffortState = 'done' | 'trying' | 'late' | 'given-up' | 'refused';

export interface EffortOptions {
  /** Whether everything is as wanted. Asked often. */
  readonly isDone: () => boolean;
  /** Does what is missing, with one request to the server at most. Rejects with what has failed. */
  readonly step: () => Promise<void>;
  /** Whether to try again after a failure; `canHeal` by default. */
  readonly judge?: (error: unknown) => 'again' | 'refused';
  /** How many steps may be needed; `MAX_STEPS` by default. */
  readonly maxSteps?: number;
  readonly onState?: (state: EffortState) => void;
  readonly log: (message: string, detail?: unknown) => void;
}

/** Brings one item (a producer, a consumer, a transport) from what it is to what it should be, however often that fails. */
export interface Effort {
  readonly state: EffortState;
  /** What is wanted or what there is may have changed. */
  check(): void;
  /** Something else is wanted: what was refused or given up is tried again, at once. */
  renew(): void;
  close(): void;
}

export function createEffort(options: EffortOptions): Effort {
  const { isDone, step, judge = canHeal, maxSteps = MAX_STEPS, onState, log } = options;
  let state: EffortState = 'done';
  let working = false;
  let closed = false;
  let steps = 0;
  let failures = 0;
  /** Since when it is tried. */
  let since = 0;
  /** When the last steps began, the oldest first. */
  const begun: number[] = [];
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let lateTimer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: EffortState) => {
    if (closed || next === state) return;
    state = next;
    onState?.(next);
  };

  function stopTimers(): void {
    clearTimeout(retryTimer);
    clearTimeout(lateTimer);
    retryTimer = undefined;
  }

  function settle(): void {
    stopTimers();
    steps = 0;
    failures = 0;
    show('done');
  }

  function check(): void {
    if (closed) return;
    if (isDone()) {
      settle();
      return;
    }
    if (state === 'done') begin();
    if (!working && retryTimer === undefined && (state === 'trying' || state === 'late')) void work();
  }

  function begin(): void {
    since = performance.now();
    show('trying');
    clearTimeout(lateTimer);
    lateTimer = setTimeout(() => {
      if (state === 'trying') show('late');
    }, LATE_MS);
  }

  async function work(): Promise<void> {
    working = true;
    while (!closed && !isDone() && (state === 'trying' || state === 'late')) {
      const waitMs = paceMs(begun);
      if (waitMs > 0) {
        tryIn(waitMs);
        break;
      }
      begun.push(performance.now());
      begun.splice(0, begun.length - STEPS_PER_PACE);
      steps += 1;
      try {
        await step();
        failures = 0;
        if (steps >= maxSteps && !isDone()) show('given-up');
      } catch (error) {
        if (closed) return;
        failed(error);
        if (retryTimer !== undefined) break;
      }
    }
    working = false;
    if (!closed && isDone()) settle();
  }

  function failed(error: unknown): void {
    failures += 1;
    log('A request of the call failed', error);
    if (judge(error) === 'refused') show('refused');
    else if (steps >= maxSteps || performance.now() - since > MAX_TRYING_MS) show('given-up');
    else tryIn(Math.max(askedToWaitMs(error), retryDelayMs(failures, Math.random())));
  }

  function tryIn(delayMs: number): void {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(() => {
      retryTimer = undefined;
      check();
    }, delayMs);
  }

  return {
    get state() {
      return state;
    },
    check,
    renew() {
      steps = 0;
      failures = 0;
      since = performance.now();
      clearTimeout(retryTimer);
      retryTimer = undefined;
      if (state === 'given-up') show('late');
      if (state === 'refused') begin();
      check();
    },
    close() {
      closed = true;
      stopTimers();
    },
  };
}

/** How long the next step must wait. */
function paceMs(begun: readonly number[]): number {
  const [oldest] = begun;
  if (oldest === undefined || begun.length < STEPS_PER_PACE) return 0;
  return Math.max(0, oldest + PACE_MS - performance.now());
}

/** @param random 0 to 1 */
function retryDelayMs(failures: number, random: number): number {
  const ceiling = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
  return ceiling / 2 + (random * ceiling) / 2;
}

const askedToWaitMs = (error: unknown): number =>
  error instanceof AppError ? Math.min(MAX_ASKED_MS, error.retryAfterMs ?? 0) : 0;

/**
 * Whether the same request may succeed later: the server's own failures and time-outs pass, what it refuses for good does not.
 * `out-of-order` is a request whose answer was lost with the socket (SPEC.md, S4). What the browser itself has failed at is tried
 * again too.
 */
export function canHeal(error: unknown): 'again' | 'refused' {
  if (!(error instanceof AppError)) return 'again';
  const passes = error.status >= 500 || error.code === 'too-many-requests' || error.code === 'out-of-order';
  return passes ? 'again' : 'refused';
}

/** Whether the media node or the server no longer knows the member, or what it asks about: only another room helps. */
export const isForgotten = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'not-in-room' || error.code === 'media-object-not-found');
