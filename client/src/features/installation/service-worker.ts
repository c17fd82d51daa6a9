import { createStore, type Observable } from '#client/store.ts';
import { whileVisible } from '#client/ui/while-visible.ts';

const SCRIPT = '/service-worker.js';
/** A page that stays open for days asks so often whether there is a newer version. */
const UPDATE_CHECK_MS = 60 * 60_000;
/** A browser replaces a service worker only once it has answered what it was asked. The page that the network brings is the newer one all the same. */
const TAKE_OVER_MS = 3_000;

/**
 * A newer version of the application than the one that this page runs: loaded and waiting for someone's word, or taken
 * in another tab already.
 */
export type NewerVersion =
  | { readonly state: 'waiting'; readonly worker: ServiceWorker }
  | { readonly state: 'taken' };

const newer = createStore<NewerVersion | null>(null);
export const newerVersion: Observable<NewerVersion | null> = newer;

/** Reloads this page, with the newer version. Other pages of the browser continue with what they have until they want it. */
export function loadNewVersion(by: 'person' | 'kiosk'): void {
  const version = newer.get();
  if (!version) return;
  const reload = () => window.location.reload();
  if (version.state === 'taken') {
    reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  // A kiosk would do it again and again, and miss calls: it waits.
  if (by === 'person') setTimeout(reload, TAKE_OVER_MS);
  version.worker.postMessage('take-over');
}

/** Browsers without service workers do without. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  // The very first version takes the page over too: not an update.
  let hasVersion = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (hasVersion) newer.set({ state: 'taken' });
    hasVersion = true;
  });
  const registration = await serviceWorker.register(SCRIPT);
  const offer = (worker: ServiceWorker) => {
    if (serviceWorker.controller) newer.set({ state: 'waiting', worker });
  };
  const look = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  };
  if (registration.waiting) offer(registration.waiting);
  look(registration.installing);
  registration.addEventListener('updatefound', () => look(registration.installing));
  whileVisible(() => {
    // Offline just now: the next time will do.
    registration.update().catch(() => {});
  }, UPDATE_CHECK_MS);
}
