import type { ComponentType } from 'react';
import type { Observable } from '#client/store.ts';

const Nothing = () => null;

/** Resolves once there is a value, which may be never. */
const known = (observable: Observable<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (observable.get() === null) return;
      end();
      resolve();
    };
    const end = observable.subscribe(look);
    look();
  });

/** The page has loaded, and has had a moment to show itself. */
async function settled(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) await new Promise((resolve) => window.requestIdleCallback(resolve));
}

/**
 * The service worker, after the first screen, which it must not slow down; and once there is a newer version, what offers
 * it in words. That one the service worker has kept: the server has only the newer one's by then. A page that cannot have
 * them does without.
 */
export async function loadInstallation(): Promise<{ readonly default: ComponentType }> {
  await settled();
  try {
    const { newerVersion, registerServiceWorker } = await import(
      '#client/features/installation/service-worker.ts'
    );
    await registerServiceWorker();
    await known(newerVersion);
    return { default: (await import('#client/features/installation/new-version.tsx')).NewVersion };
  } catch {
    // Offline, or service workers are forbidden here.
    return { default: Nothing };
  }
}
