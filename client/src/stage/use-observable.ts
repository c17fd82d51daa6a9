import { useSyncExternalStore } from 'react';
import type { Observable } from '#client/store.ts';

/** The present value of something that tells of its changes. */
export const useObservable = <Value>(observable: Observable<Value>): Value =>
  useSyncExternalStore(observable.subscribe, observable.get);
