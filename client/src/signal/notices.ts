import type { SignalNoticeName } from '#protocol/signal/contract.ts';
import { isNoticeName, isNoticePayload } from './frames.ts';
import type { SignalClient } from './signal.ts';

/** Notices of one name that are kept for a first listener. */
const UNDELIVERED_KEPT = 32;

/** Who listens to the server's notices, and those that no one has listened to so far. */
export interface Notices extends Pick<SignalClient, 'on' | 'onArrival'> {
  hear(name: string, data: object): void;
}

export function createNotices(complain: (what: string) => void): Notices {
  /** Each checks what it is given against the contract of its notice. */
  const listeners = new Map<SignalNoticeName, Set<(data: object) => void>>();
  const undelivered = new Map<SignalNoticeName, readonly object[]>();
  const arrivalListeners = new Set<(name: SignalNoticeName) => void>();

  return {
    hear(name, data) {
      if (!isNoticeName(name)) {
        complain(`unknown notice ${name}`);
        return;
      }
      const known = listeners.get(name);
      if (known) for (const listener of [...known]) listener(data);
      else undelivered.set(name, [...(undelivered.get(name) ?? []), data].slice(-UNDELIVERED_KEPT));
      for (const listener of [...arrivalListeners]) listener(name);
    },
    on(name, listener) {
      const checked = (data: object) => {
        if (isNoticePayload(name, data)) listener(data);
        else complain(`the notice ${name} does not match the contract`);
      };
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(checked));
      for (const data of undelivered.get(name) ?? []) checked(data);
      undelivered.delete(name);
      return () => known.delete(checked);
    },
    onArrival(listener) {
      arrivalListeners.add(listener);
      for (const name of undelivered.keys()) listener(name);
      return () => arrivalListeners.delete(listener);
    },
  };
}
