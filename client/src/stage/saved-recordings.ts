import type { RecorderState } from '#client/media/recorder/recorder.ts';
import { createStore, type Observable } from '#client/store.ts';

/** A recording that this browser has saved, or is still saving. */
export interface BrowserRecording {
  /** Null until it is saved. */
  readonly name: string | null;
  /** `Date.now()` of the last change. */
  readonly at: number;
}

/** Older ones are forgotten: only those of the last call are shown. */
const MAX_KEPT = 5;

const store = createStore<readonly BrowserRecording[]>([]);

/** What this page has recorded, newest last. */
export const browserRecordings: Observable<readonly BrowserRecording[]> = store;

/** Follows a recorder. One recording at a time is saved, so the one without a name is the one that changes. */
export function noteRecording(state: RecorderState, now = Date.now()): void {
  const saved = store.get().filter(({ name }) => name !== null);
  switch (state.status) {
    case 'saving':
      // Its progress says nothing new.
      if (saved.length === store.get().length) store.set([...saved, { name: null, at: now }]);
      return;
    case 'saved':
      store.set([...saved, { name: state.name, at: now }].slice(-MAX_KEPT));
      return;
    default:
      if (saved.length !== store.get().length) store.set(saved);
  }
}

/** Those of a call that began then, by `Date.now()`. */
export const recordedSince = (
  recordings: readonly BrowserRecording[],
  since: number,
): readonly BrowserRecording[] => recordings.filter(({ at }) => at >= since);
