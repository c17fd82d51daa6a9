import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { ClientError } from '#client/client-error.ts';
import { type CatalogPart, loadTexts } from '#client/i18n/activate.ts';

/** product.md, section 9. */
const CHUNK_TIMEOUT_MS = 120_000;

/** How many screens are on their way, for the bar at the top (shell/navigation-progress.tsx). */
let loading = 0;
const listeners = new Set<() => void>();

const countLoading = (by: 1 | -1) => {
  loading += by;
  for (const listener of [...listeners]) listener();
};

export const isLoadingScreen = (): boolean => loading > 0;

export const subscribeToLoading = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * A screen in a chunk of its own, with the texts that it needs.
 *
 * Rendering it throws a ClientError, `chunk-load-failed`, when it cannot be loaded or takes longer than two minutes.
 */
export const lazyScreen = (
  texts: CatalogPart,
  load: () => Promise<ComponentType>,
): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The chunk takes too long')), CHUNK_TIMEOUT_MS);
    });
    countLoading(1);
    try {
      const [screen] = await Promise.race([Promise.all([load(), loadTexts(texts)]), timeout]);
      return { default: screen };
    } catch (cause) {
      throw new ClientError('chunk-load-failed', 'A chunk could not be loaded', { cause });
    } finally {
      clearTimeout(timer);
      countLoading(-1);
    }
  });
