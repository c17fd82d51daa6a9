/** Of this browser, over all of its tabs. */
const LOCK = 'hibiki.call';

/** A call's claim to be the only one of its browser: two tabs in two calls would send one microphone to both. */
export interface OnlyCall {
  /** False while another tab is in a call. A claim released in the meantime is not kept. */
  take(): Promise<boolean>;
  /** May be called twice. A tab that is closed or has crashed releases it as well. */
  release(): void;
}

export function createOnlyCall(): OnlyCall {
  /** Grows with every release: what is taken for an earlier claim is given back. */
  let claim = 0;
  let giveBack: (() => void) | null = null;
  return {
    async take() {
      if (giveBack) return true;
      const mine = claim;
      const taken = await takeLock();
      if (!taken) return false;
      if (mine === claim) giveBack = taken;
      else taken();
      return true;
    },
    release() {
      claim += 1;
      giveBack?.();
      giveBack = null;
    },
  };
}

/**
 * Web Locks exist in secure contexts only; elsewhere no one is stopped.
 *
 * @returns what gives it back; null while another tab has it
 */
function takeLock(): Promise<(() => void) | null> {
  if (typeof navigator === 'undefined' || navigator.locks === undefined) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(LOCK, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return;
        }
        const { promise, resolve: giveBack } = Promise.withResolvers<void>();
        resolve(giveBack);
        return promise;
      })
      .catch(reject);
  });
}
