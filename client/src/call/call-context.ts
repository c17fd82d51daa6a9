import type { Signal } from '#client/signal/signal.ts';

/** What the parts of a call share: its state is read, and changed by events and changes alone. */
export interface CallContext<Snapshot, Event> {
  readonly signal: Signal;
  readonly get: () => Snapshot;
  readonly update: (change: Partial<Snapshot>) => void;
  readonly dispatch: (event: Event) => void;
  /** What was ignored or failed without anyone having to know. */
  readonly log: (message: string, detail?: unknown) => void;
}
