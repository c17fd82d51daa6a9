import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { type CatalogPart, loadTexts } from '#client/i18n/activate.ts';
import { loadChunk } from '#client/load-chunk.ts';

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

/** What is read in several parts is in the first of them. */
const partsOf: Readonly<Record<CatalogPart, readonly CatalogPart[]>> = {
  base: ['base'],
  rest: ['rest'],
  home: ['rest', 'home'],
  pages: ['rest', 'home', 'pages'],
};

/**
 * A screen in a chunk of its own, with the texts that it needs.
 *
 * Rendering it throws a ClientError, `chunk-load-failed`, when it cannot be loaded or takes longer than two minutes.
 */
export const lazyScreen = <Props extends object>(
  texts: CatalogPart,
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    countLoading(1);
    try {
      const [screen] = await loadChunk(() => Promise.all([load(), ...partsOf[texts].map(loadTexts)]));
      return { default: screen };
    } finally {
      countLoading(-1);
    }
  });
