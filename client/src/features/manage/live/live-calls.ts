import { serverNow } from '#client/server-clock.ts';
import { type WatchPhase, watchAsManager } from '#client/signal/manager-watch.ts';
import { createStore, type Observable } from '#client/store.ts';
import { changed, LINGER_MS, type LiveList, listOf, sorted, swept } from './live-list.ts';

export interface LiveCallsState {
  /** `paused`: the reader wants nothing to change for now. */
  readonly phase: WatchPhase | 'paused';
  /** Null before the first figures. */
  readonly list: LiveList | null;
}

export interface LiveCalls extends Observable<LiveCallsState> {
  /** While someone points at the list or is in it, nothing changes its place. */
  hold(held: boolean): void;
  pause(paused: boolean): void;
  /** Can be called twice. */
  close(): void;
}

/** The calls in progress of these customers, as they are told; null: of all that the account manages. */
export function openLiveCalls(customerIds: readonly string[] | null): LiveCalls {
  const store = createStore<LiveCallsState>({ phase: 'waiting', list: null });
  let held = false;
  let paused = false;
  let sweeping: ReturnType<typeof setTimeout> | undefined;

  const show = (list: LiveList) => store.set({ ...store.get(), list: held ? list : sorted(list) });
  const sweep = () => {
    sweeping = undefined;
    const { list } = store.get();
    // Held, nothing moves up either: it is looked at again when that ends.
    if (!list || held) return;
    show(swept(list, serverNow()));
    sweepLater();
  };
  const sweepLater = () => {
    const lingers = store.get().list?.rows.some(({ endedAt }) => endedAt !== null);
    if (lingers) sweeping ??= setTimeout(sweep, LINGER_MS);
  };
  const begin = () =>
    watchAsManager({
      topics: ['calls'],
      customerIds,
      onPhase: (phase) => {
        if (!paused) store.set({ ...store.get(), phase });
      },
      onSnapshot: ({ at, calls }) => {
        if (calls) show(listOf(at, calls));
      },
      onNotice: (notice) => {
        const { list } = store.get();
        if (notice.notice !== 'manage.callsChanged' || !list) return;
        show(changed(list, notice.data, serverNow()));
        sweepLater();
      },
    });
  let end = begin();

  return {
    get: store.get,
    subscribe: store.subscribe,
    hold(next) {
      if (held === next) return;
      held = next;
      const { list } = store.get();
      if (held || !list) return;
      show(swept(list, serverNow()));
      sweepLater();
    },
    pause(next) {
      if (paused === next) return;
      paused = next;
      end();
      if (paused) store.set({ ...store.get(), phase: 'paused' });
      else end = begin();
    },
    close() {
      clearTimeout(sweeping);
      end();
    },
  };
}
