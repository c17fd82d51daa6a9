/** Of this browser, over all of its tabs. */
const LOCK = 'hibiki.call';

/**
 * Two tabs in two calls would send one microphone to both. Web Locks exist in secure contexts only; elsewhere nobody is
 * stopped. A tab that is closed or has crashed gives it back.
 *
 * @returns what gives it back; null while another tab has it
 */
export function takeOnlyCall(): Promise<(() => void) | null> {
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
